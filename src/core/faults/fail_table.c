/* SPDX-License-Identifier: MIT */
#include "core/faults/fail_table.h"

#include <stdint.h>
#include <string.h>

#define R(name) (UINT64_C(1) << US_FAIL_XR_ERROR_##name)
#define S(name) (UINT64_C(1) << US_FAIL_XR_##name)
#define OF_DESTROY (R(HANDLE_INVALID) | R(RUNTIME_FAILURE))
#define OF_INSTANCE (OF_DESTROY | R(INSTANCE_LOST) | R(VALIDATION_FAILURE))
#define OF_SESSION (OF_INSTANCE | R(SESSION_LOST) | S(SESSION_LOSS_PENDING))
#define OF_ACTION                                                                                  \
    (OF_SESSION | R(ACTIONSET_NOT_ATTACHED) | R(ACTION_TYPE_MISMATCH) | R(PATH_INVALID) |          \
     R(PATH_UNSUPPORTED))

static const char *const result_names[] = {
#define US_FAIL_RESULT(name) #name,
#define US_FAIL_FUNCTION(name, results)
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
};

static const struct {
    const char *name;
    uint64_t results;
} functions[] = {
#define US_FAIL_RESULT(name)
#define US_FAIL_FUNCTION(name, results) {#name, results},
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
};

static bool is_name(const char *candidate, const char *name, size_t length)
{
    return strlen(candidate) == length && memcmp(candidate, name, length) == 0;
}

enum us_fail_function us_fail_function_find(const char *name, size_t length)
{
    unsigned i = 0;
    while (i < US_FAIL_FUNCTIONS && !is_name(functions[i].name, name, length))
        i++;
    return (enum us_fail_function)i;
}

enum us_fail_result us_fail_result_find(const char *name, size_t length)
{
    unsigned i = 0;
    while (i < US_FAIL_RESULTS && !is_name(result_names[i], name, length))
        i++;
    return (enum us_fail_result)i;
}

const char *us_fail_function_name(enum us_fail_function function)
{
    return functions[function].name;
}

const char *us_fail_result_name(enum us_fail_result result)
{
    return result_names[result];
}

bool us_fail_allows(enum us_fail_function function, enum us_fail_result result)
{
    return (functions[function].results & UINT64_C(1) << result) != 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * fail_table: the functions that can be made to fail, and the results that the OpenXR registry
 * (xr.xml, `errorcodes`, and of `successcodes` those that a fault has) allows for each of them.
 * Names only: the layer knows their values.
 */
#ifndef US_FAIL_TABLE_H
#define US_FAIL_TABLE_H

#include <stdbool.h>
#include <stddef.h>

enum us_fail_result {
#define US_FAIL_RESULT(name) US_FAIL_##name,
#define US_FAIL_FUNCTION(name, results)
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
    US_FAIL_RESULTS
};

enum us_fail_function {
#define US_FAIL_RESULT(name)
#define US_FAIL_FUNCTION(name, results) US_FAIL_##name,
#include "core/faults/fail_table.def"
#undef US_FAIL_RESULT
#undef US_FAIL_FUNCTION
    US_FAIL_FUNCTIONS
};

/* By their names, `length` characters. US_FAIL_FUNCTIONS or US_FAIL_RESULTS: there is none. */
enum us_fail_function us_fail_function_find(const char *name, size_t length);
enum us_fail_result us_fail_result_find(const char *name, size_t length);

const char *us_fail_function_name(enum us_fail_function function);
const char *us_fail_result_name(enum us_fail_result result);

/* Whether the function may return the result. */
bool us_fail_allows(enum us_fail_function function, enum us_fail_result result);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * testing: cmocka, with the headers that must come before it, and a shorter way to write its tests:
 *
 *     TEST(name)
 *     {
 *         assert_true(...);
 *     }
 *
 *     TESTS_MAIN(name, other_name)
 *
 * A test that is not named there is an unused variable, which does not compile. A function that
 * cmocka gives its state stands there as cmocka_unit_test(function).
 */
#ifndef TESTING_H
#define TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name) TEST_BETWEEN(name, (void)0, (void)0)

/* A test between two expressions. */
#define TEST_BETWEEN(name, begin, end)                                                             \
    static void name##_steps(void);                                                                \
    static void name##_with(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        begin;                                                                                     \
        name##_steps();                                                                            \
        end;                                                                                       \
    }                                                                                              \
    static const struct CMUnitTest name = {#name, name##_with, NULL, NULL, NULL};                  \
    static void name##_steps(void)

/* A test that is given `thing`, a pointer to a `type` of zeros that `begin` began; `end` ends it.
 * Both are expressions with `thing`. */
#define TEST_OF(name, type, thing, begin, end)                                                     \
    static void name##_steps(type *thing);                                                         \
    static void name##_with(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        type of_the_test = {0};                                                                    \
        type *thing = &of_the_test;                                                                \
        begin;                                                                                     \
        name##_steps(thing);                                                                       \
        end;                                                                                       \
    }                                                                                              \
    static const struct CMUnitTest name = {#name, name##_with, NULL, NULL, NULL};                  \
    static void name##_steps(type *thing)

/* The main of a program that does nothing but run these tests. */
#define TESTS_MAIN(...)                                                                            \
    int main(void)                                                                                 \
    {                                                                                              \
        return RUN_TESTS(__VA_ARGS__);                                                             \
    }

/* Runs the tests one after the other. The value is how many failed. */
#define RUN_TESTS(...) RUN_TESTS_WITHIN(NULL, NULL, __VA_ARGS__)
/* The same with a function before all of them and one after them; each may be NULL. */
#define RUN_TESTS_WITHIN(before_all, after_all, ...)                                               \
    run_test_list((const struct CMUnitTest[]){__VA_ARGS__, {0}}, before_all, after_all, NULL, NULL)
/* The same with a function before each of them and one after it. */
#define RUN_TESTS_BETWEEN(before, after, ...)                                                      \
    run_test_list((const struct CMUnitTest[]){__VA_ARGS__, {0}}, NULL, NULL, before, after)

enum { TESTS_MOST = 64 };

/* What the macros call: the last test has no name, and there are at most TESTS_MOST. */
static inline int run_test_list(const struct CMUnitTest *all, CMFixtureFunction before_all,
                                CMFixtureFunction after_all, CMFixtureFunction before,
                                CMFixtureFunction after)
{
    struct CMUnitTest tests[TESTS_MOST];
    size_t count = 0;
    for (; all[count].name != NULL; count++) {
        if (count == TESTS_MOST)
            return -1;
        tests[count] = all[count];
        if (before != NULL)
            tests[count].setup_func = before;
        if (after != NULL)
            tests[count].teardown_func = after;
    }
    return _cmocka_run_group_tests("tests", tests, count, before_all, after_all);
}

#endif

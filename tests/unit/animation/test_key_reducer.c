/* SPDX-License-Identifier: MIT */
/* Hazard: a reduced file is farther off than it says, or joins what must stay apart. */
#include "support.h"

#include "animation/animation_keys.h"

enum { ROWS = 600, CURVE = 3 };

static struct us_key_row rows[ROWS], kept[ROWS];
static unsigned kept_count;

static enum us_result keep(void *data, unsigned first_curve, unsigned count,
                           const struct us_key_row *row, struct us_error *error)
{
    (void)error;
    assert_ptr_equal(data, kept);
    assert_int_equal(first_curve, CURVE);
    assert_true(count == 3 || count == 4);
    assert_true(kept_count < ROWS);
    kept[kept_count++] = *row;
    return US_OK;
}

static struct us_key_output output_of(double tolerance_m, double tolerance_rad)
{
    kept_count = 0;
    return (struct us_key_output){
        .tolerance_m = tolerance_m, .tolerance_rad = tolerance_rad, .take = keep, .data = kept};
}

static void reduce(enum us_key_kind kind, struct us_key_output *output)
{
    static struct us_key_reducer reducer;
    reducer = (struct us_key_reducer){.kind = kind, .first_curve = CURVE};
    for (unsigned i = 0; i < ROWS; i++)
        assert_int_equal(us_key_reducer_add(&reducer, output, &rows[i], NULL), US_OK);
    assert_int_equal(us_key_reducer_break(&reducer, output, NULL), US_OK);
}

static float time_of(unsigned i)
{
    return (float)i / 90.0f;
}

/* The value of a component on the line between the kept keys around a row. */
static double on_line(unsigned component, float time_s)
{
    unsigned i = 0;
    while (i + 2 < kept_count && kept[i + 1].time_s <= time_s)
        i++;
    const struct us_key_row *a = &kept[i], *b = &kept[i + 1];
    double share = ((double)time_s - (double)a->time_s) / ((double)b->time_s - (double)a->time_s);
    return (1.0 - share) * (double)a->values[component] + share * (double)b->values[component];
}

/* A walk of random speed that stands still for a while. */
TEST(positions_stay_within_the_tolerance)
{
    uint64_t random = 11;
    double at[3] = {0.0, 0.0, 0.0}, speed[3] = {0.0, 0.0, 0.0};
    for (unsigned i = 0; i < ROWS; i++) {
        rows[i].time_s = time_of(i);
        for (unsigned c = 0; c < 3; c++) {
            if (i % 40 == 0)
                speed[c] = i % 120 == 0 ? 0.0 : random_between(&random, -2.0, 2.0);
            at[c] += speed[c] / 90.0;
            rows[i].values[c] = (float)at[c];
        }
    }
    struct us_key_output output = output_of(0.001, 0.0);
    reduce(US_KEY_POSITION, &output);
    double worst = 0.0;
    for (unsigned i = 0; i < ROWS; i++) {
        double sum = 0.0;
        for (unsigned c = 0; c < 3; c++)
            sum += pow(on_line(c, rows[i].time_s) - (double)rows[i].values[c], 2.0);
        worst = fmax(worst, sqrt(sum));
    }
    assert_true(worst <= 0.001);
    check_near(output.worst_m, worst, 1e-9, "the worst that is told");
    assert_true(kept_count < ROWS / 5 && kept_count >= ROWS / US_KEY_REDUCER_MOST);
    assert_int_equal(output.left_out[US_KEY_POSITION], 3 * (ROWS - kept_count));
    assert_true(kept[0].time_s == rows[0].time_s);
    assert_true(kept[kept_count - 1].time_s == rows[ROWS - 1].time_s);
}

/* A turn about a fixed axis by an angle that is known; every third key has the other sign. */
TEST(rotations_stay_within_the_tolerance)
{
    const double tolerance_rad = 0.01;
    double angles[ROWS];
    for (unsigned i = 0; i < ROWS; i++) {
        const double sign = i % 3 == 0 ? -1.0 : 1.0;
        angles[i] = 6.0 * sin((double)i / 50.0);
        rows[i].time_s = time_of(i);
        rows[i].values[0] = (float)(sign * sin(angles[i] / 2.0) * 0.6);
        rows[i].values[1] = (float)(sign * sin(angles[i] / 2.0) * 0.8);
        rows[i].values[2] = 0.0f;
        rows[i].values[3] = (float)(sign * cos(angles[i] / 2.0));
    }
    struct us_key_output output = output_of(0.0, tolerance_rad);
    reduce(US_KEY_ROTATION, &output);
    double worst = 0.0;
    for (unsigned i = 0; i < ROWS; i++) {
        /* On the circle of this axis, the rotation's half angle is that of the plane. */
        double sine = on_line(0, rows[i].time_s) * 0.6 + on_line(1, rows[i].time_s) * 0.8;
        double half = atan2(sine, on_line(3, rows[i].time_s));
        double off = fabs(remainder(2.0 * half - angles[i], 6.283185307179586));
        worst = fmax(worst, off);
        /* No line comes near zero: every reader can play it. */
        assert_true(hypot(sine, on_line(3, rows[i].time_s)) > 0.8);
    }
    assert_true(worst <= tolerance_rad);
    check_near(output.worst_rad, worst, 1e-6, "the worst that is told");
    assert_true(kept_count < ROWS / 3);
}

TEST(without_a_tolerance_every_key_stays)
{
    for (unsigned i = 0; i < ROWS; i++)
        rows[i] = (struct us_key_row){time_of(i), {0.0f, 0.0f, 0.0f, i % 2 == 0 ? 1.0f : -1.0f}};
    struct us_key_output output = output_of(0.0, 0.0);
    reduce(US_KEY_ROTATION, &output);
    assert_int_equal(kept_count, ROWS);
    for (unsigned i = 0; i < ROWS; i++)
        assert_true(kept[i].values[3] == 1.0f && kept[i].time_s == time_of(i));
    assert_true(output.worst_rad == 0.0 && output.left_out[US_KEY_ROTATION] == 0);
}

/* No direction for a while: the keys at both ends of it stay. */
TEST(what_is_lost_is_lost_at_the_same_keys)
{
    for (unsigned i = 0; i < ROWS; i++)
        rows[i] = (struct us_key_row){time_of(i), {0.0f, 0.0f, i >= 200 && i < 230 ? 0.0f : 1.0f}};
    struct us_key_output output = output_of(0.0, 0.1);
    reduce(US_KEY_DIRECTION, &output);
    for (unsigned i = 0; i < ROWS; i++)
        check_near(on_line(2, rows[i].time_s), (double)rows[i].values[2], 1e-9, "direction");
    assert_true(kept_count < 20);
}

TEST(nothing_is_left_out_across_a_break)
{
    static struct us_key_reducer reducer;
    struct us_key_output output = output_of(0.01, 0.01);
    reducer = (struct us_key_reducer){.kind = US_KEY_POSITION, .first_curve = CURVE};
    for (unsigned i = 0; i < 30; i++) {
        const struct us_key_row row = {time_of(i), {1.0f, 2.0f, 3.0f}};
        assert_int_equal(us_key_reducer_add(&reducer, &output, &row, NULL), US_OK);
        if (i == 9)
            assert_int_equal(us_key_reducer_hold(&reducer, &output, time_of(9) + 0.001f, NULL),
                             US_OK);
        if (i == 9 || i == 29)
            assert_int_equal(us_key_reducer_break(&reducer, &output, NULL), US_OK);
    }
    assert_int_equal(kept_count, 4);
    assert_true(kept[0].time_s == time_of(0) && kept[1].time_s == time_of(9) + 0.001f);
    assert_true(kept[2].time_s == time_of(10) && kept[3].time_s == time_of(29));
    assert_true(kept[1].values[2] == 3.0f);
    /* It holds nothing that is not earlier. */
    assert_int_equal(us_key_reducer_hold(&reducer, &output, time_of(29), NULL), US_OK);
    assert_int_equal(us_key_reducer_break(&reducer, &output, NULL), US_OK);
    assert_int_equal(kept_count, 4);
}

int main(void)
{
    return RUN_TESTS(positions_stay_within_the_tolerance, rotations_stay_within_the_tolerance,
                     without_a_tolerance_every_key_stays, what_is_lost_is_lost_at_the_same_keys,
                     nothing_is_left_out_across_a_break);
}

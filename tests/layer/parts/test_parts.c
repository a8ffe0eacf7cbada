/* SPDX-License-Identifier: MIT */
/* Hazard: a small part of the layer that is wrong at an edge which no session reaches: a full
 * arena, handles whose slots collide, a time that is not known. */
#include "scene.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "layer/base/handle_table.h"
#include "layer/base/next_chain.h"
#include "layer/base/runtime_time.h"
#include "layer/base/seqlock.h"
#include "layer/state/action_snapshot.h"
#include "layer/state/focus.h"
#include "layer/state/frame_history.h"
#include "layer/state/instance.h"
#include "platform/time.h"

/* ---- arena ---- */

TEST(an_arena_is_given_to_one_at_a_time)
{
    struct us_arena *arena = us_arena_create();
    assert_true(us_arena_enter(arena));
    assert_false(us_arena_enter(arena));
    assert_false(us_arena_enter(arena));
    us_arena_leave(arena);
    assert_true(us_arena_enter(arena));
    us_arena_destroy(arena);
}

TEST(an_arena_is_filled_to_its_last_byte)
{
    static unsigned char from[US_ARENA_SIZE];
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (unsigned char)(i * 7 + i / 256);
    struct us_arena *arena = us_arena_create();
    assert_true(us_arena_enter(arena));
    assert_null(us_arena_copy(arena, from, 0, 4));
    assert_null(us_arena_copy(arena, from, 4, 0));
    assert_null(us_arena_copy(arena, from, US_ARENA_SIZE + 1, 1));
    assert_null(us_arena_copy(arena, from, 3, US_ARENA_SIZE / 2));
    assert_null(us_arena_copy(arena, from, SIZE_MAX / 2, 4)); /* more than a size_t holds */
    unsigned char *first = us_arena_copy(arena, from, 3, 5);
    unsigned char *second = us_arena_copy(arena, from, 1, 1);
    assert_memory_equal(first, from, 15);
    size_t align = _Alignof(max_align_t), taken = 2 * ((15 + align - 1) / align * align);
    assert_true((uintptr_t)second % align == 0 && second >= first + 15);
    assert_null(us_arena_copy(arena, from, US_ARENA_SIZE - taken + 1, 1));
    unsigned char *rest = us_arena_copy(arena, from, (US_ARENA_SIZE - taken) / 2, 2);
    assert_non_null(rest);
    assert_memory_equal(rest, from, US_ARENA_SIZE - taken);
    assert_memory_equal(first, from, 15);
    assert_null(us_arena_copy(arena, from, 1, 1));
    us_arena_leave(arena);
    assert_true(us_arena_enter(arena)); /* empty again */
    assert_ptr_equal(us_arena_copy(arena, from, US_ARENA_SIZE, 1), first);
    assert_memory_equal(first, from, US_ARENA_SIZE);
    us_arena_destroy(arena);
}

/* ---- handle_table, against a plain list ---- */

enum { NODES = 900, KINDS = 3 };

static struct model {
    struct us_node node;
    bool there, freed;
} models[NODES];

static void forget(struct us_node *node)
{
    struct model *model = (struct model *)(void *)node;
    assert_false(model->freed);
    model->freed = true;
}

static const enum us_handle_type types[KINDS] = {US_HANDLE_INSTANCE, US_HANDLE_SESSION,
                                                 US_HANDLE_SPACE};

/* Under the table's lock, so that nothing may fail here. */
static void count_node(struct us_node *node, void *data)
{
    *(unsigned *)data += ((struct model *)(void *)node)->there ? 1 : NODES;
}

static void check_models(void)
{
    unsigned there = 0, visited = 0;
    for (unsigned i = 0; i < NODES; i++) {
        const struct us_node *found =
            us_handle_table_find(models[i].node.type, models[i].node.handle);
        assert_ptr_equal(found, models[i].there ? &models[i].node : NULL);
        there += models[i].there;
    }
    for (unsigned kind = 0; kind < KINDS; kind++)
        us_handle_table_each(types[kind], count_node, &visited);
    assert_int_equal(visited, there);
}

static bool is_below(const struct us_node *node, const struct us_node *ancestor)
{
    while (node != NULL && node != ancestor)
        node = node->parent;
    return node != NULL;
}

/* A node of the kind above, or of the same one; parents stay as long as their children. */
static void add_model(unsigned i, uint64_t handle, uint64_t *seed)
{
    struct model *model = &models[i];
    unsigned kind = i % KINDS;
    *model = (struct model){.node = {.type = types[kind], .handle = handle, .free = forget}};
    for (unsigned tries = 0; kind > 0 && tries < NODES && model->node.parent == NULL; tries++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        struct model *parent = &models[(*seed >> 33) % NODES];
        if (parent->there && parent->node.type == types[kind - 1])
            model->node.parent = &parent->node;
    }
    if (kind > 0 && model->node.parent == NULL) {
        model->node.free = NULL;
        return;
    }
    model->there = us_handle_table_add(&model->node);
    assert_true(model->there);
}

static void remove_model(unsigned i, bool restore)
{
    struct model *model = &models[i];
    struct us_node *list = us_handle_table_detach(&model->node);
    assert_ptr_equal(list, &model->node);
    unsigned expected = 0, found = 0;
    for (unsigned k = 0; k < NODES; k++) {
        if (!models[k].there || !is_below(&models[k].node, &model->node))
            continue;
        expected++;
        assert_null(us_handle_table_find(models[k].node.type, models[k].node.handle));
        models[k].there = restore;
    }
    for (const struct us_node *at = list; at != NULL; at = at->link)
        found++;
    assert_int_equal(found, expected);
    if (restore) {
        us_handle_table_restore(list);
        return;
    }
    us_handle_table_free(list);
    for (unsigned k = 0; k < NODES; k++)
        assert_false(models[k].node.free != NULL && !models[k].there && !models[k].freed);
}

/* Handles as runtimes give them: addresses, small numbers, and numbers in the upper half. */
static uint64_t handle_of(unsigned i)
{
    return i % 5 == 0 ? 0x7f0012340000u + i * 64u
                      : (i % 5 == 1 ? (uint64_t)(i + 1) << 32 : (uint64_t)i + 1);
}

/* The first of all: no handle was ever there. */
TEST(nothing_is_found_in_an_empty_table)
{
    for (int type = 0; type < US_HANDLE_TYPES; type++) {
        struct us_node node = {.type = (enum us_handle_type)type, .handle = 5};
        assert_null(us_handle_table_find(node.type, 5));
        us_handle_table_each(node.type, count_node, NULL);
        assert_ptr_equal(us_handle_table_detach(&node), &node);
        assert_null(node.link);
    }
    assert_null(us_handle_table_detach(NULL));
    us_handle_table_restore(NULL);
    us_handle_table_free(NULL);
}

/* The loader may unload the layer once the last handle is gone. */
TEST(an_empty_table_has_no_memory)
{
    uint64_t seed = 3;
    memset(models, 0, sizeof models);
    const int before = counting.live;
    for (unsigned i = 0; i < NODES; i++)
        add_model(i, handle_of(i), &seed);
    assert_true(counting.live > before + KINDS); /* they grew */
    for (unsigned i = 1; i < NODES; i++)
        if (models[i].there && !models[i].freed)
            us_handle_table_free(us_handle_table_detach(&models[i].node));
    assert_true(counting.live > before);
    us_handle_table_free(us_handle_table_detach(&models[0].node));
    assert_int_equal(counting.live, before);
}

TEST(handles_are_found_and_go_with_their_parents)
{
    uint64_t seed = 11;
    memset(models, 0, sizeof models);
    for (unsigned round = 0; round < 6; round++) {
        for (unsigned i = 0; i < NODES; i++) {
            if (!models[i].there)
                add_model(i, handle_of(i), &seed);
        }
        check_models();
        for (unsigned i = 0; i < 60; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            unsigned which = (unsigned)(seed >> 33) % NODES;
            if (models[which].there)
                remove_model(which, i % 4 == 3);
        }
        check_models();
    }
    for (unsigned i = 0; i < NODES; i++) {
        if (models[i].there)
            remove_model(i, false);
    }
    check_models();
}

/* Many come and go, a few stay: the slots of those that are gone are used again. */
TEST(handles_come_and_go)
{
    memset(models, 0, sizeof models);
    uint64_t seed = 1;
    for (unsigned i = 0; i < 100000; i++) {
        struct model *model = &models[i % 40];
        if (model->there) {
            us_handle_table_free(us_handle_table_detach(&model->node));
            assert_true(model->freed);
            assert_null(us_handle_table_find(US_HANDLE_INSTANCE, model->node.handle));
        }
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        *model = (struct model){
            .node = us_handle_table_node(US_HANDLE_INSTANCE, (seed >> 20) + 1, NULL, forget)};
        model->there = us_handle_table_add(&model->node);
        assert_true(model->there);
        assert_null(us_handle_table_find(US_HANDLE_INSTANCE, 0));
        assert_null(us_handle_table_find(US_HANDLE_INSTANCE, UINT64_MAX));
        if (i % 997 == 0)
            check_models();
    }
    for (unsigned i = 0; i < 40; i++)
        us_handle_table_free(us_handle_table_detach(&models[i].node));
}

TEST(a_handle_that_comes_again_is_a_new_one)
{
    memset(models, 0, sizeof models);
    uint64_t seed = 1;
    add_model(0, 17, &seed);
    add_model(1, 18, &seed);
    add_model(2, 19, &seed);
    assert_true(models[2].there);
    models[3].node = us_handle_table_node(US_HANDLE_INSTANCE, 17, NULL, forget);
    assert_true(us_handle_table_add(&models[3].node));
    assert_ptr_equal(us_handle_table_find(US_HANDLE_INSTANCE, 17), &models[3].node);
    for (unsigned i = 0; i < 3; i++)
        assert_true(models[i].freed);
    assert_null(us_handle_table_find(US_HANDLE_SPACE, 19));
    struct us_node null = {.type = US_HANDLE_INSTANCE, .handle = 0, .free = forget};
    assert_false(us_handle_table_add(&null));
    null.handle = UINT64_MAX;
    assert_false(us_handle_table_add(&null));
    assert_null(us_handle_table_find(US_HANDLE_INSTANCE, 0));
    assert_null(us_handle_table_find(US_HANDLE_INSTANCE, UINT64_MAX));
    us_handle_table_free(us_handle_table_detach(&models[3].node));
    assert_true(models[3].freed);
    assert_null(us_handle_table_detach(NULL));
}

/* ---- runtime_time ---- */

static XrTime told;
static XrResult told_result;

static XRAPI_ATTR XrResult XRAPI_CALL convert(XrInstance instance, const struct timespec *clock,
                                              XrTime *out_time)
{
    (void)instance;
    assert_true(clock->tv_sec > 0 || clock->tv_nsec > 0);
    *out_time = told;
    return told_result;
}

TEST(the_time_is_the_runtimes)
{
    struct us_runtime_time now;
    us_runtime_time_init(&now);
    assert_int_equal(us_runtime_time(&now, XR_NULL_HANDLE, NULL), 0);
    told = 12345;
    told_result = XR_SUCCESS;
    assert_int_equal(us_runtime_time(&now, XR_NULL_HANDLE, convert), 12345);
    told_result = XR_ERROR_VALIDATION_FAILURE;
    assert_int_equal(us_runtime_time(&now, XR_NULL_HANDLE, convert), 0);
    us_runtime_time_note(&now, 0);
    us_runtime_time_note(&now, -5);
    assert_int_equal(us_runtime_time(&now, XR_NULL_HANDLE, NULL), 0);
    /* A second that came at once, and one that came late, which says less. */
    int64_t before_ns = us_time_ns(US_TIME_MONOTONIC);
    us_runtime_time_note(&now, 1000000000);
    us_runtime_time_note(&now, 500000000);
    XrTime time = us_runtime_time(&now, XR_NULL_HANDLE, NULL);
    int64_t passed_ns = us_time_ns(US_TIME_MONOTONIC) - before_ns;
    assert_true(time >= 1000000000 && time <= 1000000000 + passed_ns);
    /* Where the runtime's function fails, or says nothing, that is what counts. */
    assert_true(us_runtime_time(&now, XR_NULL_HANDLE, convert) >= time);
    told_result = XR_SUCCESS;
    told = 0;
    assert_true(us_runtime_time(&now, XR_NULL_HANDLE, convert) >= time);
    told = 1;
    assert_int_equal(us_runtime_time(&now, XR_NULL_HANDLE, convert), 1);
    us_runtime_time_note(&now, 3600000000000);
    assert_true(us_runtime_time(&now, XR_NULL_HANDLE, NULL) >= 3600000000000);
}

/* ---- action_snapshot ---- */

static struct us_input_state state_of(unsigned i)
{
    return (struct us_input_state){.active = i % 2 == 0,
                                   .changed = i % 3 == 0,
                                   .user_path = (uint8_t)i,
                                   .x = (float)i,
                                   .y = -(float)i,
                                   .since = i * 1000};
}

TEST(a_snapshot_has_what_was_published_last)
{
    enum { COUNT = 5 };
    struct us_action_snapshot snapshot;
    struct us_input_state states[COUNT], none = {0};
    assert_true(us_action_snapshot_init(&snapshot, COUNT));
    struct us_input_state read = us_action_snapshot_read(&snapshot, 0);
    assert_memory_equal(&read, &none, sizeof read);
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < COUNT; i++)
            states[i] = state_of(round * 10 + i + 1);
        us_action_snapshot_write(&snapshot, states);
        for (uint32_t i = 0; i < COUNT; i++) {
            read = us_action_snapshot_read(&snapshot, i);
            assert_memory_equal(&read, &states[i], sizeof read);
        }
        read = us_action_snapshot_read(&snapshot, COUNT);
        assert_memory_equal(&read, &none, sizeof read);
    }
    us_action_snapshot_finish(&snapshot);
}

/* ---- focus ---- */

/* While the app is told more than is so, states on the way there are dropped; others are not. */
TEST(states_that_the_app_has_already_are_dropped)
{
    struct us_focus focus = {0};
    XrSessionState out = XR_SESSION_STATE_UNKNOWN;
    assert_true(us_focus_on_event(&focus, XR_SESSION_STATE_SYNCHRONIZED, 5, &out));
    assert_false(us_focus_is_ahead(&focus));
    for (int i = 1; i < US_FOCUS_WAIT_COUNT; i++)
        assert_false(us_focus_next(&focus, true, &out));
    assert_true(us_focus_next(&focus, true, &out));
    assert_int_equal(out, XR_SESSION_STATE_VISIBLE);
    assert_true(us_focus_is_ahead(&focus) && !us_focus_is_forced(&focus));
    assert_false(us_focus_on_event(&focus, XR_SESSION_STATE_VISIBLE, 6, &out));
    assert_false(us_focus_is_ahead(&focus));
    assert_int_equal(focus.time, 6);
    for (int i = 1; i < US_FOCUS_WAIT_COUNT; i++)
        us_focus_on_frame(&focus);
    assert_false(us_focus_next(&focus, false, &out));
    assert_true(us_focus_next(&focus, true, &out));
    assert_int_equal(out, XR_SESSION_STATE_FOCUSED);
    assert_true(us_focus_is_forced(&focus));
    assert_false(us_focus_on_event(&focus, XR_SESSION_STATE_SYNCHRONIZED, 7, &out));
    /* A state that is none of a running session is told, whatever was forced. */
    assert_true(us_focus_on_event(&focus, XR_SESSION_STATE_LOSS_PENDING, 8, &out));
    assert_int_equal(out, XR_SESSION_STATE_LOSS_PENDING);
    assert_false(us_focus_is_forced(&focus));
}

/* ---- seqlock ---- */

TEST(a_reader_sees_that_a_write_came_between)
{
    struct us_seqlock lock = {0};
    for (int i = 0; i < 3; i++) {
        uint64_t version = us_seqlock_read_begin(&lock);
        assert_true(us_seqlock_is_whole(&lock, version));
        us_seqlock_write_begin(&lock);
        assert_false(us_seqlock_is_whole(&lock, version));
        assert_false(us_seqlock_is_whole(&lock, us_seqlock_read_begin(&lock)));
        us_seqlock_write_end(&lock);
        assert_false(us_seqlock_is_whole(&lock, version));
        assert_true(us_seqlock_is_whole(&lock, us_seqlock_read_begin(&lock)));
    }
}

/* ---- frame_history ---- */

static double frame_at(const struct us_frame_history *frames, int64_t time_ns)
{
    double frame = -1.0;
    assert_true(us_frame_history_position(frames, time_ns, &frame));
    return frame;
}

TEST(times_near_a_frame_are_that_frame)
{
    enum { PERIOD = 1000 };
    struct us_frame_history frames;
    memset(&frames, 0, sizeof frames);
    double frame;
    assert_false(us_frame_history_position(&frames, 5, &frame));
    for (int64_t i = 0; i < US_FRAME_HISTORY_KEPT + 10; i++)
        assert_int_equal(us_frame_history_add(&frames, 100000 + i * PERIOD, PERIOD), i);
    const double newest = US_FRAME_HISTORY_KEPT + 9;
    const int64_t at = 100000 + (US_FRAME_HISTORY_KEPT + 9) * PERIOD;
    assert_true(frame_at(&frames, at) == newest);
    assert_true(frame_at(&frames, at + 9) == newest);
    assert_true(frame_at(&frames, at - 9) == newest);
    assert_true(frame_at(&frames, at + 11) == newest + 0.011);
    assert_true(frame_at(&frames, at + 500) == newest + 0.5);
    assert_true(frame_at(&frames, at - 400) == newest - 0.4);
    assert_true(frame_at(&frames, at + 991) == newest + 1.0);
    assert_true(frame_at(&frames, at + 3 * PERIOD) == newest + 3.0);
    assert_true(frame_at(&frames, at - 5 * PERIOD) == newest - 5.0);
    /* Before the oldest that is kept they are counted back. */
    assert_true(frame_at(&frames, 100000 + 10 * PERIOD) == 10.0);
    assert_true(frame_at(&frames, 100000 + 4 * PERIOD) == 4.0);
    assert_true(frame_at(&frames, 0) == -100.0);
    assert_true(frame_at(&frames, -7) == -100.0);
    us_frame_history_reset(&frames);
    assert_false(us_frame_history_position(&frames, 5, &frame));
    /* Without a period it is the distance to the frame before, and 1/60 s for the first. */
    us_frame_history_add(&frames, 100000, 0);
    assert_true(frame_at(&frames, 100000 + 16666667) == 1.0);
    us_frame_history_add(&frames, 100000 + 40, -1);
    assert_true(frame_at(&frames, 100000 + 80) == 2.0);
    us_frame_history_add(&frames, 100000 + 40, 0);
    assert_true(frame_at(&frames, 100000 + 40 + 16666667) == 3.0);
}

/* ---- events of an instance ---- */

static XrSession session_of(uint64_t number)
{
    return (XrSession)(uintptr_t)number;
}

TEST(a_sessions_event_is_queued_once)
{
    static struct us_instance instance;
    XrSession out = XR_NULL_HANDLE;
    assert_true(us_mutex_init(&instance.event_mutex));
    assert_false(us_instance_pop_event(&instance, &out));
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t i = 1; i <= US_INSTANCE_EVENTS + 2; i++) {
            us_instance_push_event(&instance, session_of(i));
            us_instance_push_event(&instance, session_of(i));
            us_instance_push_event(&instance, session_of(1));
        }
        for (uint64_t i = 1; i <= US_INSTANCE_EVENTS; i++) {
            assert_true(us_instance_pop_event(&instance, &out));
            assert_true(out == session_of(i));
        }
        assert_false(us_instance_pop_event(&instance, &out));
    }
    us_mutex_destroy(&instance.event_mutex);
}

/* The event is taken between the look at the count and the lock. */
static struct us_instance *robbed;
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex);

int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (robbed != NULL)
        atomic_store(&robbed->event_count, 0);
    return __real_pthread_mutex_lock(mutex);
}

TEST(an_event_that_another_thread_took_is_gone)
{
    static struct us_instance instance;
    XrSession out = XR_NULL_HANDLE;
    assert_true(us_mutex_init(&instance.event_mutex));
    us_instance_push_event(&instance, session_of(5));
    robbed = &instance;
    assert_false(us_instance_pop_event(&instance, &out));
    robbed = NULL;
    assert_true(out == XR_NULL_HANDLE);
    assert_int_equal(atomic_load(&instance.event_count), 0);
    us_mutex_destroy(&instance.event_mutex);
}

static void free_instance(struct us_node *node)
{
    us_instance_free((struct us_instance *)node);
}

TEST(an_instance_without_a_place_in_the_table_is_refused)
{
    struct us_instance *instance = us_instance_new(fake_get, free_instance);
    instance->inert = true;
    assert_false(us_instance_publish(instance, XR_NULL_HANDLE));
    assert_true(us_instance_publish(instance, US_XR_HANDLE(XrInstance, 4711)));
    assert_null(us_instance_fallback());
    us_handle_table_free(us_handle_table_detach(&instance->node));
    assert_true(fcntl(0, F_GETFD) != -1 && fcntl(1, F_GETFD) != -1); /* no log of its own */
}

static struct us_instance *publish(uint64_t handle, bool inert)
{
    struct us_instance *instance = us_instance_new(fake_get, free_instance);
    instance->inert = inert;
    assert_true(us_instance_publish(instance, US_XR_HANDLE(XrInstance, handle)));
    return instance;
}

/* Calls that name no instance belong to one that is left, and never to an inert one. */
TEST(the_fallback_is_an_instance_that_is_left)
{
    struct us_instance *inert = publish(4711, true), *first = publish(4712, false),
                       *second = publish(4713, false);
    assert_ptr_equal(us_instance_fallback(), second);
    us_handle_table_free(us_handle_table_detach(&second->node));
    assert_ptr_equal(us_instance_fallback(), first);
    us_handle_table_free(us_handle_table_detach(&first->node));
    assert_null(us_instance_fallback());
    us_handle_table_free(us_handle_table_detach(&inert->node));
}

int main(void)
{
    return RUN_TESTS(nothing_is_found_in_an_empty_table, an_arena_is_given_to_one_at_a_time,
                     an_arena_is_filled_to_its_last_byte, an_empty_table_has_no_memory,
                     handles_are_found_and_go_with_their_parents, handles_come_and_go,
                     a_handle_that_comes_again_is_a_new_one, the_time_is_the_runtimes,
                     a_snapshot_has_what_was_published_last,
                     states_that_the_app_has_already_are_dropped,
                     a_reader_sees_that_a_write_came_between, times_near_a_frame_are_that_frame,
                     a_sessions_event_is_queued_once, an_event_that_another_thread_took_is_gone,
                     an_instance_without_a_place_in_the_table_is_refused,
                     the_fallback_is_an_instance_that_is_left);
}

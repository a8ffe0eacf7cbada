/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/line_pairs.h"

#include <stdlib.h>
#include <string.h>

#define NONE TOOL_EVENT_LINE_ALONE

/* At most this many lines about the same thing and time are compared with tolerances. If this many
 * in a row matched none, the rest is not tried. These bounds keep the time linear and small,
 * because such a comparison reads both lines again. */
enum { NEAR_TRIED = 16, NEAR_FAILURES = 16 };

/* How much two lines have in common. */
enum likeness { LIKE_EQUAL, LIKE_NEAR, LIKE_TIME, LIKE_THING, LIKENESSES };

struct search {
    struct tool_line_pairs *pairs;
    struct tool_line_pairs_side a, b;
    bool more;
    tool_line_pairs_equal_fn is_equal;
    void *data;
};

static uint64_t key_of(const struct tool_event_line *line, enum likeness likeness)
{
    switch (likeness) {
    case LIKE_EQUAL:
        return line->value;
    case LIKE_NEAR:
    case LIKE_TIME:
        return line->time;
    case LIKE_THING:
    case LIKENESSES:
        break;
    }
    return line->thing;
}

static bool takes_part(const struct tool_event_line *line, enum likeness likeness)
{
    return line->partner == NONE && (line->is_question || likeness == LIKE_THING);
}

static bool make_room(struct tool_line_pairs *pairs, uint32_t count)
{
    size_t slots = 64;
    while (slots < (size_t)count * 2)
        slots *= 2;
    if (slots > pairs->slot_count) {
        free(pairs->slots);
        pairs->slots = malloc(slots * sizeof *pairs->slots);
        pairs->slot_count = pairs->slots != NULL ? slots : 0;
    }
    if (count > pairs->next_count) {
        free(pairs->next);
        pairs->next = malloc(count * sizeof *pairs->next);
        pairs->next_count = pairs->next != NULL ? count : 0;
    }
    return pairs->slots != NULL && (count == 0 || pairs->next != NULL);
}

/* The key's slot, or the empty one that it would take. */
static struct tool_line_pairs_slot *find_slot(const struct tool_line_pairs *pairs, size_t slots,
                                              uint64_t key)
{
    size_t at = (size_t)((key ^ key >> 32) * 0x9e3779b97f4a7c15u >> 17) & (slots - 1);
    while (pairs->slots[at].is_used && pairs->slots[at].key != key)
        at = (at + 1) & (slots - 1);
    return &pairs->slots[at];
}

/* Lists the lines of b by their keys, each list in the order of the file. Returns the number of
 * slots in use, a power of two; 0: no line takes part. */
static size_t list_lines(struct search *search, enum likeness likeness)
{
    struct tool_line_pairs *pairs = search->pairs;
    size_t slots = 64;
    uint32_t count = 0;
    for (uint32_t i = 0; i < search->b.count; i++)
        count += takes_part(&search->b.lines[i], likeness);
    while (slots < (size_t)count * 2)
        slots *= 2;
    if (count == 0)
        return 0;
    memset(pairs->slots, 0, slots * sizeof *pairs->slots);
    for (uint32_t i = 0; i < search->b.count; i++) {
        if (!takes_part(&search->b.lines[i], likeness))
            continue;
        uint64_t key = key_of(&search->b.lines[i], likeness);
        struct tool_line_pairs_slot *slot = find_slot(pairs, slots, key);
        if (slot->is_used && slot->head != NONE)
            pairs->next[slot->tail] = i;
        else
            *slot = (struct tool_line_pairs_slot){key, i, i, 0, true};
        slot->tail = i;
        pairs->next[i] = NONE;
    }
    return slots;
}

static bool is_alike(const struct search *search, const struct tool_event_line *a,
                     const struct tool_event_line *b, enum likeness likeness)
{
    if (likeness == LIKE_EQUAL)
        return true;
    if (likeness == LIKE_NEAR)
        return search->is_equal(search->data, a, b);
    /* An equal line may still come. */
    return !a->is_question || !search->more || a->is_carried || b->is_carried;
}

static void find_partner(struct search *search, size_t slots, uint32_t index,
                         enum likeness likeness)
{
    struct tool_line_pairs *pairs = search->pairs;
    struct tool_event_line *a = &search->a.lines[index], *lines = search->b.lines;
    struct tool_line_pairs_slot *slot = find_slot(pairs, slots, key_of(a, likeness));
    uint32_t before = NONE;
    if (!slot->is_used || (likeness == LIKE_NEAR && slot->failures >= NEAR_FAILURES))
        return;
    slot->failures++;
    for (uint32_t at = slot->head, tried = 0; at != NONE && tried < NEAR_TRIED;
         before = at, at = pairs->next[at], tried++) {
        if (!is_alike(search, a, &lines[at], likeness))
            continue;
        slot->failures = 0;
        a->partner = at;
        lines[at].partner = index;
        if (before == NONE)
            slot->head = pairs->next[at];
        else
            pairs->next[before] = pairs->next[at];
        if (slot->tail == at)
            slot->tail = before;
        return;
    }
}

bool tool_line_pairs_find(struct tool_line_pairs *pairs, struct tool_line_pairs_side a,
                          struct tool_line_pairs_side b, bool more,
                          tool_line_pairs_equal_fn is_equal, void *data)
{
    struct search search = {pairs, a, b, more, is_equal, data};
    if (!make_room(pairs, b.count))
        return false;
    for (uint32_t i = 0; i < a.count; i++)
        a.lines[i].partner = NONE;
    for (uint32_t i = 0; i < b.count; i++)
        b.lines[i].partner = NONE;
    for (int step = LIKE_EQUAL; step < LIKENESSES; step++) {
        enum likeness likeness = (enum likeness)step;
        size_t slots = list_lines(&search, likeness);
        for (uint32_t i = 0; slots > 0 && i < a.count; i++)
            if (takes_part(&a.lines[i], likeness))
                find_partner(&search, slots, i, likeness);
    }
    return true;
}

void tool_line_pairs_finish(struct tool_line_pairs *pairs)
{
    free(pairs->slots);
    free(pairs->next);
    *pairs = (struct tool_line_pairs){0};
}

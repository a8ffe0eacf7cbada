/* SPDX-License-Identifier: MIT */
/*
 * bsor: a Beat Saber Open Replay, version 1, as a session recording (docs/formats.md). Reads the
 * whole file once, in bounded memory; errors name the byte.
 *
 * The texts of some old replays are longer than they say. They are read as the published decoder
 * reads them: a length above 1000 is skipped byte by byte, and the player's name ends where the
 * next text has 5 or 6 bytes ("steam", "oculus"). One thread.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "tool/convert/base/format.h"
#include "tool/convert/replay/replay.h"

enum { TEXT_SIZE = 256 };

/* What follows the frames. */
struct bsor_rest {
    uint64_t notes, walls, heights, pauses;
    double paused_s; /* in all */
    bool has_offsets, has_user_data;
    bool is_cut; /* it is not as the format says, and the counts are those before the place */
};

struct bsor {
    struct tool_replay replay; /* the first member */
    char modifiers[TEXT_SIZE]; /* "FS,GN" */
    float speed;               /* of the song, in practice mode; 0: not practised */
    uint32_t frame_count;
    uint32_t frame;        /* the next one, from 0 */
    uint64_t first_offset; /* of the frames */
    struct bsor_rest rest;
};

#define MAGIC UINT32_C(0x442d3d69)
enum { VERSION = 1, MAGIC_SIZE = 4 };
/* The marks of the sections. */
enum { INFO, FRAMES, NOTES, WALLS, HEIGHTS, PAUSES, OFFSETS, USER_DATA };
enum { POSE_SIZE = 28, FRAME_SIZE = 8 + 3 * POSE_SIZE };
enum { NOTE_SIZE = 16, CUT_SIZE = 72, WALL_SIZE = 16, HEIGHT_SIZE = 8, PAUSE_SIZE = 12 };
enum { GOOD = 0, BAD = 1 }; /* kinds of notes that have a cut */
enum { TEXT_MOST = 1000, LONGER_MOST = 256 };

/* ---- Bytes ---- */

static bool take_u32(struct bsor *bsor, uint32_t *out)
{
    const uint8_t *at = tool_window_take(&bsor->replay.window, 4);
    *out = at != NULL ? us_bytes_load_u32(at) : 0;
    return at != NULL;
}

static bool take_mark(struct bsor *bsor, uint8_t mark)
{
    const uint8_t *at = tool_window_take(&bsor->replay.window, 1);
    return at != NULL && *at == mark;
}

/* `out` of TEXT_SIZE may be NULL; a text is cut where it is longer. */
static bool take_text(struct bsor *bsor, char *out)
{
    uint32_t length, skipped = 0;
    while (take_u32(bsor, &length) && length > TEXT_MOST) {
        bsor->replay.window.at -= 3;
        if (++skipped > LONGER_MOST)
            return false;
    }
    const uint8_t *text = tool_window_take(&bsor->replay.window, length);
    if (text == NULL)
        return false;
    if (out != NULL) {
        length = length < TEXT_SIZE ? length : TEXT_SIZE - 1;
        memcpy(out, text, length);
        out[length] = '\0';
    }
    return true;
}

static bool take_name(struct bsor *bsor)
{
    uint32_t length, next;
    if (!take_u32(bsor, &length) || length > TEXT_MOST ||
        !tool_window_skip(&bsor->replay.window, length))
        return false;
    const uint64_t end = bsor->replay.window.at;
    for (uint32_t i = 0; i < LONGER_MOST && length > 0; i++) {
        bsor->replay.window.at = end + i;
        if (bsor->replay.window.at > bsor->replay.window.file.size || !take_u32(bsor, &next))
            break;
        if (next == strlen("steam") || next == strlen("oculus")) {
            bsor->replay.window.at = end + i;
            return true;
        }
    }
    bsor->replay.window.at = end;
    return true;
}

/* ---- Before the frames ---- */

static enum us_result fail_cut(const struct bsor *bsor, const char *what, struct us_error *error)
{
    return us_result_fail(error, US_ERROR_TRUNCATED, bsor->replay.window.at, NULL,
                          "the replay ends in %s, or is damaged before; get the whole file", what);
}

static bool take_info(struct bsor *bsor)
{
    enum { BEFORE_NAME = 4, AFTER_NAME = 8, AFTER_SCORE = 2 };
    enum { JUMP = 4, LEFT_HANDED = 1, HEIGHT = 4, START = 4, FAIL = 4 };
    bool is_whole = true;
    for (int i = 0; i < BEFORE_NAME && is_whole; i++)
        is_whole = take_text(bsor, NULL);
    is_whole = is_whole && take_name(bsor);
    for (int i = 0; i < AFTER_NAME && is_whole; i++)
        is_whole = take_text(bsor, NULL);
    is_whole = is_whole && tool_window_skip(&bsor->replay.window, 4); /* the score */
    for (int i = 0; i < AFTER_SCORE && is_whole; i++)
        is_whole = take_text(bsor, NULL);
    is_whole = is_whole && take_text(bsor, bsor->modifiers) &&
               tool_window_skip(&bsor->replay.window, JUMP + LEFT_HANDED + HEIGHT + START + FAIL);
    const uint8_t *speed = is_whole ? tool_window_take(&bsor->replay.window, 4) : NULL;
    bsor->speed = speed != NULL ? us_bytes_load_f32(speed) : 0.0f;
    return speed != NULL;
}

static enum us_result take_begin(struct bsor *bsor, struct us_error *error)
{
    uint32_t magic;
    const uint8_t *version;
    if (!take_u32(bsor, &magic) || magic != MAGIC)
        return us_result_fail(error, US_ERROR_MAGIC, 0, NULL,
                              "this is no Beat Saber Open Replay: it does not begin as one");
    version = tool_window_take(&bsor->replay.window, 1);
    if (version != NULL && *version != VERSION)
        return us_result_fail(error, US_ERROR_VERSION, MAGIC_SIZE, NULL,
                              "the replay is of version %d, and only version %d can be read",
                              *version, VERSION);
    if (version == NULL || !take_mark(bsor, INFO) || !take_info(bsor))
        return fail_cut(bsor, "what it says of player and song", error);
    return US_OK;
}

static enum us_result take_count(struct bsor *bsor, struct us_error *error)
{
    const uint64_t place = bsor->replay.window.at;
    if (!take_mark(bsor, FRAMES))
        return us_result_fail(error, US_ERROR_TRUNCATED, place, NULL,
                              "the frames do not begin where they should; the replay is damaged");
    if (!take_u32(bsor, &bsor->frame_count))
        return fail_cut(bsor, "the number of its frames", error);
    const uint64_t room = (bsor->replay.window.file.size - bsor->replay.window.at) / FRAME_SIZE;
    if (bsor->frame_count > room)
        return us_result_fail(error, US_ERROR_TRUNCATED, place + 1, NULL,
                              "the replay says that it has %" PRIu32 " frames, and ends after "
                              "%" PRIu64 "; get the whole file",
                              bsor->frame_count, room);
    bsor->first_offset = bsor->replay.window.at;
    return US_OK;
}

/* Whether a file begins as a replay does. */
bool tool_bsor_is(const char *path)
{
    struct us_file file;
    uint8_t magic[MAGIC_SIZE];
    if (us_file_open(path, &file, NULL) != US_OK)
        return false;
    const bool is = file.size >= sizeof magic && us_file_get(&file, 0, magic, sizeof magic) &&
                    us_bytes_load_u32(magic) == MAGIC;
    us_file_close(&file);
    return is;
}

/* ---- Frames ---- */

/* The next frame, of the song's time; the hands are the sabers. US_ERROR_FILE if the file cannot be
 * read. Call it frame_count times at most. */
static enum us_result take_frame(struct bsor *bsor, struct tool_replay_frame *out,
                                 struct us_error *error)
{
    enum { POSES = 8 }; /* behind the time and the frames a second */
    const uint8_t *at = tool_window_take(&bsor->replay.window, FRAME_SIZE);
    if (at == NULL)
        return us_result_fail(error, US_ERROR_FILE, bsor->replay.window.at, NULL,
                              "the file cannot be read");
    out->time_s = (double)us_bytes_load_f32(at);
    out->head = tool_convert_pose_load(at + POSES);
    out->hands[0] = tool_convert_pose_load(at + POSES + POSE_SIZE);
    out->hands[1] = tool_convert_pose_load(at + POSES + 2 * POSE_SIZE);
    bsor->frame++;
    return US_OK;
}

/* ---- Behind the frames ---- */

static bool take_notes(struct bsor *bsor, uint64_t *out_count)
{
    uint32_t count;
    if (!take_mark(bsor, NOTES) || !take_u32(bsor, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *note = tool_window_take(&bsor->replay.window, NOTE_SIZE);
        if (note == NULL)
            return false;
        const uint32_t kind = us_bytes_load_u32(note + NOTE_SIZE - 4);
        if ((kind == GOOD || kind == BAD) && !tool_window_skip(&bsor->replay.window, CUT_SIZE))
            return false;
        ++*out_count;
    }
    return true;
}

static bool skip_items(struct bsor *bsor, uint8_t mark, uint64_t size, uint64_t *out_count)
{
    uint32_t count;
    if (!take_mark(bsor, mark) || !take_u32(bsor, &count) ||
        !tool_window_skip(&bsor->replay.window, count * size))
        return false;
    *out_count = count;
    return true;
}

static bool take_pauses(struct bsor *bsor, struct bsor_rest *rest)
{
    uint32_t count;
    if (!take_mark(bsor, PAUSES) || !take_u32(bsor, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *pause = tool_window_take(&bsor->replay.window, PAUSE_SIZE);
        if (pause == NULL)
            return false;
        rest->paused_s += (double)(int64_t)us_bytes_load_u64(pause);
        rest->pauses++;
    }
    return true;
}

/* What later versions of the recorders added. */
static bool take_options(struct bsor *bsor, struct bsor_rest *rest)
{
    const uint8_t *mark;
    uint32_t size;
    while ((mark = tool_window_take(&bsor->replay.window, 1)) != NULL) {
        if (*mark == OFFSETS && !rest->has_offsets &&
            tool_window_skip(&bsor->replay.window, 2 * POSE_SIZE))
            rest->has_offsets = true;
        else if (*mark == USER_DATA && take_u32(bsor, &size) &&
                 tool_window_skip(&bsor->replay.window, size))
            rest->has_user_data = true;
        else
            return false;
    }
    return true;
}

/* Counts what follows; call it behind the last frame. */
static struct bsor_rest read_rest(struct bsor *bsor)
{
    struct bsor_rest rest = {0};
    rest.is_cut =
        !(take_notes(bsor, &rest.notes) && skip_items(bsor, WALLS, WALL_SIZE, &rest.walls) &&
          skip_items(bsor, HEIGHTS, HEIGHT_SIZE, &rest.heights) && take_pauses(bsor, &rest) &&
          take_options(bsor, &rest));
    return rest;
}

static enum us_result take(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                           struct us_error *error)
{
    struct bsor *bsor = (struct bsor *)replay;
    *out_end = bsor->frame == bsor->frame_count;
    if (!*out_end)
        return take_frame(bsor, out, error);
    bsor->rest = read_rest(bsor);
    return US_OK;
}

static enum us_result open_file(struct tool_convert_feed *feed, struct us_error *error)
{
    struct bsor *bsor = (struct bsor *)feed;
    enum us_result result = tool_replay_open(&bsor->replay, error);
    if (result == US_OK)
        result = take_begin(bsor, error);
    if (result == US_OK)
        result = take_count(bsor, error);
    bsor->replay.take = take;
    bsor->replay.rate = tool_replay_rate(bsor->modifiers, (double)bsor->speed);
    return result;
}

static void restart(struct tool_convert_feed *feed)
{
    struct bsor *bsor = (struct bsor *)feed;
    tool_replay_restart(&bsor->replay);
    bsor->replay.window.at = bsor->first_offset;
    bsor->frame = 0;
}

/* ---- The report ---- */

static void report_rest(const struct bsor_rest *rest, struct tool_loss *loss)
{
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->notes + rest->walls + rest->heights,
                  "what happened in the game: %s, %s, %s",
                  tool_edit_count(rest->notes, "note").text,
                  tool_edit_count(rest->walls, "wall").text,
                  tool_edit_count(rest->heights, "height change").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->pauses,
                  "%s of %.3g s in all, for which the file has no frames",
                  tool_edit_count(rest->pauses, "pause").text, rest->paused_s);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->has_offsets,
                  "the offsets of the sabers from the controllers");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->has_user_data, "data of other programs");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->is_cut,
                  "what follows the frames: it is cut or damaged");
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1, "player, song and score are left out");
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct bsor *bsor = (const struct bsor *)base;
    tool_replay_report_dropped(&bsor->replay, loss);
    report_rest(&bsor->rest, loss);
    tool_replay_report_invented(&bsor->replay, loss);
}

const struct tool_convert_feed_kind tool_bsor_feed = {.size = sizeof(struct bsor),
                                                      .open = open_file,
                                                      .restart = restart,
                                                      .report = report,
                                                      TOOL_REPLAY_FEED};

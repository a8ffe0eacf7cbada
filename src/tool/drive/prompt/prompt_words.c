/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt_words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "person/script_line.h"
#include "tool/cli/options.h"
#include "tool/drive/drive.h"
#include "tool/drive/prompt/prompt_reader.h"

enum { SHOWN = 60 };

/* ---- Words of their own ---- */

static bool read_advance(struct tool_prompt_reader *reader)
{
    const char *word = tool_prompt_reader_peek(reader);
    if (word != NULL && strcmp(word, "until") == 0)
        return tool_prompt_reader_fail(reader, "'until' is a word of its own; type: %s",
                                       reader->rest);
    if (reader->at < reader->split.count)
        return tool_prompt_reader_span(reader, "frames", "seconds");
    cJSON_AddNumberToObject(reader->params, "frames", 1.0);
    return true;
}

/* Those of events and layers are fields of a line; the others are members of the condition. */
static void read_conditions(struct tool_prompt_reader *reader, cJSON *until, const char *kind)
{
    bool has_fields = strcmp(kind, "event") == 0 || strcmp(kind, "layer") == 0;
    const char *word = tool_prompt_reader_peek(reader);
    if (word != NULL && strchr(word, '=') != NULL)
        tool_prompt_reader_members(reader,
                                   has_fields ? cJSON_AddObjectToObject(until, "where") : until);
}

/* "haptic right", "event action action=grab", "focused", or another condition of the drive. */
static bool read_until(struct tool_prompt_reader *reader)
{
    cJSON *until = cJSON_AddObjectToObject(reader->params, "until");
    const char *kind = tool_prompt_reader_next(reader);
    const char *word = tool_prompt_reader_peek(reader);
    bool has_value = word != NULL && strcmp(word, "within") != 0;
    if (kind == NULL)
        return tool_prompt_reader_fail(
            reader, "write what to wait for: until haptic right within 0.5 s, until event "
                    "action action=grab value=true within 30 frames, or until focused");
    if (!has_value)
        cJSON_AddTrueToObject(until, kind);
    else if (strcmp(kind, "unchanged") == 0)
        cJSON_AddItemToObject(until, kind,
                              tool_prompt_reader_value(tool_prompt_reader_next(reader)));
    else
        cJSON_AddStringToObject(until, kind, tool_prompt_reader_next(reader));
    read_conditions(reader, until, kind);
    if (tool_prompt_reader_take(reader, "within"))
        return tool_prompt_reader_span(reader, "within_frames", "within_seconds");
    if (strcmp(kind, "focused") == 0)
        return true;
    return tool_prompt_reader_fail(
        reader, "write how long to wait at most: until %s ... within 0.5 s", kind);
}

/* The rest of the line, or a word in double quotes. */
static bool read_name(struct tool_prompt_reader *reader, const char *member)
{
    if (reader->rest[0] == '\0')
        return tool_prompt_reader_fail(reader, "write the marker's name: %s grabbed",
                                       reader->split.words[0]);
    cJSON_AddStringToObject(reader->params, member,
                            reader->split.count == 2 ? reader->split.words[1] : reader->rest);
    reader->at = reader->split.count;
    return true;
}

static bool read_mark(struct tool_prompt_reader *reader)
{
    return read_name(reader, "name");
}

/* "grabbed", or "frame 30" */
static bool read_undo(struct tool_prompt_reader *reader)
{
    double frame;
    bool is_seconds;
    if (reader->split.count == 2 && strncmp(reader->split.words[1], "mark=", 5) == 0)
        return true; /* a member, as of any request */
    if (reader->split.count != 3 || strcmp(reader->split.words[1], "frame") != 0)
        return read_name(reader, "mark");
    if (!tool_prompt_reader_is_number(reader->split.words[2], &frame, &is_seconds))
        return tool_prompt_reader_fail(reader, "write a frame's number: undo frame 30");
    cJSON_AddNumberToObject(reader->params, "frame", frame);
    reader->at = reader->split.count;
    return true;
}

static bool read_events(struct tool_prompt_reader *reader)
{
    cJSON *kinds = reader->split.count > 1 ? cJSON_AddArrayToObject(reader->params, "kinds") : NULL;
    const char *kind;
    while ((kind = tool_prompt_reader_next(reader)) != NULL)
        cJSON_AddItemToArray(kinds, cJSON_CreateString(kind));
    return true;
}

const char *const tool_prompt_words_state[] = {"person",  "actions", "bindings", "profiles",
                                               "haptics", "layers",  "spaces",   "asked",
                                               "threads", NULL};

/* The words behind it choose what is shown. */
static bool read_state(struct tool_prompt_reader *reader)
{
    const char *part;
    while ((part = tool_prompt_reader_next(reader)) != NULL) {
        char suggestion[96], all[160] = "";
        if (us_text_find(tool_prompt_words_state, part) >= 0)
            continue;
        tool_options_suggest(part, tool_prompt_words_state, "", suggestion, sizeof suggestion);
        us_text_join(tool_prompt_words_state, all, sizeof all);
        return tool_prompt_reader_fail(reader, "there is no part '%.*s' of the state%s it has %s",
                                       SHOWN, part, suggestion[0] != '\0' ? suggestion : ";", all);
    }
    return true;
}

static void trim_end(char *line)
{
    for (size_t length = strlen(line); length > 0 && strchr(" \t", line[length - 1]) != NULL;)
        line[--length] = '\0';
}

/* The last "over " or "after " in a line, as a word; NULL: there is none. */
static char *find_time(char *line)
{
    char *found = NULL;
    while ((line = strpbrk(line, " \t")) != NULL && *(line += strspn(line, " \t")) != '\0')
        if (strncmp(line, "over ", 5) == 0 || strncmp(line, "after ", 6) == 0)
            found = line;
    return found;
}

/* Takes "over 0.2" or "after 1 s" off the end of a line, as a member of the command. */
static bool read_time(struct tool_prompt_reader *reader, char *name, cJSON *command)
{
    double number;
    bool is_seconds;
    char *value = strchr(name, ' ');
    *value++ = '\0';
    value += strspn(value, " \t");
    char *end = value + strcspn(value, " \t"), *rest = end + strspn(end, " \t");
    if (strcmp(rest, "s") != 0 && rest[0] != '\0')
        return tool_prompt_reader_fail(reader, "write seconds behind '%s' and nothing else: %s 0.2",
                                       name, name);
    *end = '\0';
    if (!tool_prompt_reader_is_number(value, &number, &is_seconds))
        return tool_prompt_reader_fail(reader, "'%s %.60s' must be seconds: %s 0.2", name, value,
                                       name);
    if (cJSON_HasObjectItem(command, name))
        return tool_prompt_reader_fail(reader, "'%s' stands there twice", name);
    cJSON_AddNumberToObject(command, name, number);
    *name = '\0';
    return true;
}

/* One command: what stands before "over S" and "after S" at its end. */
static bool read_command(struct tool_prompt_reader *reader, char *line)
{
    cJSON *command = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(reader->params, "commands"), command);
    trim_end(line);
    for (char *time; (time = find_time(line)) != NULL; trim_end(line))
        if (!read_time(reader, time, command))
            return false;
    cJSON_AddStringToObject(command, "line", line);
    return true;
}

/* A command of the person, and no other word of the prompt, in the text of a line. What is no word
 * at all, the drive refuses. */
static bool check_joined(struct tool_prompt_reader *reader, const char *text, const char *command)
{
    char first[32];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(command, " \t"), command);
    if (tool_prompt_words_is_subject(first) ||
        (tool_drive_method_find(first) == NULL && tool_prompt_words_help(first) == NULL))
        return true;
    if (command == text + strspn(text, " \t"))
        return tool_prompt_reader_fail(reader, "'do' is for what the person does; type: %s",
                                       command);
    return tool_prompt_reader_fail(reader,
                                   "';' joins only what the person does; type '%s' on a line of "
                                   "its own",
                                   command);
}

/* "right profile oculus/touch_controller; right squeeze/value 1 over 0.2" */
static bool read_do(struct tool_prompt_reader *reader, const char *line)
{
    char text[TOOL_PROMPT_LINE];
    snprintf(text, sizeof text, "%s", line);
    cJSON_AddArrayToObject(reader->params, "commands");
    for (char *at = text, *next_at; at != NULL; at = next_at) {
        next_at = strchr(at, ';');
        if (next_at != NULL)
            *next_at++ = '\0';
        at += strspn(at, " \t");
        if (*at != '\0' && (!check_joined(reader, text, at) || !read_command(reader, at)))
            return false;
    }
    reader->at = reader->split.count;
    return true;
}

/* ---- The table of words ---- */

static const char aim_help[] =
    "point_at|poke|grab_at left|right TARGET [over S] [after S] [depth M] [shape WORD]\n"
    "look_at|gaze_at TARGET [over S] [after S]\n"
    "  A hand, the head or the eyes go for what the newest picture shows. TARGET is a place, U V,\n"
    "  or 'patch FILE', as of locate, or 'point X Y Z' in metres of LOCAL:\n"
    "    point_at right 0.6 0.4\n";

static const struct word {
    const char *name, *method; /* NULL: the name */
    bool (*read)(struct tool_prompt_reader *reader);
    const char *help;
} words[] = {
    {"advance", NULL, read_advance,
     "advance [N | N frames | S s]\n  Let one frame come, N frames, or S seconds of them.\n"},
    {"until", "advance", read_until,
     "until haptic left|right|any within S s|N frames\n"
     "until event NAME [FIELD=VALUE ...] within S s|N frames\n"
     "until focused, or until layer|picture|unchanged|output|matches VALUE within ...\n"
     "  Let frames come until it happens: a vibration, a line of the event log, or the focus.\n"
     "  Behind an event or a layer stand fields of it. Behind picture and unchanged may stand\n"
     "  part=view-1 (of the picture; view-0 unless given), threshold=0.05 (by how much a colour\n"
     "  may be off, 0 to 1; 0.02 unless given), allow=0.01 (which share of the pixels may be),\n"
     "  ssim=0.95 (compare as a person sees it) and every=5 (look at each fifth frame only);\n"
     "  behind output and matches stream=stderr and from_start=true:\n"
     "    until picture good.png threshold=0.05 every=5 within 2 s\n"},
    {"picture", NULL, NULL, "picture\n  Let one frame come, and take a picture of it.\n"},
    {"locate", NULL, tool_prompt_reader_locate,
     "locate U V [view N] [distance M] [layer N] [frame N]\n"
     "locate patch FILE [view N] [distance M]\n"
     "  Where in LOCAL that is which the newest picture shows at this place: 0 0 is the left\n"
     "  upper corner, 1 1 the right lower one. A patch is a PNG file cut from a picture.\n"},
    {"point_at", "aim", tool_prompt_reader_aim, aim_help},
    {"poke", "aim", tool_prompt_reader_aim, aim_help},
    {"grab_at", "aim", tool_prompt_reader_aim, aim_help},
    {"look_at", "aim", tool_prompt_reader_aim, aim_help},
    {"gaze_at", "aim", tool_prompt_reader_aim, aim_help},
    {"mark", NULL, read_mark, "mark NAME\n  Set a marker in the recording.\n"},
    {"undo", NULL, read_undo,
     "undo NAME\nundo frame N\n  Go back to a marker or a frame: the app runs again up to "
     "there.\n"},
    {"state", NULL, read_state,
     "state [PART ...]\n  What the person does and what the app asks for; parts are person, "
     "actions,\n  bindings, profiles, haptics, layers, spaces, asked and threads.\n"},
    {"events", NULL, read_events,
     "events [NAME ...]\n  The lines of the event log since the last look, understudy-log(5).\n"},
    {"hello", NULL, NULL, "hello\n  The version, the frame rate, and where the app is.\n"},
    {"stop", NULL, NULL,
     "stop\n  Ask the app to exit, and end the drive. The end of the input does so, too.\n"},
};
enum { WORD_COUNT = sizeof words / sizeof words[0] };

static const char person_help[] =
    "left|right|head|gaze ... [over S] [after S]\n"
    "  What the person does, a line of understudy-person(5) without its time: with over, the "
    "value\n"
    "  gets there in S seconds; with after, that begins S seconds later. It happens while frames\n"
    "  come. Several commands begin at once with ';' between them.\n"
    "    right profile oculus/touch_controller; right squeeze/value 1 over 0.2\n"
    "    head pose 0 0.1 0 30 0 0 after 1\n"
    "  'session ...' is what happens to the session, and 'fault ITEM' a fault as --fault has it:\n"
    "    session recentre\n"
    "    fault lose:left+0.5s\n"
    "    fault freeze:left ... fault end freeze:left\n";

static const char help[] =
    "The app stands still until you let its frames come. Type\n"
    "  left|right|head|gaze ...   what the person does: right squeeze/value 1 over 0.2\n"
    "  advance [N | S s]          let frames come: advance 30, advance 0.5 s\n"
    "  until ... within S s       let frames come until something happens: until haptic right ...\n"
    "  picture                    let a frame come, and take a picture of it\n"
    "  locate U V                 where that is which the picture shows at this place\n"
    "  point_at|poke|grab_at left|right U V   the hand goes for that; look_at and gaze_at, too\n"
    "  mark NAME, undo NAME       set a marker in the recording, and go back to it\n"
    "  state [PART], events [NAME]   what the app does and asks for\n"
    "  stop                       end the drive, and the app\n"
    "  help WORD                  more about a word\n"
    "Any other request of understudy-drive(5) is typed as its name with members: NAME key=value.\n";

static const struct word *find_word(const char *name)
{
    for (unsigned i = 0; i < WORD_COUNT; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    return NULL;
}

bool tool_prompt_words_is_subject(const char *name)
{
    return us_text_find(rt_script_subjects, name) >= 0 || strcmp(name, "fault") == 0;
}

const char *tool_prompt_words_help(const char *name)
{
    const struct word *word = find_word(name);
    if (name[0] == '\0' || strcmp(name, "help") == 0)
        return help;
    if (word != NULL)
        return word->help;
    return tool_prompt_words_is_subject(name) || strcmp(name, "over") == 0 ||
                   strcmp(name, "after") == 0 || strcmp(name, "do") == 0
               ? person_help
               : NULL;
}

/* ---- A line ---- */

_Static_assert(WORD_COUNT + TOOL_DRIVE_METHODS + RT_SCRIPT_SUBJECT_COUNT + 3 <= TOOL_PROMPT_FIRST,
               "there is room for the words");

void tool_prompt_words_list_first(const char *out[TOOL_PROMPT_FIRST])
{
    unsigned count = 0;
    for (int i = 0; i < RT_SCRIPT_SUBJECT_COUNT; i++)
        out[count++] = rt_script_subjects[i];
    out[count++] = "fault";
    for (unsigned i = 0; i < WORD_COUNT; i++)
        out[count++] = words[i].name;
    for (unsigned i = 0; i < TOOL_DRIVE_METHODS; i++)
        if (find_word(tool_drive_methods[i].name) == NULL)
            out[count++] = tool_drive_methods[i].name;
    out[count++] = "help";
    out[count] = NULL;
}

static bool fail_first(struct tool_prompt_reader *reader)
{
    const char *names[TOOL_PROMPT_FIRST];
    char suggestion[96];
    tool_prompt_words_list_first(names);
    tool_options_suggest(reader->split.words[0], names, "", suggestion, sizeof suggestion);
    if (strcmp(reader->split.words[0], "quit") == 0 || strcmp(reader->split.words[0], "exit") == 0)
        snprintf(suggestion, sizeof suggestion, "; 'stop' ends the drive");
    return tool_prompt_reader_fail(reader, "there is no word '%.*s'%s; type help", SHOWN,
                                   reader->split.words[0], suggestion);
}

static bool read_line(struct tool_prompt_reader *reader, const char *line, const char **out_method)
{
    const struct word *word = find_word(reader->split.words[0]);
    reader->at = 1;
    *out_method = word == NULL           ? reader->split.words[0]
                  : word->method != NULL ? word->method
                                         : word->name;
    if (tool_prompt_words_is_subject(reader->split.words[0]) ||
        strcmp(reader->split.words[0], "do") == 0) {
        *out_method = "do";
        return read_do(reader,
                       tool_prompt_words_is_subject(reader->split.words[0]) ? line : reader->rest);
    }
    if (word == NULL && tool_drive_method_find(reader->split.words[0]) == NULL)
        return fail_first(reader);
    if (word != NULL && word->read != NULL && !word->read(reader))
        return false;
    tool_prompt_reader_members(reader, reader->params);
    if (reader->at == reader->split.count)
        return true;
    return tool_prompt_reader_fail(reader, "'%.*s' cannot stand there; type: help %s", SHOWN,
                                   reader->split.words[reader->at], reader->split.words[0]);
}

cJSON *tool_prompt_words_parse(const char *line, char *why, size_t size)
{
    struct tool_prompt_reader reader = {.why = why, .size = size, .params = cJSON_CreateObject()};
    cJSON *request = NULL;
    const char *method = NULL;
    why[0] = '\0';
    const size_t length = strlen(line);
    if (length >= sizeof reader.split.text) {
        tool_prompt_reader_fail(&reader, "a line has at most %d bytes", TOOL_PROMPT_LINE - 1);
    } else {
        memcpy(reader.split.text, line, length + 1);
        reader.rest = line + strspn(line, " \t");
        reader.rest += strcspn(reader.rest, " \t");
        reader.rest += strspn(reader.rest, " \t");
        tool_prompt_reader_split(&reader.split);
        if (read_line(&reader, line, &method)) {
            request = cJSON_CreateObject();
            cJSON_AddStringToObject(request, "method", method);
            cJSON_AddItemToObject(request, "params", reader.params);
            return request;
        }
    }
    cJSON_Delete(reader.params);
    return NULL;
}

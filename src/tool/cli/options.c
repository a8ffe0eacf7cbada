/* SPDX-License-Identifier: MIT */
#include "tool/cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/numbers.h"
#include "tool/cli/text.h"

enum { MAX_NAMES = 64 };

void tool_options_suggest(const char *word, const char *const *names, const char *dashes, char *out,
                          size_t size)
{
    const char *closest = us_text_closest(word, names);
    out[0] = '\0';
    if (closest != NULL)
        snprintf(out, size, "; did you mean '%s%s'?", dashes, closest);
}

US_FORMAT(2, 3)
static bool complain(const struct tool_command_line *line, const char *format, ...)
{
    char text[1900];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    tool_text_complain("%s: %s; see 'understudy %s --help'", line->command->name, text,
                       line->command->name);
    return false;
}

/* Options of earlier versions, whatever command had them, and what to do now. */
static const char *const former[][2] = {
    {"also", "is 'understudy convert RECORDING -o FILE' now"},
    {"angle-rad", "is --allow angle_rad=X now"},
    {"decompress", "is --level 0 now"},
    {"done-file", "is UNDERSTUDY_DONE_FILE=FILE in the environment now"},
    {"events", "is --recorded events now"},
    {"force-focus", "is --start force-focus now"},
    {"from-start", "is --time +SECONDS now"},
    {"gaze", "is --recorded gaze now: the gaze stays where it was recorded"},
    {"gpu", "is VK_DRIVER_FILES= in the environment now: run then chooses no driver"},
    {"grace", "is --end quit:SECONDS of run now"},
    {"headerless", "is gone: a recording of 2019 is recognised"},
    {"ignore", "is --allow ignore=NAMES now"},
    {"list", "is 'understudy perform' alone now"},
    {"log-level", "is --log FILE,LEVEL now"},
    {"mark-on", "is UNDERSTUDY_RECORD_MARK_ON=haptic in the environment now"},
    {"no-create", "is --baseline DIR,required now"},
    {"number", "is --allow number=X now"},
    {"only-asked", "is UNDERSTUDY_RECORD_ONLY_ASKED=1 in the environment now"},
    {"position-m", "is --allow position_m=X now"},
    {"quiet", "is '>/dev/null' of the shell now: what is left are errors"},
    {"ready-file", "is UNDERSTUDY_READY_FILE=FILE in the environment now, for runs that play"},
    {"reduce-degrees", "is --reduce now"},
    {"reduce-mm", "is --reduce now"},
    {"report-html", "is --report FILE.html now"},
    {"report-html-on", "is --report FILE.html,on-failure now"},
    {"ssim", "is --allow ssim=X now"},
    {"threshold", "is --allow threshold=X now"},
    {"timeout", "is UNDERSTUDY_DOCTOR_TIMEOUT=SECONDS in the environment now"},
    {"times", "is --repeat N now"},
    {"trace", "is gone: the page of the report shows the times of frames and calls"},
    {"twice", "is --repeat 2 now"},
    {"update-baseline", "is --baseline DIR,update now"},
    {"user", "is what the command does now, without an option"},
    {"verbose", "is UNDERSTUDY_LOG_LEVEL=debug in the environment now"},
    {"views", "is --recorded views now"},
    {"world", "is --recorded spaces now"},
};

static const char *find_former(const char *name)
{
    size_t length = strcspn(name, "=");
    for (unsigned i = 0; i < sizeof former / sizeof former[0]; i++)
        if (strlen(former[i][0]) == length && strncmp(former[i][0], name, length) == 0)
            return former[i][1];
    return NULL;
}

/* `word` as it was typed. */
static bool unknown(const struct tool_command_line *line, const char *word)
{
    const char *name = word + strspn(word, "-");
    const char *now = find_former(name);
    if (now != NULL)
        return complain(line, "--%.*s %s", (int)strcspn(name, "="), name, now);
    const char *names[MAX_NAMES] = {"help"};
    for (unsigned i = 0; line->options[i].name != NULL && i + 2 < MAX_NAMES; i++)
        names[i + 1] = line->options[i].name;
    char then[64];
    tool_options_suggest(name, names, "--", then, sizeof then);
    return complain(line, "unknown option '%s'%s", word, then);
}

static bool refuse_choice(const struct tool_command_line *line, const struct tool_option *option,
                          const char *word, int length)
{
    char allowed[320] = "";
    us_text_join(option->choices, allowed, sizeof allowed);
    return complain(line, "--%s cannot be '%.*s'; it is one of %s", option->name, length, word,
                    allowed);
}

static bool set_choice(const struct tool_command_line *line, const struct tool_option *option,
                       const char *value)
{
    if (us_text_find(option->choices, value) < 0)
        return refuse_choice(line, option, value, (int)strlen(value));
    *(const char **)option->target = value;
    return true;
}

static bool is_choice(const char *const *choices, const char *word, size_t length)
{
    for (; *choices != NULL; choices++) {
        if (strlen(*choices) == length && strncmp(word, *choices, length) == 0)
            return true;
    }
    return false;
}

/* Every word of the list is looked up; the first that is not allowed is named. */
static bool set_list(const struct tool_command_line *line, const struct tool_option *option,
                     const char *value)
{
    for (const char *word = value;; word++) {
        size_t length = strcspn(word, ",");
        if (!is_choice(option->choices, word, length))
            return refuse_choice(line, option, word, us_text_shown(word, length));
        word += length;
        if (*word == '\0')
            break;
    }
    *(const char **)option->target = value;
    return true;
}

static bool set_number(const struct tool_command_line *line, const struct tool_option *option,
                       const char *value)
{
    char *end;
    errno = 0;
    double number = strtod(value, &end);
    if (option->kind == TOOL_OPTION_SECONDS && end != value && strcmp(end, "s") == 0)
        end++;
    if (end == value || *end != '\0' || !isfinite(number))
        return complain(line, "--%s needs a number%s, not '%s'", option->name,
                        option->kind == TOOL_OPTION_SECONDS ? " of seconds" : "", value);
    *(double *)option->target = number;
    return true;
}

static bool set_value(const struct tool_command_line *line, const struct tool_option *option,
                      const char *value)
{
    if (value == NULL || value[0] == '\0')
        return complain(line, "a value is missing after '--%s'", option->name);
    if (option->kind == TOOL_OPTION_CHOICE)
        return set_choice(line, option, value);
    if (option->kind == TOOL_OPTION_LIST)
        return set_list(line, option, value);
    if (option->kind == TOOL_OPTION_NUMBER || option->kind == TOOL_OPTION_SECONDS)
        return set_number(line, option, value);
    *(const char **)option->target = value;
    return true;
}

static bool set_flag(const struct tool_command_line *line, const struct tool_option *option,
                     bool has_value)
{
    if (has_value)
        return complain(line, "no value is allowed after '--%s'", option->name);
    *(bool *)option->target = true;
    return true;
}

/* Of two values one would be dropped without a word. */
static bool is_repeated(struct tool_command_line *line, const struct tool_option *option)
{
    uint64_t bit = UINT64_C(1) << (option - line->options);
    bool is_second = (line->given & bit) != 0;
    line->given |= bit;
    if (is_second)
        complain(line, "--%s is given twice", option->name);
    return is_second;
}

/* One option at argv[*index], which is moved over its value. */
static bool parse_option(struct tool_command_line *line, int argc, char **argv, int *index)
{
    const char *name = strcmp(argv[*index], "-o") == 0
                           ? "output"
                           : argv[*index] + (strncmp(argv[*index], "--", 2) == 0 ? 2 : 0);
    const char *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    const struct tool_option *option = line->options;
    while (option->name != NULL &&
           (strlen(option->name) != length || strncmp(option->name, name, length) != 0))
        option++;
    if (option->name == NULL || name == argv[*index])
        return unknown(line, argv[*index]);
    if (option->kind == TOOL_OPTION_FLAG)
        return set_flag(line, option, equals != NULL);
    if (is_repeated(line, option))
        return false;
    if (equals != NULL)
        return set_value(line, option, equals + 1);
    *index += 1;
    return set_value(line, option, *index < argc ? argv[*index] : NULL);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

void tool_options_print_help(const struct tool_command *command)
{
    fputs(command->help, stdout);
    if (command->print_more_help != NULL)
        command->print_more_help();
}

/* Whether the command writes a file that the user has not named yet. */
static bool lacks_output(const struct tool_command_line *line)
{
    for (unsigned i = 0; line->options[i].name != NULL; i++)
        if (strcmp(line->options[i].name, "output") == 0)
            return (line->given >> i & 1) == 0;
    return false;
}

/* The operand at argv[index]. */
static bool take_operand(struct tool_command_line *line, char **argv, int index)
{
    char *word = argv[index];
    const bool may_be_empty = line->stops_at_operand || line->takes_none;
    if (word[0] == '\0' && !may_be_empty)
        return complain(line, "an empty name was given: ''");
    if (line->takes_two && line->operand != NULL && line->second == NULL) {
        line->second = word;
        return true;
    }
    if (!line->takes_many && (line->operand != NULL || line->takes_none))
        return complain(line, "the command takes %s; unexpected argument '%s'%s",
                        line->takes_none      ? "no file"
                        : line->takes_two     ? "two files"
                        : line->takes != NULL ? line->takes
                                              : "one file",
                        word, lacks_output(line) ? "; name the new file by --output" : "");
    if (line->takes_many)
        line->operands[line->operand_count++] = word;
    line->operand = word;
    line->rest = index;
    return true;
}

int tool_options_parse(struct tool_command_line *line, int argc, char **argv)
{
    bool options_over = false;
    line->operand = line->second = NULL;
    line->given = 0;
    line->rest = argc;
    line->operands = argv + 1;
    line->operand_count = 0;
    for (int i = 1; i < argc; i++) {
        if (!options_over && is_help(argv[i])) {
            tool_options_print_help(line->command);
            return TOOL_EXIT_OK;
        } else if (!options_over && strcmp(argv[i], "--") == 0) {
            options_over = true;
        } else if (!options_over && argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!parse_option(line, argc, argv, &i))
                return TOOL_EXIT_USAGE;
        } else if (!take_operand(line, argv, i)) {
            return TOOL_EXIT_USAGE;
        } else if (line->stops_at_operand) {
            return TOOL_OPTIONS_GO_ON;
        }
    }
    if (line->takes_none || line->may_take_none ||
        (line->operand != NULL && (!line->takes_two || line->second != NULL)))
        return TOOL_OPTIONS_GO_ON;
    const char *wanted = line->wanted;
    if (wanted == NULL)
        wanted = line->stops_at_operand ? "the app is missing; pass it after --"
                                        : "the recording is missing; pass a file";
    complain(line, "%s", wanted);
    return TOOL_EXIT_USAGE;
}

/* SPDX-License-Identifier: MIT */
/*
 * command: the commands that main calls, and the exit codes that they share.
 */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

enum tool_exit {
    TOOL_EXIT_OK = 0,
    TOOL_EXIT_REPAIRED = 1,  /* check: sound after repair, or a warning remains */
    TOOL_EXIT_DIFFERENT = 1, /* compare: the two differ */
    TOOL_EXIT_UNMET = 1,     /* judge: an expectation is not met */
    TOOL_EXIT_PROBLEMS = 1,  /* doctor: a problem keeps Understudy from playing */
    TOOL_EXIT_REFUSED = 1, /* install, uninstall: a file that install did not write is in the way */
    TOOL_EXIT_USAGE = 2,  /* the command line is wrong; for check also: the recording is unusable */
    TOOL_EXIT_OUTPUT = 3, /* standard output could not be written */
    TOOL_EXIT_APP = 3,    /* run with a verdict: the app failed or crashed */
    TOOL_EXIT_RECORDING = 4, /* the recording is unusable */
    TOOL_EXIT_RUNTIME = 5,   /* run: no OpenXR runtime, no layer, or nothing was played */
    TOOL_EXIT_ENDED = 124,   /* run: run terminated the app; timeout(1) has the same code */
    TOOL_EXIT_CANNOT = 126,  /* run: the app cannot be executed */
    TOOL_EXIT_MISSING = 127, /* run: there is no such app */
    TOOL_EXIT_SIGNAL = 128,  /* run: plus the number of the signal that ended the app */
};

struct tool_command {
    const char *name;
    const char *summary;
    const char *help;                  /* what `understudy COMMAND --help` prints */
    int (*run)(int argc, char **argv); /* argv[0] is the command; returns the exit code */
    void (*print_more_help)(void);     /* prints more after `help`; may be NULL */
};

extern const struct tool_command tool_command_run;
extern const struct tool_command tool_command_drive;
extern const struct tool_command tool_command_record;
extern const struct tool_command tool_command_mark;
extern const struct tool_command tool_command_recover;
extern const struct tool_command tool_command_convert;
extern const struct tool_command tool_command_edit;
extern const struct tool_command tool_command_perform;
extern const struct tool_command tool_command_info;
extern const struct tool_command tool_command_check;
extern const struct tool_command tool_command_sample;
extern const struct tool_command tool_command_view;
extern const struct tool_command tool_command_report;
extern const struct tool_command tool_command_compare;
extern const struct tool_command tool_command_judge;
extern const struct tool_command tool_command_expect;
extern const struct tool_command tool_command_doctor;
extern const struct tool_command tool_command_install;
extern const struct tool_command tool_command_uninstall;
extern const struct tool_command tool_command_mcp;

/* The commands, in the order of the help, ended by NULL; 32 at most. */
extern const struct tool_command *const tool_command_list[];

#endif

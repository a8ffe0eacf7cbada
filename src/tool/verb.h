/* SPDX-License-Identifier: MIT */
/*
 * verb: what main dispatches to, and the exit codes that all verbs share.
 */
#ifndef US_TOOL_VERB_H
#define US_TOOL_VERB_H

enum us_exit {
    US_EXIT_OK = 0,
    US_EXIT_REPAIRED = 1,  /* check: sound after repair, or a warning remains */
    US_EXIT_DIFFERENT = 1, /* diff: the logs differ */
    US_EXIT_UNMET = 1,     /* judge: an expectation is not met */
    US_EXIT_PROBLEMS = 1,  /* doctor: something here keeps Understudy from playing */
    US_EXIT_REFUSED = 1,   /* install, uninstall: what it did not write is in the way */
    US_EXIT_USAGE = 2,  /* the command line is wrong; for check also: the recording is unusable */
    US_EXIT_OUTPUT = 3, /* standard output could not be written */
    US_EXIT_APP = 3,    /* run with a verdict: the app failed or crashed */
    US_EXIT_RECORDING = 4, /* the recording is unusable */
    US_EXIT_RUNTIME = 5,   /* run: no OpenXR runtime, no layer, or nothing was played */
    US_EXIT_ENDED = 124,   /* run: the app had to be ended, as timeout(1) says it */
    US_EXIT_CANNOT = 126,  /* run: the app cannot be executed */
    US_EXIT_MISSING = 127, /* run: there is no such app */
    US_EXIT_SIGNAL = 128,  /* run: plus the number of the signal that ended the app */
};

struct us_verb {
    const char *name;
    const char *summary;
    const char *help;                  /* what `understudy VERB --help` prints */
    int (*run)(int argc, char **argv); /* argv[0] is the verb; returns the exit code */
    const char *help_end;              /* printed behind `help`, which C limits; NULL: nothing */
};

extern const struct us_verb us_verb_run;
extern const struct us_verb us_verb_info;
extern const struct us_verb us_verb_check;
extern const struct us_verb us_verb_sample;
extern const struct us_verb us_verb_diff;
extern const struct us_verb us_verb_judge;
extern const struct us_verb us_verb_compare_images;
extern const struct us_verb us_verb_doctor;
extern const struct us_verb us_verb_install;
extern const struct us_verb us_verb_uninstall;

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Hazard: a program with raised privileges that obeys the environment of whoever started it. The
 * test makes a set-group-id copy of itself and starts that with every setting set: the system
 * itself then says AT_SECURE.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scene.h"

enum { SKIPPED = 77 };

/* An app plays through the layer as without it, and the files that were asked for are not there. */
TEST_OF(app_runs_untouched, struct scene, scene, scene_init(scene, SCENE_ALL), scene_finish(scene))
{
    scene_open(scene, NULL, 0);
    scene_wait_frame(scene, SCENE_START);
    XrSpaceLocation at0 = scene_locate(scene, scene->view, scene->local, SCENE_AT(0), NULL);
    XrSpaceLocation at5 = scene_locate(scene, scene->view, scene->local, SCENE_AT(5), NULL);
    float moved_m = at5.pose.position.x - at0.pose.position.x;
    assert_false(moved_m > 0.49f && moved_m < 0.51f); /* as the recorded head does */
    assert_int_not_equal(access(scene->log, F_OK), 0);
    scene->calls.xrDestroyInstance(scene->instance);
    assert_int_not_equal(access(scene->log, F_OK), 0);
}

static int inside(const char *trap)
{
    if (getauxval(AT_SECURE) == 0) {
        print_message("SKIP: the system raises no privileges in %s\n", trap);
        return SKIPPED;
    }
    int failed = RUN_TESTS(app_runs_untouched);
    /* Nothing but the copy of this program is in the folder. */
    char command[200];
    snprintf(command, sizeof command, "test \"$(ls -A '%s')\" = copy", trap);
    return failed != 0 || system(command) != 0;
}

static bool give_group(const char *path)
{
    gid_t groups[64];
    int count = getgroups(64, groups);
    if (geteuid() == 0)
        return chown(path, (uid_t)-1, 65534) == 0;
    for (int i = 0; i < count; i++)
        if (groups[i] != getegid())
            return chown(path, (uid_t)-1, groups[i]) == 0;
    return false;
}

/* An emulator of another machine runs this program, and the copy that cp made of what runs is the
 * emulator. */
static bool is_emulator(const char *copy)
{
    char program[512];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    struct stat own, copied;
    if (length < 0)
        return false;
    program[length] = '\0';
    return stat(program, &own) == 0 && stat(copy, &copied) == 0 && own.st_size != copied.st_size;
}

static void set_all(const char *folder)
{
    static const char *const files[] = {"UNDERSTUDY_LOG_FILE",   "UNDERSTUDY_EVENTS",
                                        "UNDERSTUDY_READY_FILE", "UNDERSTUDY_DONE_FILE",
                                        "UNDERSTUDY_SHOTS_DIR",  "UNDERSTUDY_PLAY"};
    char path[128];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        setenv(files[i], path, 1);
    }
    setenv("UNDERSTUDY_LOG_LEVEL", "debug", 1);
    setenv("UNDERSTUDY_FORCE_FOCUS", "1", 1);
    setenv("UNDERSTUDY_WORLD", "virtual", 1);
    setenv("UNDERSTUDY_SPEED", "3", 1);
    setenv("UNDERSTUDY_SHOOT", "1", 1);
}

int main(void)
{
    if (hazard_argument != NULL)
        return inside(hazard_argument);
    char folder[] = "/tmp/understudy-secure.XXXXXX", copy[64], command[400];
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(copy, sizeof copy, "%s/copy", folder);
    snprintf(command, sizeof command, "cp /proc/%ld/exe %s", (long)getpid(), copy);
    int code = 1;
    if (system(command) == 0) {
        if (is_emulator(copy)) {
            print_message("SKIP: an emulator runs this program, and raises no rights\n");
            code = SKIPPED;
        } else if (give_group(copy) && chmod(copy, 02755) == 0) {
            set_all(folder);
            snprintf(command, sizeof command, "%s secure %s", copy, folder);
            int status = system(command);
            code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        } else {
            print_message("SKIP: no other group to give a program to\n");
            code = SKIPPED;
        }
    }
    snprintf(command, sizeof command, "rm -rf %s", folder);
    (void)!system(command);
    return code;
}

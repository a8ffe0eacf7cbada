/* SPDX-License-Identifier: MIT */
/* Hazard: files that the layer writes in a folder where someone laid a trap: links, pipes, other
 * people's files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scene.h"
#include "status/output_file.h"

static char folder[64];

static const char *at(const char *name)
{
    static char paths[4][128];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/understudy-output.XXXXXX");
    umask(0);
    alarm(20); /* a pipe that is waited for would hang */
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int finish(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    alarm(0);
    return system(command);
}

static void save(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static size_t read_file(const char *path, char *out, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t length = fread(out, 1, size, file);
    fclose(file);
    return length;
}

static void check(const char *path, const char *text)
{
    char found[64] = "";
    found[read_file(path, found, sizeof found - 1)] = '\0';
    assert_string_equal(found, text);
}

static void check_refused(const char *path, const char *word)
{
    const char *why = NULL;
    assert_int_equal(us_output_file_open(path, 0600, &why), -1);
    if (why == NULL || strstr(why, word) == NULL)
        fail_msg("%s: %s, not %s", path, why != NULL ? why : "no reason", word);
}

TEST(appends_to_own_files_alone)
{
    const char *why = NULL;
    struct stat status;
    int file = us_output_file_open(at("new"), 0600, &why);
    assert_true(file >= 0);
    assert_true(us_output_file_write(file, "one\n", 4));
    close(file);
    assert_int_equal(stat(at("new"), &status), 0);
    assert_int_equal(status.st_mode & 07777, 0600); /* whatever the umask */
    file = us_output_file_open(at("new"), 0600, &why);
    assert_true(us_output_file_write(file, "two\n", 4));
    close(file);
    check(at("new"), "one\ntwo\n");

    save(at("victim"), "victim");
    assert_int_equal(symlink(at("victim"), at("link")), 0);
    check_refused(at("link"), "link");
    assert_int_equal(symlink(at("nothing"), at("dangling")), 0);
    check_refused(at("dangling"), "link");
    assert_int_not_equal(access(at("nothing"), F_OK), 0);
    assert_int_equal(link(at("victim"), at("second")), 0);
    check_refused(at("second"), "other names");
    check(at("victim"), "victim");
    assert_int_equal(mkfifo(at("pipe"), 0666), 0);
    check_refused(at("pipe"), "");
    check_refused(folder, "");
    check_refused("/dev/null", "regular");
}

/* Two things that root alone can arrange: another's file, and to be someone else meanwhile. */
TEST(never_another_users_file)
{
    if (geteuid() != 0) {
        print_message("SKIP: never_another_users_file: only root can give a file away\n");
        skip();
    }
    save(at("theirs"), "");
    assert_int_equal(chmod(at("theirs"), 0666), 0);
    assert_int_equal(chmod(folder, 0777), 0);
    const char *path = at("theirs");
    if (seteuid(65534) != 0) {
        print_message("SKIP: never_another_users_file: no other user here\n");
        skip();
    }
    const char *why = NULL;
    int file = us_output_file_open(path, 0600, &why);
    int back = seteuid(0);
    assert_int_equal(back, 0);
    assert_int_equal(file, -1);
    assert_string_equal(why, "it belongs to another user");
}

TEST(replaces_names_not_what_they_lead_to)
{
    struct stat status;
    char beside[160];
    assert_true(us_output_file_replace(at("new"), "one", 3));
    assert_int_equal(stat(at("new"), &status), 0);
    assert_int_equal(status.st_mode & 07777, 0666); /* without umask */
    assert_true(us_output_file_replace(at("new"), "two", 3));
    check(at("new"), "two");

    save(at("victim"), "victim");
    assert_int_equal(symlink(at("victim"), at("link")), 0);
    assert_true(us_output_file_replace(at("link"), "mine", 4));
    check(at("link"), "mine");
    assert_int_equal(link(at("victim"), at("second")), 0);
    assert_true(us_output_file_replace(at("second"), "mine", 4));
    check(at("victim"), "victim");

    /* Its own name beside it is known beforehand. */
    snprintf(beside, sizeof beside, "%s.%ld.part", at("trap"), (long)getpid());
    assert_int_equal(symlink(at("victim"), beside), 0);
    assert_true(us_output_file_replace(at("trap"), "mine", 4));
    check(at("victim"), "victim");
    assert_int_equal(mkfifo(beside, 0666), 0);
    assert_true(us_output_file_replace(at("trap"), "again", 5));
    check(at("trap"), "again");
    assert_int_equal(mkdir(beside, 0777), 0);
    assert_false(us_output_file_replace(at("trap"), "never", 5));
    check(at("trap"), "again");

    assert_int_equal(mkfifo(at("pipe"), 0666), 0);
    assert_false(us_output_file_replace(at("pipe"), "x", 1));
    assert_int_equal(lstat(at("pipe"), &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_false(us_output_file_replace(folder, "x", 1));
    assert_false(us_output_file_replace(at("no/where"), "x", 1));
}

/* Nothing that the layer writes goes into the recording, under whatever name, or among its own
 * messages. */
TEST_OF(outputs_are_no_inputs, struct scene, scene, scene_init(scene, SCENE_ALL),
        scene_finish(scene))
{
    static const char *const outputs[] = {"UNDERSTUDY_EVENTS", "UNDERSTUDY_READY_FILE",
                                          "UNDERSTUDY_DONE_FILE", "UNDERSTUDY_RECORD"};
    static char before[65536], after[sizeof before];
    char other[200], said[300];
    const size_t size = read_file(scene->recording, before, sizeof before);
    assert_true(size < sizeof before);
    assert_int_equal(link(scene->recording, at("hard.bin")), 0);
    snprintf(other, sizeof other, "/tmp/../%s", scene->recording);
    const char *const names[] = {scene->recording, other, at("hard.bin"), scene->log};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (size_t j = 0; j < sizeof outputs / sizeof outputs[0]; j++)
            setenv(outputs[j], names[i], 1);
        unlink(scene->log);
        scene_start(scene, NULL, 0);
        scene_wait_frame(scene, SCENE_AT(11));
        assert_success(scene->calls.xrDestroyInstance(scene->instance));
        for (size_t j = 0; j < sizeof outputs / sizeof outputs[0]; j++) {
            snprintf(said, sizeof said, "%s=%s is the file of %s: nothing is written to it",
                     outputs[j], names[i], i < 3 ? "UNDERSTUDY_PLAY" : "UNDERSTUDY_LOG_FILE");
            scene_expect_log(scene, said);
            unsetenv(outputs[j]);
        }
        assert_int_equal(read_file(scene->recording, after, sizeof after), size);
        assert_memory_equal(after, before, size);
    }
    /* A message log that would be the recording goes to stderr, whose own file is another one. */
    for (size_t i = 0; i < 3; i++) {
        setenv("UNDERSTUDY_LOG_FILE", names[2 - i], 1);
        scene_open(scene, NULL, 0);
        assert_success(scene->calls.xrDestroyInstance(scene->instance));
        assert_int_equal(read_file(scene->recording, after, sizeof after), size);
        assert_memory_equal(after, before, size);
        unlink(at("hard.bin")); /* a log is not appended to a file of two names anyway */
    }
}

/* Each of the two files may be wanted alone. What is said once stays: playback that has ended does
 * not start again for them. */
TEST(each_status_file_alone)
{
    for (int which = 1; which < 4; which++) {
        const char *ready = at("ready"), *done = at("done");
        char text[256] = "";
        struct scene scene;
        unlink(ready);
        unlink(done);
        scene_init(&scene, SCENE_ALL);
        if (which & 1)
            setenv("UNDERSTUDY_READY_FILE", ready, 1);
        if (which & 2)
            setenv("UNDERSTUDY_DONE_FILE", done, 1);
        scene_start(&scene, NULL, 0);
        scene_wait_frame(&scene, SCENE_AT(11));
        assert_success(scene.calls.xrDestroySession(scene.session));
        scene_begin(&scene);
        scene_tell_state(&scene, XR_SESSION_STATE_FOCUSED);
        scene_wait_frame(&scene, SCENE_AT(20));
        scene_end(&scene);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(access(i == 0 ? ready : done, F_OK) == 0, which >> i & 1);
            if ((which >> i & 1) == 0)
                continue;
            text[read_file(i == 0 ? ready : done, text, sizeof text - 1)] = '\0';
            assert_string_equal(
                text, i == 0 ? "{\"event\":\"started\",\"time_ns\":5000000000,\"frame\":0,"
                               "\"recording_s\":0.000000000}\n"
                             : "{\"event\":\"ended\",\"time_ns\":16000000000,\"frame\":1,"
                               "\"recording_s\":10.000000000}\n");
        }
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, finish, appends_to_own_files_alone, never_another_users_file,
                             replaces_names_not_what_they_lead_to, outputs_are_no_inputs,
                             each_status_file_alone);
}

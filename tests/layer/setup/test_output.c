/* SPDX-License-Identifier: MIT */
/* Hazard: files that the layer writes in a folder where someone laid a trap: links, pipes, other
 * people's files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"
#include "status/output_file.h"
#include "layer/setup/settings.h"
#include "layer/setup/ready_done_files.h"

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

static void check(const char *path, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    found[length] = '\0';
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
TEST(outputs_are_no_inputs)
{
    static const char *const outputs[] = {"UNDERSTUDY_EVENTS", "UNDERSTUDY_READY_FILE",
                                          "UNDERSTUDY_DONE_FILE", "UNDERSTUDY_LOG_FILE"};
    char play[128], other[128];
    snprintf(play, sizeof play, "%s", at("take.bin"));
    snprintf(other, sizeof other, "%s/../%s/take.bin", folder, strrchr(folder, '/') + 1);
    save(play, "keys");
    assert_int_equal(link(play, at("hard.bin")), 0);
    setenv("UNDERSTUDY_PLAY", play, 1);
    setenv("UNDERSTUDY_LOG_LEVEL", "debug", 1);
    setenv("UNDERSTUDY_SPEED", "fast", 1); /* which is said */
    const char *const names[] = {play, other, at("hard.bin")};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct us_settings settings;
        struct us_message_log log;
        for (size_t j = 0; j < sizeof outputs / sizeof outputs[0]; j++)
            setenv(outputs[j], names[i], 1);
        us_settings_init(&settings, &log);
        assert_int_equal(log.file, -1);
        assert_null(settings.events);
        assert_null(settings.ready_file);
        assert_null(settings.done_file);
        us_settings_finish(&settings);
        us_message_log_finish(&log);
        check(play, "keys");
    }
    struct us_settings settings;
    struct us_message_log log;
    setenv("UNDERSTUDY_LOG_FILE", at("messages"), 1);
    setenv("UNDERSTUDY_EVENTS", at("messages"), 1);
    setenv("UNDERSTUDY_READY_FILE", at("ready"), 1);
    us_settings_init(&settings, &log);
    assert_true(log.file >= 0);
    assert_null(settings.events);
    assert_non_null(settings.ready_file);
    us_settings_finish(&settings);
    us_message_log_finish(&log);
    for (size_t j = 0; j < sizeof outputs / sizeof outputs[0]; j++)
        unsetenv(outputs[j]);
    unsetenv("UNDERSTUDY_PLAY");
    unsetenv("UNDERSTUDY_SPEED");
    unsetenv("UNDERSTUDY_LOG_LEVEL");
}

/* Each of the two files may be wanted alone; neither, and there is nothing to do. */
TEST(each_status_file_alone)
{
    struct us_message_log log;
    us_message_log_init(&log, US_MESSAGE_LOG_ERROR, NULL);
    assert_null(us_ready_done_files_open(NULL, NULL, &log));
    for (int which = 1; which < 4; which++) {
        const char *ready = at("ready"), *done = at("done");
        char text[256] = "";
        unlink(ready);
        unlink(done);
        struct us_ready_done_files *files =
            us_ready_done_files_open(which & 1 ? ready : NULL, which & 2 ? done : NULL, &log);
        assert_non_null(files);
        us_ready_done_files_report(files, US_READY_DONE_FILES_STARTED, 77, 5, 0.5);
        us_ready_done_files_report(files, US_READY_DONE_FILES_ENDED, 78, 6, 1.5);
        us_ready_done_files_report(files, US_READY_DONE_FILES_STARTED, 79, 7, 2.5); /* too late */
        us_ready_done_files_close(files);
        for (int i = 0; i < 2; i++) {
            FILE *file = fopen(i == 0 ? ready : done, "r");
            assert_int_equal(file != NULL, which >> i & 1);
            if (file == NULL)
                continue;
            assert_non_null(fgets(text, sizeof text, file));
            fclose(file);
            assert_string_equal(text, i == 0 ? "{\"event\":\"started\",\"time_ns\":77,\"frame\":5,"
                                               "\"recording_s\":0.500000000}\n"
                                             : "{\"event\":\"ended\",\"time_ns\":78,\"frame\":6,"
                                               "\"recording_s\":1.500000000}\n");
        }
    }
    us_message_log_finish(&log);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(begin, finish, appends_to_own_files_alone, never_another_users_file,
                             replaces_names_not_what_they_lead_to, outputs_are_no_inputs,
                             each_status_file_alone);
}

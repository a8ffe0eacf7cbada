/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "session/open_recording.h"
#include "status/run_status.h"
#include "status/setting_table.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/temporary_files.h"
#include "tool/cli/text.h"
#include "tool/drive/drive.h"
#include "tool/drive/prompt/prompt.h"
#include "tool/drive/prompt/prompt_terminal.h"
#include "tool/drive/server/drive_outputs.h"
#include "tool/drive/server/drive_server.h"
#include "tool/drive/server/drive_socket.h"
#include "tool/process/launch.h"
#include "tool/run/run_options.h"
#include "tool/run_folder/run_facts.h"
#include "tool/run_folder/run_folder.h"

/* So long an app may ask for no frame, where --stall says nothing else. */
#define STALL_S 60.0

static const char help[] =
    "usage: understudy drive [--socket PATH | --stdio] [options] -- APP [ARGUMENTS ...]\n"
    "\n"
    "Start an app, and say live what the person in the headset does, in exact steps: each frame\n"
    "of the app waits until you let it come. Type at the prompt ('help' lists the words), give a\n"
    "script of the same lines on standard input, or let a client ask, understudy-drive(5). The\n"
    "drive is kept as a recording, which 'understudy run --play' plays.\n"
    "\n";

static void print_more_help(void)
{
    char keys[TOOL_COCKPIT_SEAT_HELP];
    tool_run_options_print_help(true);
    tool_cockpit_seat_describe(keys, sizeof keys);
    if (keys[0] != '\0')
        printf("\nMouse, keyboard and gamepad with --headless --window:\n%s", keys);
    fputs("\nExit codes: those of run, see 'understudy help run'; 3 also if the recording of the "
          "drive, or\nthe answers to a script, could not be written.\n",
          stdout);
}

/* A drive while it lasts. */
struct session {
    struct tool_run_request request;
    struct tool_verdict_run verdict_run;
    struct tool_drive drive;
    struct tool_drive_server server;
    struct tool_drive_socket door;
    struct tool_drive_prompt *prompt; /* NULL: there is none */
    int prompt_code;                  /* what it says of its script */
    struct tool_test_writer writer;
    char *const *app; /* the app and its arguments */
    char folder[PATH_MAX], memory[PATH_MAX], seed[PATH_MAX], log[PATH_MAX], shots[PATH_MAX];
    struct tool_drive_save save;
    bool is_lost; /* the recording is not whole */
};

/* ---- While the app runs ---- */

/* Nothing can be refused any more. */
static bool open_door(void *data)
{
    struct session *session = data;
    return session->door.path[0] == '\0' || tool_drive_socket_open(&session->door);
}

/* Once: an app that begins again is driven by the same clients. */
static void listen_at_door(struct session *session)
{
    const struct tool_run_request *request = &session->request;
    const struct tool_drive_socket *door = &session->door;
    bool is_wanted = !request->quiet || request->drive.socket == NULL;
    if (door->listening >= 0 && session->server.listening < 0 && is_wanted)
        tool_text_complain("drive: listening on %s", door->path);
    session->server.listening = door->listening;
}

/* The app has got its environment, which says where everything is. */
static void begin(void *data)
{
    struct session *session = data;
    listen_at_door(session);
    struct tool_drive *drive = &session->drive;
    const char *log = us_environment_get(us_setting_table[US_SETTING_EVENTS].variable);
    const char *shots = us_environment_get(us_setting_table[US_SETTING_SHOTS_DIR].variable);
    const char *status = us_environment_get("UNDERSTUDY_RUN_STATUS");
    snprintf(drive->shots, sizeof drive->shots, "%s", shots != NULL ? shots : "");
    drive->status = us_run_status_open(status);
    drive->stall_s = isnan(session->request.stall_s) ? STALL_S : session->request.stall_s;
    tool_live_person_start_faults(drive->world.person,
                                  us_environment_get(us_setting_table[US_SETTING_FAULT].variable));
    tool_drive_save_begin(&session->save, &drive->world, session->request.quiet);
    if (tool_log_tail_open(&drive->log, log != NULL ? log : "",
                           us_environment_get("UNDERSTUDY_EVENTS_RING")) &&
        tool_drive_server_begin(&session->server) && tool_drive_prompt_start(session->prompt))
        return;
    tool_text_complain("drive: nobody can drive: %s", strerror(errno));
    tool_launch_end_app();
}

static void end_prompt(struct session *session)
{
    if (session->prompt != NULL)
        session->prompt_code = tool_drive_prompt_end(session->prompt, session->drive.ending);
    session->prompt = NULL;
}

/* What belongs to the app that has ended. `begin` makes it again. */
static bool restart(struct session *session)
{
    struct tool_drive *drive = &session->drive;
    struct us_run_status *status = (struct us_run_status *)drive->status;
    char log[PATH_MAX];
    tool_drive_save_leave(&session->save);
    snprintf(log, sizeof log, "%s", drive->log.path);
    tool_log_tail_close(&drive->log);
    if (status != NULL)
        us_run_status_clear(status);
    us_run_status_close(status);
    drive->status = NULL;
    if (!session->request.quiet)
        tool_text_complain("drive: the app begins again, up to frame %lld",
                           (long long)drive->task.target - 1);
    return tool_drive_undo_restart(drive, log);
}

static bool end(void *data, const struct tool_launch_end *how)
{
    struct session *session = data;
    struct tool_drive *drive = &session->drive;
    const struct tool_drive_world *world = &drive->world;
    if (tool_drive_server_end(&session->server, how) && restart(session))
        return true;
    tool_drive_server_close(&session->server);
    end_prompt(session);
    tool_drive_task_drop(drive);
    tool_log_tail_close(&drive->log);
    cJSON_Delete(drive->seen);
    us_run_status_close((struct us_run_status *)drive->status);
    bool has_test = tool_driven_test_end(&session->writer, drive, &session->request, session->app);
    session->is_lost = !world->is_whole || drive->undo.has_lost || !has_test;
    tool_drive_undo_finish(drive);
    bool stays = tool_drive_save_end(&session->save, world);
    if (stays)
        tool_run_facts_add_drive(session->verdict_run.facts, world->save);
    if (stays && !session->request.quiet)
        tool_text_complain("drive: %s is the recording of the drive: %llu frame%s, %.2f s",
                           world->save, (unsigned long long)world->put, world->put == 1 ? "" : "s",
                           (double)(world->put - 1) / world->hz);
    /* tidy() removes the folder later, with what is in it. */
    if (!us_path_remove_folder(session->shots) && errno == ENOTEMPTY && !session->request.quiet)
        tool_text_complain("drive: the pictures in %s go away now; pass --shots DIR to keep them",
                           session->shots);
    return false;
}

static void abandon(void *data)
{
    const struct session *session = data;
    tool_drive_world_rescue(&session->drive.world);
}

/* ---- Before the app starts ---- */

static double choose_rate(const struct tool_run_request *request)
{
    double hz = tool_run_request_clock_hz(request);
    if (hz <= 0.0)
        tool_text_complain("drive: --clock must be frame or real, or frame:HZ or real:HZ with HZ "
                           "from 1 to 1000");
    return hz;
}

/* A name that is free, beside where the user is. */
static bool choose_name(char out[PATH_MAX])
{
    for (unsigned i = 1; i < 10000; i++) {
        us_session_file_name("understudy-drive.mcap", i, out, PATH_MAX);
        if (!us_path_is_there(out))
            return true;
    }
    tool_text_complain("drive: there are 9999 understudy-drive.mcap here; pass --save FILE");
    return false;
}

static bool choose_save(struct session *session, char out[PATH_MAX])
{
    const char *save = session->request.drive.save, *folder = session->verdict_run.out;
    char name[PATH_MAX];
    if (save == NULL && folder != NULL)
        return tool_file_path_make_absolute(folder, name) &&
               tool_run_folder_part(name, TOOL_RUN_DRIVE, out);
    if (!tool_file_path_check_recording("drive", "--save", save))
        return false;
    if (save == NULL && choose_name(name))
        save = session->request.drive.save = strdup(name);
    return save != NULL && tool_file_path_make_absolute(save, out) &&
           tool_drive_save_check(out, session->request.drive.force);
}

/* The prompt is a client like any other. */
static bool open_prompt(struct session *session)
{
    const struct tool_run_drive *given = &session->request.drive;
    bool is_wanted = given->socket == NULL && tool_prompt_streams_are_wanted();
    int in, out;
    if (is_wanted && given->has_cockpit && !us_descriptor_is_terminal(US_DESCRIPTOR_INPUT))
        tool_text_complain("drive: what comes on standard input is for the app, because the window "
                           "drives; for a script, pass --clock frame");
    if (given->has_cockpit)
        return true;
    const bool has_door = session->door.path[0] != '\0';
    if (!is_wanted && !has_door)
        tool_text_complain("drive: nobody can drive: there is no prompt here; pass --stdio, and "
                           "ask by standard input and output, or give a script on standard input");
    if (!is_wanted)
        return has_door;
    session->prompt = tool_drive_prompt_begin(&in, &out);
    if (session->prompt != NULL)
        tool_drive_client_open(&session->server.clients[0], in, out);
    return session->prompt != NULL;
}

static bool choose_door(struct session *session)
{
    const struct tool_run_drive *given = &session->request.drive;
    struct tool_drive_server *server = &session->server;
    const char *log = session->request.settings[US_SETTING_EVENTS].text;
    if (given->stdio && given->socket != NULL)
        tool_text_complain("drive: --stdio excludes --socket; choose one of them");
    else if (given->stdio && log != NULL && strcmp(log, "-") == 0)
        tool_text_complain("drive: --stdio excludes --log -, because the answers are on standard "
                           "output; pass --log FILE");
    else if (given->stdio && given->on_leave != NULL && strcmp(given->on_leave, "hold") == 0)
        tool_text_complain("drive: --stdio excludes --on-leave hold: nobody could come after the "
                           "end of the input; choose continue or quit");
    else if (given->stdio) {
        bool is_taken = tool_drive_client_take_stdio(&server->clients[0]);
        if (!is_taken)
            tool_text_complain("drive: --stdio: %s", strerror(errno));
        return is_taken;
    } else
        return tool_drive_socket_choose(&session->door, given->socket, session->folder) &&
               open_prompt(session);
    return false;
}

/* Lets the user drive in the window, and nobody else. */
static bool choose_seat(struct session *session)
{
    char path[PATH_MAX];
    if (!session->request.drive.has_cockpit)
        return true;
    if (!tool_file_path_join(session->folder, "/cockpit", path) ||
        (session->server.seat = tool_cockpit_seat_open(path, session->request.quiet)) == NULL)
        return false;
    session->server.driver = TOOL_DRIVE_CLIENTS;
    return us_environment_set("UNDERSTUDY_HEADLESS_COCKPIT", path);
}

static void choose_leave(struct session *session)
{
    const char *word = session->request.drive.on_leave;
    if (word == NULL)
        word = session->request.drive.stdio ? "quit" : "hold";
    session->server.on_leave = strcmp(word, "quit") == 0       ? TOOL_DRIVE_QUIT
                               : strcmp(word, "continue") == 0 ? TOOL_DRIVE_CONTINUE
                                                               : TOOL_DRIVE_HOLD;
}

/* The seed recording, the memory, and a log and a place for pictures where none are kept. */
static bool prepare(struct session *session)
{
    struct tool_run_request *request = &session->request;
    const struct tool_verdict_run *verdict_run = &session->verdict_run;
    struct tool_run_setting *settings = request->settings;
    double hz = choose_rate(request);
    if (hz <= 0.0 || !tool_temporary_files_make_folder(session->folder) ||
        !tool_file_path_join(session->folder, "/drive.mcap", session->seed) ||
        !tool_file_path_join(session->folder, "/log.jsonl", session->log) ||
        !tool_file_path_join(session->folder, "/pictures", session->shots) ||
        !tool_drive_world_begin(&session->drive.world, hz, session->seed, session->memory) ||
        !choose_save(session, session->drive.world.save))
        return false;
    if (request->platform.is_paced)
        session->drive.world.pace.period_ns = llround(1e9 / hz);
    settings[US_SETTING_PLAY].text = session->seed;
    settings[US_SETTING_END].text = "quit";
    request->drive.memory = session->memory;
    request->drive.opens = open_door;
    request->drive.started = begin;
    request->drive.ended = end;
    request->drive.abandoned = abandon;
    request->drive.data = session;
    if (verdict_run->out != NULL || verdict_run->baseline_order.folder != NULL ||
        request->html.path != NULL)
        return true;
    if (settings[US_SETTING_EVENTS].text == NULL)
        settings[US_SETTING_EVENTS].text = session->log;
    if (settings[US_SETTING_SHOTS_DIR].text == NULL)
        settings[US_SETTING_SHOTS_DIR].text = session->shots;
    return true;
}

static void tidy(struct session *session)
{
    end_prompt(session); /* of an app that was never started */
    tool_drive_server_close(&session->server);
    tool_drive_socket_close(&session->door);
    tool_cockpit_seat_close(session->server.seat);
    tool_drive_world_end(&session->drive.world);
    if (session->memory[0] != '\0')
        us_path_remove(session->memory);
    if (session->folder[0] != '\0')
        us_temporary_remove(session->folder);
}

static int run(int argc, char **argv)
{
    static struct session session;
    int app;
    tool_text_name_run(tool_command_drive.name);
    int code = tool_run_options_parse(&tool_command_drive, argc, argv, &session.request,
                                      &session.verdict_run, &app);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    session.door.listening = -1;
    session.server = (struct tool_drive_server){
        .drive = &session.drive, .listening = -1, .driver = -1, .asker = -1};
    for (int i = 0; i < TOOL_DRIVE_CLIENTS; i++)
        tool_drive_client_open(&session.server.clients[i], -1, -1);
    choose_leave(&session);
    code = TOOL_EXIT_USAGE;
    session.app = argv + app;
    bool is_ready = tool_driven_test_begin(&session.writer, &session.drive, &session.request) &&
                    prepare(&session) && choose_door(&session) && choose_seat(&session);
    snprintf(session.drive.world.app, sizeof session.drive.world.app, "%s",
             us_path_name(argv[app]));
    if (is_ready)
        code = tool_run_perform(&session.request, &session.verdict_run, argv + app);
    tidy(&session);
    if (code == TOOL_EXIT_OK)
        code = session.is_lost ? TOOL_EXIT_OUTPUT : session.prompt_code;
    return code;
}

const struct tool_command tool_command_drive = {
    "drive", "start an app and let a client drive the person", help, run, print_more_help};

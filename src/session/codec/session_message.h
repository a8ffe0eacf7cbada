/* SPDX-License-Identifier: MIT */
/*
 * session_message: the messages of a session recording, as plain C structs.
 *
 * docs/session.md describes the file. These structs hold the same facts. The layer fills them and
 * hands copies to session_recorder.h; session_reader.h fills them from a file. Each struct is
 * complete: "only where changed" is a matter of the file, and the reader fills in what did not
 * change. They hold no pointers and have fixed sizes, because they wait in shared memory.
 *
 * Times are XrTime in nanoseconds. Poses are float32 in OpenXR's axes (right-handed, Y up, -Z
 * forward), in metres and unit quaternions. `struct us_pose` has the members of XrPosef in the same
 * order, and `struct us_vec3` those of XrVector3f. If nothing else is said, a pose is in the
 * recording's reference: the space LOCAL as it was when the session began. Values are stored bit
 * for bit as they were given, NaN included.
 *
 * Flags have the values of the OpenXR specification. Zeroed memory is a message in which nothing is
 * recorded. Strings are UTF-8, end with NUL, and are cut where they are longer than their array.
 */
#ifndef US_SESSION_MESSAGE_H
#define US_SESSION_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/pose.h"

/* A reader leaves out messages of later times. Times up to 36 years later, or the same span before
 * 0, and all differences between them therefore fit into 64 bits. This does not hold for the times
 * inside of messages.
 */
#define US_SESSION_TIME_SLACK (INT64_C(1) << 60)
#define US_SESSION_TIME_MAX (INT64_MAX - US_SESSION_TIME_SLACK)

enum {
    US_SESSION_NAME_SIZE = 128, /* application, engine, runtime and extension names */
    US_SESSION_PATH_SIZE = 128, /* component and profile paths */
    US_SESSION_TEXT_SIZE = 256, /* system and marker names, texts of events */
    US_SESSION_ACTION_SIZE = 64,
    US_SESSION_EXTENSIONS_MAX = 128,
    US_SESSION_VIEWS_MAX = 4,
    US_SESSION_MASK_TYPES = 3, /* XrVisibilityMaskTypeKHR: 1 to 3 */
    US_SESSION_MASKS_MAX = US_SESSION_MASK_TYPES * US_SESSION_VIEWS_MAX,
    US_SESSION_MASK_VERTICES_MAX = 512,
    US_SESSION_MASK_INDICES_MAX = 1536,
    US_SESSION_JOINTS = 26,          /* XR_HAND_JOINT_COUNT_EXT, in the order of XrHandJointEXT */
    US_SESSION_COMPONENTS_MAX = 256, /* of all top level user paths and profiles together */
    US_SESSION_PROFILES_MAX = 64,
    US_SESSION_BYTES_MAX = 3072,         /* of one struct that this version does not know */
    US_SESSION_MESH_VERTICES_MAX = 4096, /* of a hand */
    US_SESSION_MESH_INDICES_MAX = 24576,
    US_SESSION_MESH_JOINTS_MAX = 64,
    US_SESSION_MESH_VALUES = 512, /* of one message */
};

enum us_session_hand { US_SESSION_LEFT, US_SESSION_RIGHT, US_SESSION_HANDS };

/* The top level user paths that an interaction profile can be current for. */
enum us_session_user {
    US_SESSION_USER_LEFT,      /* /user/hand/left */
    US_SESSION_USER_RIGHT,     /* /user/hand/right */
    US_SESSION_USER_HEAD,      /* /user/head */
    US_SESSION_USER_GAMEPAD,   /* /user/gamepad */
    US_SESSION_USER_TREADMILL, /* /user/treadmill */
    US_SESSION_USER_EYES,      /* /user/eyes_ext */
    US_SESSION_USERS
};

/* The time that is so much later, or the last or first one that fits into 64 bits. */
int64_t us_session_time_add(int64_t time_ns, int64_t span_ns);
/* From one time to another, any two of them. */
double us_session_seconds_between(int64_t from_ns, int64_t to_ns);

/* Whether two sides are those of a STAGE whose extent is known: finite, and above 0. */
bool us_session_has_extent(float width_m, float depth_m);

/* Playback gives an app the inputs that are at most this long after a frame as those of the frame.
 * It is less than half a frame of the fastest clock, and more than a clock that counts frames loses
 * in an hour. */
#define US_SESSION_INPUT_AHEAD_NS INT64_C(400000)

/* The path, for example "/user/hand/left"; "" outside the enum. */
const char *us_session_user_path(enum us_session_user user);
/* The user of a path such as "/user/hand/left/input/trigger/value", and what is behind it:
 * "/input/trigger/value", or "" of the user's own path. US_SESSION_USERS: it is nobody's, and
 * nothing is written. */
enum us_session_user us_session_path_user(const char *path, const char **out_rest);

/* ---- /session: once, before everything else ---- */

struct us_session_extension {
    char name[US_SESSION_NAME_SIZE];
    bool added; /* the layer enabled it; the app did not ask for it */
};

struct us_session_view_size {
    uint32_t width, height, samples; /* recommended for one view */
};

/* XrVisibilityMaskKHR of a view. */
struct us_session_mask {
    uint32_t view, type; /* type: XrVisibilityMaskTypeKHR */
    uint32_t vertex_count, index_count;
    float vertices[2 * US_SESSION_MASK_VERTICES_MAX]; /* X and Y of each, on the plane z = -1 */
    uint16_t indices[US_SESSION_MASK_INDICES_MAX];    /* each below vertex_count */
};

struct us_session_info {
    int64_t time_ns; /* XrTime when the session began */
    /* The same instant on CLOCK_MONOTONIC and on CLOCK_REALTIME. */
    int64_t monotonic_ns, wall_ns;

    char app_name[US_SESSION_NAME_SIZE], engine_name[US_SESSION_NAME_SIZE];
    uint32_t app_version, engine_version;
    uint64_t api_version; /* XrVersion that the app asked for */
    char runtime_name[US_SESSION_NAME_SIZE];
    uint64_t runtime_version; /* XrVersion */
    char system_name[US_SESSION_TEXT_SIZE];
    uint64_t system_id;
    uint32_t vendor_id;
    bool orientation_tracking, position_tracking, hand_tracking, eye_gaze;
    /* `understudy drive` wrote it: frame after frame, while the app waited. Nothing that the app
     * was told depends on a later frame, and no session of the app begins it again. */
    bool is_driven;

    uint32_t form_factor;        /* XrFormFactor; 0: unknown */
    uint32_t view_configuration; /* XrViewConfigurationType; 0: unknown */
    uint32_t blend_mode;         /* XrEnvironmentBlendMode; 0: unknown */
    uint32_t view_count;
    struct us_session_view_size views[US_SESSION_VIEWS_MAX];
    uint32_t mask_count; /* 0: none was recorded */
    struct us_session_mask masks[US_SESSION_MASKS_MAX];

    uint32_t extension_count;
    struct us_session_extension extensions[US_SESSION_EXTENSIONS_MAX];
};

/* ---- /components: once, when the app has attached its action sets, before the first input ---- */

enum us_session_component_type {
    US_SESSION_COMPONENT_BOOLEAN,
    US_SESSION_COMPONENT_FLOAT,
    US_SESSION_COMPONENT_VECTOR2,
    US_SESSION_COMPONENT_TYPES
};

/* That of a component of this XrActionType: boolean, float or vector2f. */
enum us_session_component_type us_session_component_type_of(int action_type);

struct us_session_component {
    char path[US_SESSION_PATH_SIZE]; /* "/user/hand/left/input/trigger/value" */
    enum us_session_component_type type;
};

struct us_session_components {
    uint32_t profile_count, count;
    /* "/interaction_profiles/khr/simple_controller" */
    char profiles[US_SESSION_PROFILES_MAX][US_SESSION_PATH_SIZE];
    struct us_session_component components[US_SESSION_COMPONENTS_MAX];
};

/* The place of the component with this path; `count`: there is none. The search begins at `hint`.
 */
uint32_t us_session_component_find(const struct us_session_components *table, const char *path,
                                   uint32_t hint);

/* Whether it is one number of a stick or a pad, "/user/hand/left/input/thumbstick/x". */
bool us_session_component_is_axis(const struct us_session_component *component);
/* The place of the vector of which an axis is one number; `count`: it is not there, or the
 * component is no axis. An app that asks for the axis gets that of the vector. */
uint32_t us_session_component_vector(const struct us_session_components *table, uint32_t axis);

/* The path of a profile by its number in an input, which is 0 for none: "" where it has none. */
const char *us_session_profile_path(const struct us_session_components *table, unsigned number);

/* ---- /frame: one for each frame, at its predicted display time ---- */

/* Flags of a location: the values of XrSpaceLocationFlags, and two more for velocities. */
enum {
    US_SESSION_ORIENTATION_VALID = 1,
    US_SESSION_POSITION_VALID = 2,
    US_SESSION_ORIENTATION_TRACKED = 4,
    US_SESSION_POSITION_TRACKED = 8,
    US_SESSION_LINEAR_VALID = 16,
    US_SESSION_ANGULAR_VALID = 32,
    US_SESSION_BOTH_VALID = US_SESSION_ORIENTATION_VALID | US_SESSION_POSITION_VALID,
    US_SESSION_BOTH_TRACKED = US_SESSION_ORIENTATION_TRACKED | US_SESSION_POSITION_TRACKED,
    US_SESSION_BOTH_MOVING = US_SESSION_LINEAR_VALID | US_SESSION_ANGULAR_VALID,
};

/* Whether the orientation and the position are valid; of flags of OpenXR, too. */
static inline bool us_session_is_placed(uint64_t flags)
{
    return (flags & US_SESSION_BOTH_VALID) == US_SESSION_BOTH_VALID;
}

struct us_session_location {
    bool is_recorded; /* false: nobody asked the runtime for it */
    bool is_active;   /* of pose actions: isActive; of everything else true */
    uint8_t flags;
    struct us_pose pose;          /* kept if one of the valid flags is set */
    struct us_vec3 linear_m_s;    /* kept if US_SESSION_LINEAR_VALID is set */
    struct us_vec3 angular_rad_s; /* kept if US_SESSION_ANGULAR_VALID is set */
};

/*
 * Of the flags of a location, those whose values can be played: a value that is not finite, and a
 * rotation whose length is not 1 to about one percent, is neither valid nor tracked.
 */
uint8_t us_session_playable(uint8_t flags, const struct us_pose *pose,
                            const struct us_vec3 *linear_m_s, const struct us_vec3 *angular_rad_s);

struct us_session_fov {
    float left_rad, right_rad, up_rad, down_rad; /* in the order of XrFovf */
};

struct us_session_view {
    struct us_pose pose; /* in VIEW at the same time */
    struct us_session_fov fov;
};

enum us_session_space {
    US_SESSION_SPACE_LOCAL,
    US_SESSION_SPACE_LOCAL_FLOOR,
    US_SESSION_SPACE_STAGE,
    US_SESSION_SPACES
};

enum us_session_hand_pose {
    US_SESSION_POSE_GRIP,
    US_SESSION_POSE_AIM,
    US_SESSION_POSE_PALM,  /* palm_ext or grip_surface */
    US_SESSION_POSE_PINCH, /* pinch_ext */
    US_SESSION_POSE_POKE,  /* poke_ext */
    US_SESSION_POSES
};

struct us_session_joint {
    uint8_t flags;
    struct us_pose pose;
    float radius_m;
    struct us_vec3 linear_m_s;    /* kept if US_SESSION_LINEAR_VALID is set */
    struct us_vec3 angular_rad_s; /* kept if US_SESSION_ANGULAR_VALID is set */
};

struct us_session_hand_joints {
    bool is_recorded;     /* false: nobody asked the runtime for this hand */
    bool is_active;       /* XrHandJointLocationsEXT::isActive */
    uint32_t data_source; /* XrHandTrackingDataSourceEXT; 0: unknown */
    /* Poses and radii of an inactive hand are not kept. */
    struct us_session_joint joints[US_SESSION_JOINTS];
};

/* Bits of XrHandTrackingAimFlagsFB */
enum {
    US_SESSION_AIM_COMPUTED = 1,
    US_SESSION_AIM_VALID = 2,
    US_SESSION_AIM_INDEX_PINCHING = 4,
};

/* XrHandTrackingAimStateFB */
struct us_session_hand_aim {
    bool is_recorded;
    uint64_t status; /* XrHandTrackingAimFlagsFB */
    struct us_pose pose;
    float pinch_index, pinch_middle, pinch_ring, pinch_little;
};

enum us_session_presence {
    US_SESSION_PRESENCE_UNKNOWN,
    US_SESSION_PRESENCE_ABSENT,
    US_SESSION_PRESENCE_PRESENT
};

struct us_session_frame {
    int64_t time_ns;   /* predicted display time */
    int64_t period_ns; /* predicted display period */
    uint64_t number;   /* from 1, in the order of xrWaitFrame */
    bool should_render;
    /* XrSessionState that the app had got when it waited for the frame; 0: none. Playback begins
     * with the first frame of a focused session, and so does the recording's time. */
    uint32_t session_state;
    struct us_session_location head; /* VIEW */
    uint32_t view_flags;             /* XrViewStateFlags */
    uint32_t view_count;             /* 0: not recorded */
    struct us_session_view views[US_SESSION_VIEWS_MAX];
    struct us_session_location spaces[US_SESSION_SPACES]; /* without velocities */
    bool has_stage_bounds;
    float stage_width_m, stage_depth_m; /* xrGetReferenceSpaceBoundsRect of STAGE */
    struct us_session_hand_joints hands[US_SESSION_HANDS];
    struct us_session_hand_aim aims[US_SESSION_HANDS];
    struct us_session_location gaze;
    int64_t gaze_time_ns; /* XrEyeGazeSampleTimeEXT; 0: unknown */
    struct us_session_location poses[US_SESSION_HANDS][US_SESSION_POSES];
    enum us_session_presence presence;
    float refresh_rate_hz; /* 0: unknown */
};

/* ---- /input: one for each xrSyncActions; the file holds those that differ from the last ---- */

struct us_session_value {
    float x, y; /* a truth value is 0 or 1 in x; y is 0 unless it is a vector */
};

/* The value of a boolean action that is bound to a number: the runtime makes a number true at a
 * threshold that only the runtime knows. */
enum us_session_truth { US_SESSION_TRUTH_UNKNOWN, US_SESSION_TRUTH_FALSE, US_SESSION_TRUTH_TRUE };

struct us_session_input {
    /* The predicted display time of the newest frame that the app waited for before xrSyncActions;
     * before the first frame, the XrTime of the call. */
    int64_t time_ns;
    int32_t result; /* XrResult of xrSyncActions, for example XR_SESSION_NOT_FOCUSED */
    /* 0: XR_NULL_PATH; otherwise 1 + the index into us_session_components::profiles. */
    uint8_t profiles[US_SESSION_USERS];
    uint32_t count; /* as us_session_components::count */
    /* By the index into us_session_components::components. An inactive component's value is 0. */
    uint8_t active[US_SESSION_COMPONENTS_MAX];
    struct us_session_value values[US_SESSION_COMPONENTS_MAX];
    uint8_t truths[US_SESSION_COMPONENTS_MAX]; /* of numbers: enum us_session_truth */
};

/* ---- /event ---- */

enum us_session_event_kind {
    US_SESSION_EVENT_STATE = 1,       /* value: XrSessionState */
    US_SESSION_EVENT_PROFILE,         /* text: the profile or "", user: whose */
    US_SESSION_EVENT_REFERENCE_SPACE, /* value: XrReferenceSpaceType; change_time_ns; pose, if
                                         has_pose: poseInPreviousSpace. Of STAGE, number and
                                         number2: its width and depth in m when the app was told;
                                         -1: not known then; 0: not recorded */
    US_SESSION_EVENT_PRESENCE,        /* value: 1 present, 0 absent */
    US_SESSION_EVENT_VISIBILITY, /* value: XrViewConfigurationType; value2: view index. Of a drive,
                                    which tells of both views: number: 1 with masks, 0 without
                                  */
    US_SESSION_EVENT_REFRESH_RATE, /* number: the new rate in Hz; number2: the old one */
    US_SESSION_EVENT_OTHER,        /* value: XrStructureType; text: its name, where it is known */
    US_SESSION_EVENT_DROPPED,      /* value: messages that are missing before this one, because the
                                      ring was full. The recorder writes this itself. */
    US_SESSION_EVENT_FAULT, /* text: a fault on purpose, without its moment: it begins now; or "end
                               " and a fault without its length: it ends now. Only `understudy
                               drive` writes it. */
    US_SESSION_EVENT_KINDS
};

struct us_session_event {
    int64_t time_ns; /* of the event if it has a time, otherwise when the app got it */
    enum us_session_event_kind kind;
    enum us_session_user user;
    int64_t value, value2;
    float number, number2;
    int64_t change_time_ns;
    bool has_pose;
    struct us_pose pose;
    char text[US_SESSION_TEXT_SIZE];
    /* The predicted display time of the newest frame that the app had waited for when it got the
     * event; 0: there was none. */
    int64_t frame_time_ns;
    uint32_t order; /* number of the event in the session, from 1, in the order in which the app got
                       them; 0: not recorded */
};

/* ---- /haptic: calls of the app ---- */

struct us_session_haptic {
    int64_t time_ns;
    char action[US_SESSION_ACTION_SIZE];
    char subaction[US_SESSION_PATH_SIZE]; /* "/user/hand/left"; "": none was named */
    uint32_t structure_type;              /* XrStructureType of the haptic struct; 0: a stop */
    bool is_stop;
    int64_t duration_ns; /* XR_MIN_HAPTIC_DURATION is -1 */
    float frequency_hz, amplitude;
    int32_t result; /* XrResult */
};

/* Whether it begins to vibrate: amplitude 0 of an XrHapticVibration (XrStructureType 13) does not.
 */
static inline bool us_session_haptic_vibrates(const struct us_session_haptic *haptic)
{
    return !haptic->is_stop && (haptic->structure_type != 13 || haptic->amplitude > 0.0f);
}

/* ---- /marker ---- */

enum us_session_marker_source {
    US_SESSION_MARKER_USER = 1, /* `understudy mark` */
    US_SESSION_MARKER_SIGNAL,   /* SIGUSR1 */
    US_SESSION_MARKER_HAPTIC,   /* UNDERSTUDY_RECORD_MARK_ON=haptic */
};

struct us_session_marker {
    int64_t time_ns;
    enum us_session_marker_source source;
    char name[US_SESSION_TEXT_SIZE];
};

/* ---- /struct: data that this version does not know ---- */

struct us_session_struct {
    int64_t time_ns;
    uint32_t structure_type;           /* XrStructureType */
    char name[US_SESSION_NAME_SIZE];   /* of the struct, where it is known */
    char call[US_SESSION_ACTION_SIZE]; /* the function that it belongs to, "xrLocateBodyJointsFB" */
    uint32_t size;
    uint8_t bytes[US_SESSION_BYTES_MAX]; /* as in memory, without pointers */
};

/* ---- /mesh: a part of a mesh that the app could get ---- */

enum us_session_mesh_kind {
    US_SESSION_MESH_MASK = 1, /* XrVisibilityMaskKHR, when it changed */
    US_SESSION_MESH_HAND,     /* XrHandTrackingMeshFB */
    US_SESSION_MESH_KINDS
};

/* The values of one element after the other. A mask has positions and indices alone. */
enum us_session_mesh_array {
    US_SESSION_MESH_POSITIONS,     /* of vertices: X Y Z in m; of a mask X Y, on the plane z = -1 */
    US_SESSION_MESH_NORMALS,       /* X Y Z */
    US_SESSION_MESH_UVS,           /* U V */
    US_SESSION_MESH_BLEND_INDICES, /* 4 joints, integers */
    US_SESSION_MESH_BLEND_WEIGHTS, /* 4 */
    US_SESSION_MESH_INDICES,       /* of vertices, integers */
    US_SESSION_MESH_JOINT_POSES,   /* 7, in the bind pose: position, then orientation X Y Z W */
    US_SESSION_MESH_JOINT_RADII,   /* m */
    US_SESSION_MESH_JOINT_PARENTS, /* XrHandJointEXT, integers */
    US_SESSION_MESH_ARRAYS
};

/* The same in all parts of a mesh. */
struct us_session_mesh_head {
    enum us_session_mesh_kind kind;
    uint32_t owner; /* the view of a mask; enum us_session_hand of a hand */
    uint32_t type;  /* XrVisibilityMaskTypeKHR of a mask; 0 of a hand */
    uint32_t vertex_count, index_count, joint_count;
};

union us_session_mesh_value {
    float number;
    int32_t integer;
};

/* session_codec.h says how a mesh is cut. */
struct us_session_mesh_part {
    int64_t time_ns; /* display time of the newest frame when the app could get it; the same in all
                        parts of a mesh */
    struct us_session_mesh_head head;
    enum us_session_mesh_array array;
    uint32_t first, count; /* of the values of the array */
    union us_session_mesh_value values[US_SESSION_MESH_VALUES];
};

/* ---- Any message ---- */

enum us_session_topic {
    US_SESSION_TOPIC_SESSION,
    US_SESSION_TOPIC_COMPONENTS,
    US_SESSION_TOPIC_FRAME,
    US_SESSION_TOPIC_INPUT,
    US_SESSION_TOPIC_EVENT,
    US_SESSION_TOPIC_HAPTIC,
    US_SESSION_TOPIC_MARKER,
    US_SESSION_TOPIC_STRUCT,
    US_SESSION_TOPIC_MESH,
    US_SESSION_TOPICS
};

/* The name in the file, for example "/frame", and that of the protobuf message, as the file has it;
 * "" outside the enum. */
const char *us_session_topic_name(enum us_session_topic topic);
const char *us_session_topic_schema(enum us_session_topic topic);
/* The size of its struct; 0 outside the enum. */
size_t us_session_topic_size(enum us_session_topic topic);

/* A message that waits in the ring: all topics but /session and /components. */
struct us_session_message {
    enum us_session_topic topic;
    int64_t time_ns; /* the same as that of the member */
    union {
        struct us_session_frame frame;
        struct us_session_input input;
        struct us_session_event event;
        struct us_session_haptic haptic;
        struct us_session_marker marker;
        struct us_session_struct unknown;
        struct us_session_mesh_part mesh;
    } of;
};

/*
 * session_parts: which parts of a person a session shows. A recorder asks for a part in every
 * frame, whether it is there or not: a hand that was never tracked is recorded, and not shown.
 */

enum us_session_part {
    US_SESSION_PART_HEAD = 1,
    US_SESSION_PART_LEFT = 2, /* joints */
    US_SESSION_PART_RIGHT = 4,
    US_SESSION_PART_GAZE = 8,
    US_SESSION_PART_CONTROLLERS = 16, /* poses of actions, and components */
    US_SESSION_PART_ALL = 31
};

/* The parts that a message shows, as bits: a valid head, an active hand with a valid joint, an
 * active and valid gaze, an active pose that is valid, an active component. Pure. */
unsigned us_session_parts_of(const struct us_session_message *message);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * xrStringToPath and xrPathToString (OpenXR, "Semantic Paths"): which strings are paths, and that
 * each path gives its string back. Linked with the runtime.
 */
#include <string.h>

#include "../test_client.h"

static const struct {
    const char *string;
    bool good;
} strings[] = {
    {"/user/hand/left", true},
    {"/a", true},
    {"/a-b/c_d/e.f/0123456789", true},
    {"/abcdefghijklmnopqrstuvwxyz", true},
    {"/.a", true},
    {"/a.", true},
    {"/...a", true},
    {"", false},
    {"/", false},
    {"a", false},
    {"user/hand", false},
    {"/user/", false},
    {"/user//hand", false},
    {"//user", false},
    {"/.", false},
    {"/..", false},
    {"/...", false},
    {"/user/./hand", false},
    {"/user/../hand", false},
    {"/user/....", false},
    {"/User", false},
    {"/user hand", false},
    {"/user\\hand", false},
    {"/user/h\xc3\xa4nd", false},
    {"/user/hand\n", false},
    {"/user/hand?", false},
    {"/user/{hand}", false},
    {"/user:hand", false},
    {"/user@hand", false},
};

static void check_strings(const struct client *client)
{
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        XrPath path = XR_NULL_PATH, again = XR_NULL_PATH;
        const XrResult result = xrStringToPath(client->instance, strings[i].string, &path);
        if (result != (strings[i].good ? XR_SUCCESS : XR_ERROR_PATH_FORMAT_INVALID)) {
            fprintf(stderr, "\"%s\": %d\n", strings[i].string, result);
            exit(1);
        }
        if (!strings[i].good)
            continue;
        char back[XR_MAX_PATH_LENGTH];
        uint32_t count = 0;
        OK(xrStringToPath(client->instance, strings[i].string, &again));
        CHECK(path == again && path != XR_NULL_PATH);
        OK(xrPathToString(client->instance, path, sizeof back, &count, back));
        CHECK(strcmp(back, strings[i].string) == 0 && count == strlen(back) + 1);
    }
}

/* The longest path has XR_MAX_PATH_LENGTH - 1 characters. */
static void check_length(const struct client *client)
{
    char text[XR_MAX_PATH_LENGTH + 1];
    XrPath path = XR_NULL_PATH;
    memset(text, 'a', sizeof text);
    text[0] = '/';
    text[XR_MAX_PATH_LENGTH] = '\0';
    CHECK(xrStringToPath(client->instance, text, &path) == XR_ERROR_PATH_FORMAT_INVALID);
    text[XR_MAX_PATH_LENGTH - 1] = '\0';
    OK(xrStringToPath(client->instance, text, &path));
}

static void check_path_to_string(const struct client *client)
{
    const XrPath path = client_path(client, "/user/hand/left");
    char text[32] = "";
    uint32_t count = 0;
    OK(xrPathToString(client->instance, path, 0, &count, NULL));
    CHECK(count == strlen("/user/hand/left") + 1);
    CHECK(xrPathToString(client->instance, path, count - 1, &count, text) ==
          XR_ERROR_SIZE_INSUFFICIENT);
    OK(xrPathToString(client->instance, path, count, &count, text));
    CHECK(xrPathToString(client->instance, XR_NULL_PATH, 32, &count, text) ==
          XR_ERROR_PATH_INVALID);
    CHECK(xrPathToString(client->instance, 0x1234, 32, &count, text) == XR_ERROR_PATH_INVALID);
    CHECK(xrPathToString(client->instance, path, 32, NULL, text) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(xrPathToString(client->instance, path, 32, &count, NULL) == XR_ERROR_VALIDATION_FAILURE);
}

int main(void)
{
    struct client client = {.bare = true};
    client_create_instance(&client);
    check_strings(&client);
    check_length(&client);
    check_path_to_string(&client);
    OK(xrDestroyInstance(client.instance));
    return 0;
}

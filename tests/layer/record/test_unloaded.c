/* SPDX-License-Identifier: MIT */
/* Hazard: a loader that unloads its layers with each instance, as newer ones do, makes the layer
 * forget which files hold a session of this process, so that later sessions are not recorded. The
 * layer is the module here, as a loader has it. */
#include "runtime_app.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void *layer;

/* In place of the linked layer's: scene_init negotiates with the module. */
static XrResult negotiate_with_module(const XrNegotiateLoaderInfo *loader_info,
                                      const char *layer_name, XrNegotiateApiLayerRequest *request)
{
    XrResult (*negotiate)(const XrNegotiateLoaderInfo *, const char *,
                          XrNegotiateApiLayerRequest *) = NULL;
    layer = dlopen(US_TEST_LAYER, RTLD_NOW | RTLD_LOCAL);
    if (layer == NULL)
        fail_msg("%s", dlerror());
    *(void **)&negotiate = dlsym(layer, "xrNegotiateLoaderApiLayerInterface");
    assert_non_null(negotiate);
    return negotiate(loader_info, layer_name, request);
}

TEST(each_instance_is_recorded)
{
    char folder[] = "/tmp/understudy-unloaded-XXXXXX", file[96];
    struct runtime_app app;
    struct stat status;
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/app.mcap", folder);
    scene_negotiate = negotiate_with_module;
    runtime_app_variable = "UNDERSTUDY_RECORD";
    runtime_app_value = file;
    for (int i = 0; i < 3; i++) {
        runtime_app_begin(&app, false, NULL, NULL, 0);
        runtime_app_focus(&app);
        runtime_app_end(&app);
        assert_int_equal(dlclose(layer), 0);
    }
    for (int i = 1; i <= 3; i++) {
        if (i > 1)
            snprintf(file, sizeof file, "%s/app-%d.mcap", folder, i);
        assert_int_equal(stat(file, &status), 0);
        assert_true(status.st_size > 0);
        unlink(file);
    }
    assert_int_equal(rmdir(folder), 0);
}

TESTS_MAIN(each_instance_is_recorded)

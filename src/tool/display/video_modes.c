/* SPDX-License-Identifier: MIT */
/*
 * video_modes: a library of its own, which --virtual-display loads into apps that use libXxf86vm
 * (by LD_PRELOAD).
 *
 * Debian's `hello_xr -g OpenGL` asks the X server for its video modes and reads the first one
 * without looking at the answer. Xvfb has no XFree86-VidModeExtension, and hello_xr crashes before
 * it calls OpenXR. This function answers with one mode in place of libXxf86vm's.
 */
#include <stdint.h>
#include <stdlib.h>

/* XF86VidModeModeInfo of X11/extensions/xf86vmode.h. */
struct mode {
    unsigned dotclock_khz;
    unsigned short hdisplay, hsyncstart, hsyncend, htotal, hskew;
    unsigned short vdisplay, vsyncstart, vsyncend, vtotal;
    unsigned flags;
    int privsize;
    int32_t *private_data;
};

int XF86VidModeGetAllModeLines(void *display, int screen, int *out_count, struct mode ***out_modes);

int XF86VidModeGetAllModeLines(void *display, int screen, int *out_count, struct mode ***out_modes)
{
    (void)display;
    (void)screen;
    /* 1280 by 1024 at 60 Hz, as VESA DMT defines it. The caller frees one block with XFree, which
     * is free. */
    struct {
        struct mode *modes[1];
        struct mode mode;
    } *answer = calloc(1, sizeof *answer);
    if (answer == NULL)
        return 0;
    answer->mode = (struct mode){.dotclock_khz = 108000,
                                 .hdisplay = 1280,
                                 .hsyncstart = 1328,
                                 .hsyncend = 1440,
                                 .htotal = 1688,
                                 .vdisplay = 1024,
                                 .vsyncstart = 1025,
                                 .vsyncend = 1028,
                                 .vtotal = 1066};
    answer->modes[0] = &answer->mode;
    *out_count = 1;
    *out_modes = answer->modes;
    return 1;
}

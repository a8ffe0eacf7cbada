/* SPDX-License-Identifier: MIT */
#include "tool/image/png_image.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/temporary.h"
#include "platform/descriptor.h"
#include "image/png_file.h"
#include "platform/path.h"
#include "status/output_file.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"

enum { SIDE_MAX = 16384 };

bool tool_png_image_make(struct tool_png_image *image, uint32_t width, uint32_t height)
{
    *image = (struct tool_png_image){
        .width = width, .height = height, .rgb = calloc((size_t)width * height, 3)};
    if (image->rgb == NULL)
        tool_text_complain("out of memory for an image");
    return image->rgb != NULL;
}

void tool_png_image_free(struct tool_png_image *image)
{
    free(image->rgb);
    *image = (struct tool_png_image){0};
}

/* What the file says was read. Frees `png`. */
static bool read_pixels(png_image *png, const char *path, struct tool_png_image *image)
{
    const png_color black = {0, 0, 0};
    const bool has_more = (png->format & (PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR)) != 0;
    png->format = PNG_FORMAT_RGB;
    bool fits = png->width <= SIDE_MAX && png->height <= SIDE_MAX;
    if (!fits)
        tool_text_complain("%s: the image is larger than %d by %d pixels", path, (int)SIDE_MAX,
                           (int)SIDE_MAX);
    if (!fits || !tool_png_image_make(image, png->width, png->height)) {
        png_image_free(png);
        return false;
    }
    image->has_more = has_more;
    if (png_image_finish_read(png, &black, image->rgb, 0, NULL))
        return true;
    tool_text_complain("cannot read %s: %s", path, png->message);
    tool_png_image_free(image);
    return false;
}

/* libpng would open the path itself, but on Windows not one in UTF-8. */
bool tool_png_image_read(struct tool_png_image *image, const char *path)
{
    *image = (struct tool_png_image){0};
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (us_path_is_folder(path)) {
        tool_text_complain("%s is a folder, not a PNG image", path);
        return false;
    }
    FILE *file = us_path_stream(path);
    bool is_begun = file != NULL && png_image_begin_read_from_stdio(&png, file);
    if (!is_begun)
        tool_text_complain("cannot read %s as a PNG image: %s", path,
                           file != NULL ? png.message : strerror(errno));
    bool is_read = is_begun && read_pixels(&png, path, image);
    if (file != NULL)
        fclose(file);
    return is_read;
}

bool tool_png_image_write(const struct tool_png_image *image, const char *path)
{
    size_t size = 0;
    void *bytes = tool_png_image_encode(image, &size);
    bool is_written = tool_part_file_write(path, bytes, size);
    free(bytes);
    return is_written;
}

void *tool_png_image_encode(const struct tool_png_image *image, size_t *out_size)
{
    return us_png_file_encode(image->width, image->height, image->rgb, out_size);
}

/* The mean of the pixels from (left, top) to (right, bottom), which do not count. */
static void average(const struct tool_png_image *image, const uint32_t from[2],
                    const uint32_t to[2], uint8_t out[3])
{
    uint64_t sum[3] = {0}, count = (uint64_t)(to[0] - from[0]) * (to[1] - from[1]);
    if (count == 0)
        return;
    for (uint32_t y = from[1]; y < to[1]; y++) {
        const uint8_t *pixel = image->rgb + ((size_t)y * image->width + from[0]) * 3;
        for (uint32_t i = 0; i < 3 * (to[0] - from[0]); i++)
            sum[i % 3] += pixel[i];
    }
    for (int i = 0; i < 3; i++)
        out[i] = (uint8_t)((sum[i] + count / 2) / count);
}

bool tool_png_image_shrink(struct tool_png_image *image, uint32_t longest)
{
    uint64_t from = image->width > image->height ? image->width : image->height, to = longest;
    struct tool_png_image small;
    if (from <= to)
        return true;
    uint32_t width = (uint32_t)(image->width * to / from);
    uint32_t height = (uint32_t)(image->height * to / from);
    if (!tool_png_image_make(&small, width > 0 ? width : 1, height > 0 ? height : 1))
        return false;
    for (uint32_t y = 0; y < small.height; y++) {
        for (uint32_t x = 0; x < small.width; x++) {
            const uint64_t w = image->width, h = image->height;
            const uint32_t begin[2] = {(uint32_t)(x * w / small.width),
                                       (uint32_t)(y * h / small.height)};
            const uint32_t end[2] = {(uint32_t)((x + 1) * w / small.width),
                                     (uint32_t)((y + 1) * h / small.height)};
            average(image, begin, end, small.rgb + ((size_t)y * small.width + x) * 3);
        }
    }
    tool_png_image_free(image);
    *image = small;
    return true;
}

bool tool_screenshot_files_begin(struct tool_screenshot_files *files, const char *folder)
{
    char path[PATH_MAX];
    struct us_about about;
    int file = -1;
    files->is_new = us_path_make_folder(folder, 0777);
    if (!files->is_new && errno != EEXIST) {
        tool_text_complain(
            "run: --shots: no folder can be made at %s: %s; name a folder that you can write to",
            folder, strerror(errno));
        return false;
    }
    if (tool_file_path_join("", folder, files->folder) &&
        tool_file_path_join(folder, "/.try-XXXXXX", path))
        file = us_temporary_make_file(path);
    int why = file < 0 ? errno : us_output_file_append(file, "\n", 1);
    if (why == 0 && !us_descriptor_about(file, &about))
        why = errno;
    if (file >= 0) {
        us_descriptor_close(file);
        us_path_remove(path);
    }
    if (why == 0)
        files->began_ns = about.written_ns;
    else
        tool_text_complain(
            "run: --shots %s: cannot write a screenshot there: %s; name another folder", folder,
            strerror(why));
    return why == 0;
}

void tool_screenshot_files_abandon(const struct tool_screenshot_files *files)
{
    if (files->is_new)
        us_path_remove_folder(files->folder);
}

/* "frame-000090-view-0.png" and the like, written since the run began. */
static bool is_screenshot(const struct tool_screenshot_files *files, const char *name,
                          const char *path, uint64_t *out_size)
{
    static const char digits[] = "0123456789";
    struct us_about about;
    if (!tool_file_path_is_screenshot(name) || strspn(name + 6, digits) < 6 ||
        !us_path_about(path, &about) || about.kind != US_ABOUT_REGULAR)
        return false;
    *out_size = about.size;
    return about.written_ns >= files->began_ns;
}

/* NULL, or why the screenshot could not be written anew. */
static const char *compress(const char *path, uint64_t size)
{
    struct tool_png_image image;
    if (!tool_png_image_read(&image, path))
        return "it cannot be read";
    size_t encoded_size;
    void *encoded = tool_png_image_encode(&image, &encoded_size);
    const char *why = NULL;
    if (encoded == NULL)
        why = "out of memory";
    else if (encoded_size < size && !us_output_file_replace(path, encoded, encoded_size))
        why = strerror(errno);
    free(encoded);
    tool_png_image_free(&image);
    return why;
}

void tool_screenshot_files_compress(const struct tool_screenshot_files *files)
{
    struct us_path_list *list = us_path_list_begin(files->folder);
    const char *name;
    while (list != NULL && (name = us_path_list_next(list)) != NULL) {
        char path[2 * PATH_MAX];
        uint64_t size;
        snprintf(path, sizeof path, "%s/%s", files->folder, name);
        const char *why = is_screenshot(files, name, path, &size) ? compress(path, size) : NULL;
        if (why == NULL)
            continue;
        tool_text_complain("the screenshots in %s from %s on stay uncompressed: %s", files->folder,
                           name, why);
        break;
    }
    us_path_list_end(list);
}

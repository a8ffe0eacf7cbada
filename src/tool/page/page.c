/* SPDX-License-Identifier: MIT */
#include "tool/page/page.h"

#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "platform/program.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/text.h"
#include "tool/output/part_file.h"
#include "tool/page/packing.h"

bool tool_page_is_built(const char *command)
{
    if (tool_page_text_size > 0)
        return true;
    tool_text_complain("%s: this program was built without the page, because these packages were "
                       "missing: %s; on Debian, type as root: apt-get install esbuild libjs-three; "
                       "then build again",
                       command, tool_page_missing);
    return false;
}

/* Where the data belongs in the page's text. */
static const uint8_t *find_place(void)
{
    static const char place[] = "<!--DATA-->";
    const uint8_t *found =
        us_bytes_find(tool_page_text, tool_page_text_size, place, sizeof place - 1);
    return found != NULL ? found : tool_page_text + tool_page_text_size;
}

void tool_page_begin(struct tool_page *page)
{
    *page = (struct tool_page){{0}};
    us_writer_put(&page->bytes, tool_page_text, (size_t)(find_place() - tool_page_text));
}

static void begin_element(struct tool_page *page, const char *type, const char *prefix,
                          const char *id)
{
    us_writer_text(&page->bytes, "<script type=\"");
    us_writer_text(&page->bytes, type);
    us_writer_text(&page->bytes, "\" id=\"");
    us_writer_text(&page->bytes, prefix);
    us_writer_text(&page->bytes, id);
    us_writer_text(&page->bytes, "\">");
}

static void end_element(struct tool_page *page)
{
    us_writer_text(&page->bytes, "</script>\n");
}

/* For a <script> element: "<" becomes \u003c, so that no text can end the element. */
static void add_json(struct us_writer *out, const char *json)
{
    for (const char *mark; (mark = strchr(json, '<')) != NULL; json = mark + 1) {
        us_writer_put(out, json, (size_t)(mark - json));
        us_writer_text(out, "\\u003c");
    }
    us_writer_text(out, json);
}

void tool_page_add_json_text(struct tool_page *page, const char *prefix, const char *id,
                             const char *text)
{
    page->bytes.failed = page->bytes.failed || text == NULL;
    begin_element(page, "application/json", prefix, id);
    add_json(&page->bytes, text != NULL ? text : "null");
    end_element(page);
}

void tool_page_add_json(struct tool_page *page, const char *prefix, const char *id,
                        const cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    tool_page_add_json_text(page, prefix, id, text);
    cJSON_free(text);
}

void tool_page_add_bytes(struct tool_page *page, const char *prefix, const char *id,
                         const uint8_t *bytes, size_t size)
{
    begin_element(page, "application/octet-stream", prefix, id);
    tool_packing_base64(&page->bytes, bytes, size);
    end_element(page);
}

bool tool_page_write(struct tool_page *page, const char *path)
{
    const uint8_t *rest = find_place();
    us_writer_put(&page->bytes, rest, (size_t)(tool_page_text + tool_page_text_size - rest));
    if (page->bytes.failed) {
        tool_text_complain("there is no memory for the page '%s'", path);
        return false;
    }
    return tool_part_file_write(path, page->bytes.bytes, page->bytes.size);
}

void tool_page_finish(struct tool_page *page)
{
    us_writer_finish(&page->bytes);
}

/* Windows: also the ':' of a drive. */
static bool ends_part(char character)
{
    const char path[] = {character, '\0'};
    return us_path_name(path)[0] == '\0';
}

/* Where the last part of a path is, which may have dividers behind it. */
static void find_last_part(const char *path, size_t *out_begin, size_t *out_end)
{
    size_t end = strlen(path);
    while (end > 1 && ends_part(path[end - 1]))
        end--;
    *out_end = end;
    while (end > 0 && !ends_part(path[end - 1]))
        end--;
    *out_begin = end;
}

/* "." and ".." are none. */
static bool has_name(const char *path)
{
    size_t begin, end;
    find_last_part(path, &begin, &end);
    return strspn(path + begin, ".") < end - begin;
}

/* The last part of a path with the ending of a page. */
static bool name_after(const char *of, char out[PATH_MAX])
{
    size_t begin, end;
    find_last_part(of, &begin, &end);
    size_t stem = end;
    while (stem > begin + 1 && of[stem - 1] != '.')
        stem--;
    stem = stem > begin + 1 ? stem - 1 : end;
    return snprintf(out, PATH_MAX, "%.*s.html", (int)(stem - begin), of + begin) < PATH_MAX;
}

bool tool_page_open_is_name(const char *path)
{
    return (strcmp(path, "-") != 0 && strchr(us_path_name(path), '.') == NULL) ||
           tool_file_path_ends_in(path, ".html") || tool_file_path_ends_in(path, ".htm");
}

bool tool_page_open_name(const char *output, const char *of, char out[PATH_MAX])
{
    char real[PATH_MAX];
    if (!has_name(of) && us_path_real(of, real, sizeof real))
        of = real;
    if (output == NULL ? name_after(of, out)
                       : snprintf(out, PATH_MAX, "%s", output) < PATH_MAX && output[0] != '\0')
        return true;
    tool_text_complain("the name of the page is too long; pass a shorter --output");
    return false;
}

void tool_page_open_show(const char *path)
{
    if (!us_program_show(path))
        tool_text_complain("--open: the page could not be opened; open '%s' in a browser", path);
}

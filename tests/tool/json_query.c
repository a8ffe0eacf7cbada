/* SPDX-License-Identifier: MIT */
/*
 * json_query FILE [NAME ...]: is the file one JSON text, and what is at this path in it? A number
 * among the names is an index. Prints a string as it is and all else as JSON. Exit codes: 0, 1 not
 * JSON, 2 nothing at that path.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, got = 1;
    while (file != NULL && got > 0) {
        char *longer = realloc(text, size + 65537);
        if (longer == NULL)
            break;
        text = longer;
        got = fread(text + size, 1, 65536, file);
        size += got;
        text[size] = '\0';
    }
    if (file != NULL)
        fclose(file);
    return text;
}

static int print(const cJSON *item)
{
    char *text = cJSON_IsString(item) ? NULL : cJSON_PrintUnformatted(item);
    puts(text != NULL ? text : cJSON_GetStringValue(item));
    cJSON_free(text);
    return 0;
}

int main(int argc, char **argv)
{
    char *text = argc > 1 ? read_all(argv[1]) : NULL;
    cJSON *root = text != NULL ? cJSON_ParseWithOpts(text, NULL, 1) : NULL;
    const cJSON *item = root;
    for (int i = 2; i < argc && item != NULL; i++)
        item = cJSON_IsArray(item) ? cJSON_GetArrayItem(item, atoi(argv[i]))
                                   : cJSON_GetObjectItemCaseSensitive(item, argv[i]);
    int code = root == NULL ? 1 : item == NULL ? 2 : 0;
    if (code == 0 && argc > 2)
        code = print(item);
    cJSON_Delete(root);
    free(text);
    return code;
}

/* parse ROOT < paths: the bare parse of those files that the index would take, by the same
   grammars, one after the other with the C library's allocator: what no engine with these grammars
   can go below. Prints CPU milliseconds of reading and parsing, files parsed, their bytes, files
   indexed, their bytes. */
#include "base/fs.h"
#include "index/catalog/classify.h"
#include "lang/registry.h"

#include <time.h>

#define PATH_BYTES_MAX 4096
#define HEAD_BYTES 8192

typedef struct Total {
    double ms;
    size_t parsed, parsed_bytes, indexed, indexed_bytes;
} Total;

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Not ok for what is gone, a symbolic link or too large. */
static bool load(Arena *arena, Str root, Str path, Str *text)
{
    FsFile file = {.fd = -1};
    Err err;
    if (!fs_open(arena, &(FsPolicy){0},
                 str_format(arena, "%.*s/%.*s", STR_ARG(root), STR_ARG(path)), &file, &err))
        return false;
    bool ok = file.size <= INDEX_FILE_BYTES_MAX && fs_read_all(arena, &file, text, &err);
    fs_close(&file);
    return ok;
}

static void parse(const Language *language, Str text)
{
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, language->grammar());
    ts_tree_delete(ts_parser_parse_string(parser, NULL, text.ptr, (uint32_t)text.len));
    ts_parser_delete(parser);
}

static void take(Arena *arena, Str root, Str path, Total *total)
{
    Str text = {0};
    double start = cpu_ms();
    if (!load(arena, root, path, &text))
        return;
    double read_ms = cpu_ms() - start;
    const Language *language = lang_detect(path, str_slice(text, 0, MIN(text.len, HEAD_BYTES)));
    FileClass class = classify_path(path, text.len, language);
    if (!language || !classify_is_indexed(classify_text(class, language, text), path))
        return;
    total->indexed++;
    total->indexed_bytes += text.len;
    if (!language->grammar)
        return;
    start = cpu_ms();
    parse(language, text);
    total->ms += read_ms + cpu_ms() - start;
    total->parsed++;
    total->parsed_bytes += text.len;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: parse ROOT < paths\n");
        return 2;
    }
    char line[PATH_BYTES_MAX];
    Arena arena;
    Total total = {0};
    arena_open(&arena, 0);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        take(&arena, str_from(argv[1]), str_from(line), &total);
        arena_reset(&arena);
    }
    printf("%.1f %zu %zu %zu %zu\n", total.ms, total.parsed, total.parsed_bytes, total.indexed,
           total.indexed_bytes);
    arena_close(&arena);
    return 0;
}

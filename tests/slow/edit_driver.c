/* edit_driver: patches read by the library, for scripts that have thousands of them. Requests are
   on stdin, answers on stdout, in order. A blob is its length in decimal, LF, and its bytes.

       apply N      and N + 1 … blobs: the patch, then N times a path and a content
       parse        and a blob, the patch
       symbols      and the blobs path and content

   Answer to `apply`: `FILES REFUSED` on a line; for each file the blobs status, path, old path,
   content; for each refusal the blobs reason, path, message, places. Answer to `parse`: `FORMAT
   PARTS` on a line; for each part the blobs path, old text, new text, problem. Answer to `symbols`:
   their number on a line; for each a line with the line of its comments, first line, last line, and
   the blob of its qualified name. */
#include "base/buf.h"
#include "edit/patch_parts.h"
#include "lang/lang.h"
#include "text/lines.h"

/* A request larger than that is a mistake in the script. */
#define BLOB_BYTES_MAX (256 * MB)

typedef struct Tree {
    size_t count;
    Str *paths, *contents;
} Tree;

static bool read_tree(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    const Tree *tree = state;
    (void)arena;
    (void)err;
    for (size_t i = 0; i < tree->count; i++)
        if (str_equal(tree->paths[i], path)) {
            *bytes = tree->contents[i];
            *found = true;
        }
    return true;
}

static Str take_blob(Arena *arena)
{
    size_t len = 0;
    if (scanf("%zu", &len) != 1 || getchar() != '\n' || len > BLOB_BYTES_MAX)
        exit(2);
    char *bytes = arena_bytes(arena, len);
    if (fread(bytes, 1, len, stdin) != len)
        exit(2);
    return (Str){bytes, len};
}

static void put_blob(Str bytes)
{
    printf("%zu\n", bytes.len);
    fwrite(bytes.ptr, 1, bytes.len, stdout);
}

static void apply(Arena *arena, size_t count)
{
    Str patch = take_blob(arena);
    Tree tree = {count, NEW(arena, Str, count + 1), NEW(arena, Str, count + 1)};
    for (size_t i = 0; i < count; i++) {
        tree.paths[i] = take_blob(arena);
        tree.contents[i] = take_blob(arena);
    }
    EditTree callbacks = {.read = read_tree, .state = &tree, .may_drop = true};
    EditSet set;
    Err err = {0};
    if (!edit_read_patch(arena, patch, &callbacks, &set, &err))
        exit(2);
    printf("%zu %zu\n", set.files.len, set.refused.len);
    for (size_t i = 0; i < set.files.len; i++) {
        const EditFile *file = &set.files.ptr[i];
        put_blob(edit_status_name(file->status));
        put_blob(file->path);
        put_blob(file->old_path);
        put_blob(file->after);
    }
    for (size_t i = 0; i < set.refused.len; i++) {
        const EditRefusal *refusal = &set.refused.ptr[i];
        Buf places = buf_open(arena, 0);
        for (size_t c = 0; c < refusal->candidates.len; c++)
            buf_printf(&places, "%u ", refusal->candidates.ptr[c].start);
        put_blob(edit_reason_name(refusal->reason));
        put_blob(refusal->path);
        put_blob(refusal->message);
        put_blob(buf_str(&places));
    }
}

static Str side(Arena *arena, const PatchPart *part, char without)
{
    Buf text = buf_open(arena, 0);
    for (size_t h = 0; h < part->hunks.len; h++)
        for (size_t i = 0; i < part->hunks.ptr[h].lines.len; i++) {
            const HunkLine *line = &part->hunks.ptr[h].lines.ptr[i];
            if (line->sign == without)
                continue;
            buf_put(&text, line->text);
            buf_put_byte(&text, '\n');
        }
    return buf_str(&text);
}

static void parse(Arena *arena)
{
    Str patch = take_blob(arena);
    PatchPartVec parts = {0};
    EditFormat format = patch_parse(arena, patch, &parts);
    printf("%s %zu\n", str_terminate(arena, edit_format_name(format)), parts.len);
    for (size_t i = 0; i < parts.len; i++) {
        const PatchPart *part = &parts.ptr[i];
        put_blob(part->path);
        put_blob(side(arena, part, '+'));
        put_blob(part->hunks.len ? side(arena, part, '-') : part->text);
        put_blob(part->problem);
    }
}

static void list_symbols(Arena *arena)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Str path = take_blob(arena), content = take_blob(arena);
    OutlineOptions options = {.no_ctags = true};
    Outline outline = {0};
    lang_outline(arena, scratch, lang_detect(path, content), content, &options, &outline);
    printf("%zu\n", outline.symbols.len);
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        printf("%zu %u %u\n", lines_at_offset(content, symbol->lead), symbol->start_line,
               symbol->end_line);
        put_blob(symbol_qualified_name(arena, &outline, i));
    }
}

int main(void)
{
    Arena arena;
    char verb[16];
    arena_open(&arena, 0);
    while (scanf("%15s", verb) == 1) {
        size_t count = 0;
        if (strcmp(verb, "parse") == 0 && getchar() == '\n')
            parse(&arena);
        else if (strcmp(verb, "symbols") == 0 && getchar() == '\n')
            list_symbols(&arena);
        else if (strcmp(verb, "apply") == 0 && scanf("%zu", &count) == 1 && getchar() == '\n')
            apply(&arena, count);
        else
            return 2;
        arena_reset(&arena);
    }
    arena_close(&arena);
    return 0;
}

/* chop FILE...: each file cut after every line, and with single bytes changed, must still give a
   valid outline within a time limit. Prints the slowest case; exit code 1 when an outline is
   invalid or late. The damage is the same in every run. */
#include "base/fs.h"
#include "outline_valid.h"

#include <inttypes.h>
#include <time.h>

/* Processor time, so that a busy machine changes nothing; sanitizers make it some 5 times
   slower. */
#define CASE_MS_MAX 3000
/* Bytes changed one at a time in each file, evenly spread. */
#define FLIPS 200

typedef struct Chop {
    Arena arena;
    Arena scratch;
    const char *path;
    uint64_t cases;
    uint64_t failures;
    int64_t slowest_ms;
} Chop;

static int64_t cpu_ms(void)
{
    return (int64_t)clock() * 1000 / CLOCKS_PER_SEC;
}

static void chop_case(Chop *chop, Str text, const char *damage, size_t at)
{
    Arena arena = chop->arena;
    Outline outline = {0};
    const OutlineOptions options = {.want_references = true, .want_cuts = true, .no_ctags = true};
    const Language *language =
        lang_detect(str_from(chop->path), str_slice(text, 0, MIN(text.len, 4 * KB)));
    int64_t start = cpu_ms();
    lang_outline(&arena, chop->scratch, language, text, &options, &outline);
    int64_t took = cpu_ms() - start;
    const char *wrong = outline_invalid(&outline, text);
    if (took > CASE_MS_MAX)
        wrong = "takes too long";
    chop->cases++;
    chop->slowest_ms = MAX(chop->slowest_ms, took);
    if (wrong) {
        chop->failures++;
        fprintf(stderr, "%s, %s %zu: %s (%" PRId64 " ms)\n", chop->path, damage, at, wrong, took);
    }
}

static void chop_lines(Chop *chop, Str text)
{
    for (size_t i = 0; i <= text.len; i++) {
        if (i == text.len || text.ptr[i] == '\n')
            chop_case(chop, str_slice(text, 0, i), "cut at byte", i);
    }
}

static void chop_flips(Chop *chop, Str text)
{
    static const char bytes[] = "\0\n\"'`(){}[]<>#/*\\=:;,\xff";
    char *copy = arena_bytes(&chop->arena, text.len);
    memcpy(copy, text.ptr, text.len);
    for (size_t n = 0; n < FLIPS && text.len; n++) {
        size_t at = n * text.len / FLIPS;
        copy[at] = bytes[n % (sizeof bytes - 1)];
        chop_case(chop, (Str){copy, text.len}, "changed byte", at);
        copy[at] = text.ptr[at];
    }
}

static bool chop_file(Chop *chop, const char *path)
{
    Err err = {0};
    SCOPED(fs_close) FsFile file = {.fd = -1};
    Str text;
    arena_reset(&chop->arena);
    chop->path = path;
    if (!fs_open(&chop->arena, &(FsPolicy){0}, str_from(path), &file, &err) ||
        !fs_read_all(&chop->arena, &file, &text, &err)) {
        fprintf(stderr, "Error: %s\n", err.message);
        return false;
    }
    chop_lines(chop, text);
    chop_flips(chop, text);
    return true;
}

int main(int argc, char **argv)
{
    Chop chop = {0};
    arena_open(&chop.arena, 0);
    arena_open(&chop.scratch, 0);
    bool ok = true;
    for (int i = 1; i < argc; i++)
        ok = chop_file(&chop, argv[i]) && ok;
    printf("%" PRIu64 " cases, %" PRIu64 " failed, slowest %" PRId64 " ms\n", chop.cases,
           chop.failures, chop.slowest_ms);
    return ok && !chop.failures ? 0 : 1;
}

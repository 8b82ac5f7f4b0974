/* Choice of the engine for an outline. A scanner of ours is used if it exists, then the grammar.
   The fallbacks are universal-ctags, the lexical tier and line patterns, in this order.

   If only declarations are wanted, the parse is made cheaper in two ways: function bodies are
   elided before it, and the tree is trimmed during it. If an elided text has syntax errors, it is
   parsed again as a whole. */
#include "lang/lang.h"

#include "lang/disguise.h"
#include "lang/fallback.h"
#include "lang/parse.h"
#include "lang/route/route_read.h"
#include "lang/walk/rule_trim.h"
#include "lang/walk/tree_walk.h"

/* Memory limit of a parse for a map: a base, and a factor for each byte of the file. Of 2,159 real
   files of 20 KB and more, none needs the whole factor, even without the base. */
#define MAP_PARSE_MEMORY (1 * MB)
#define MAP_PARSE_PER_BYTE 20
/* The limit once there are syntax errors. A fallback takes over beyond it. */
#define BROKEN_PARSE_MEMORY (400 * KB)
#define BROKEN_PARSE_PER_BYTE 18

/* Address space of the scratch arena for elided spans and the walk's stack; the rest is for the
   parse. */
#define WALK_RESERVE (256 * MB)
/* Few files have more symbols than one in this many bytes. */
#define SYMBOL_BYTES_USUAL 8
#define SYMBOLS_EXPECTED_MAX ((size_t)500 * 1000)

static uint32_t count_lines(Str text)
{
    uint32_t lines = 0;
    const char *at = text.ptr, *end = text.ptr + text.len;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        lines++;
        at++;
    }
    return lines + (text.len && text.ptr[text.len - 1] != '\n');
}

typedef struct Build {
    Arena *arena;
    Arena scratch;
    Str text;
    const OutlineOptions *options; /* the caller's, with the remaining time */
    OutlineOptions rest;
    WorkLimit time; /* of all engines together */
    Outline *outline;
    bool elided, trimmed;
    bool failed; /* an elided text did not parse without errors */
    LostSpanVec lost;
} Build;

static void build_from_tree(void *context, TSTree *tree)
{
    Build *build = context;
    if (build->elided && ts_node_has_error(ts_tree_root_node(tree))) {
        build->failed = true;
        return;
    }
    WalkSource source = {build->text, build->options, tree, build->trimmed};
    tree_walk(build->arena, build->scratch, &source, build->outline, &build->lost);
}

/* Gives the next engine the time that earlier ones have left. */
static void take_rest(Build *build)
{
    build->rest.time_ms = (int)MAX(work_limit_left(&build->time), (int64_t)1);
}

/* Drops symbols that an abandoned parse had already put into the outline; keeps the array's memory.
 */
static void outline_clear(Outline *outline)
{
    *outline = (Outline){.language = outline->language,
                         .line_count = outline->line_count,
                         .symbols = {outline->symbols.ptr, 0, outline->symbols.cap}};
}

/* Whether bodies may be elided and the tree trimmed. References and cut points may be anywhere. */
static bool wants_declarations(const Build *build)
{
    const OutlineOptions *options = build->options;
    return !options->whole && !options->want_references && !options->want_cuts;
}

static size_t bytes_to_read(const ParseSource *source)
{
    size_t bytes = source->text.len;
    for (size_t i = 0; i < source->elided.len; i++)
        bytes -= source->elided.ptr[i].end - source->elided.ptr[i].start;
    return bytes;
}

/* One attempt. Trimming takes time, so the tree of a small text is first made whole; if that needs
   too much memory, the text is parsed again with trimming. */
static ParseStatus parse_once(Build *build, Arena memory, ParseSource *source,
                              const FoveaTrim *trim)
{
    const OutlineOptions *options = build->options;
    const TSLanguage *grammar = build->outline->language->grammar();
    build->elided = source->elided.len > 0;
    if (trim && !options->lean && bytes_to_read(source) <= SMALL_PARSE_BYTES) {
        source->trim = NULL;
        source->memory_max = SMALL_PARSE_MEMORY + build->text.len * SMALL_PARSE_PER_BYTE;
        source->broken_max = 0;
        build->trimmed = false;
        ParseStatus status = parse_visit(memory, grammar, source, options, build_from_tree, build);
        if (status != PARSE_OUT_OF_MEMORY)
            return status;
        outline_clear(build->outline);
        take_rest(build);
    }
    source->trim = trim;
    source->memory_max = trim ? MAP_PARSE_MEMORY + build->text.len * MAP_PARSE_PER_BYTE : 0;
    source->broken_max =
        trim ? MAX(BROKEN_PARSE_MEMORY, build->text.len * BROKEN_PARSE_PER_BYTE) : 0;
    build->trimmed = trim != NULL;
    return parse_visit(memory, grammar, source, options, build_from_tree, build);
}

static bool outline_by_grammar(Build *build, Arena scratch)
{
    Outline *outline = build->outline;
    ParseSource source = {.text = parse_prepare(&scratch, outline->language, build->text)};
    build->scratch = scratch;
    size_t left = (size_t)(scratch.end - scratch.ptr);
    build->scratch.end = scratch.ptr + MIN(WALK_RESERVE, left / 2);
    scratch.ptr = build->scratch.end;
    Trimming trimming;
    const FoveaTrim *trim = NULL;
    if (wants_declarations(build)) {
        source.elided = elide_find(&build->scratch, scratch, outline->language, build->text);
        if (trimming_open(&trimming, &build->scratch, outline->language, build->text))
            trim = &trimming.plan;
    }
    ParseStatus status = parse_once(build, scratch, &source, trim);
    if (build->elided && (build->failed || status != PARSE_OK)) {
        outline_clear(outline);
        source.elided.len = 0;
        take_rest(build);
        status = parse_once(build, scratch, &source, trim);
    } else if (build->elided) {
        elide_lines(build->scratch, build->text, outline);
    }
    if (status != PARSE_OK) {
        outline_clear(outline);
        outline->degraded = true;
        outline->note = parse_status_text(status);
        return false;
    }
    take_rest(build);
    recover_lost(build->arena, scratch, build->text, build->options, &build->lost, outline);
    outline->engine = ENGINE_GRAMMAR;
    return true;
}

static void outline_by_scanner(Build *build, Arena scratch)
{
    Outline *outline = build->outline;
    Scan *scan = NEW(&scratch, Scan, 1);
    scan->arena = build->arena;
    scan->text = build->text;
    scan->outline = outline;
    scan->options = build->options;
    work_limit_start(&scan->time, 0, outline_time_ms(build->options));
    scan->scratch = scratch;
    outline->engine = ENGINE_SCANNER;
    outline->language->scan(scan);
    scan_close_to(scan, 0, build->text.len);
}

/* By ctags, the lexical tier or line patterns. The outline keeps the reason why an engine before
   gave up. */
static void outline_by_fallback(Build *build, Arena scratch)
{
    Outline *outline = build->outline;
    const Language *language = outline->language;
    Str note = outline->note;
    take_rest(build);
    bool ctags = !build->options->no_ctags && work_limit_left(&build->time) > 0;
    if (ctags &&
        fallback_ctags(build->arena, scratch, language, build->text, &build->rest, outline))
        outline->engine = ENGINE_CTAGS;
    note = note.len ? note : outline->note;
    if (outline->engine != ENGINE_CTAGS && lexical_is_known(language)) {
        lexical_scan(build->arena, scratch, language, build->text, outline, NULL);
    } else if (outline->engine != ENGINE_CTAGS) {
        outline_clear(outline);
        take_rest(build);
        fallback_patterns(build->arena, scratch, build->text, &build->rest, outline);
        outline->engine = ENGINE_PATTERNS;
    }
    if (!outline->symbols.len && !note.len && !lang_facts(language)->is_plain_text)
        note = fallback_missed(build->arena, build->text);
    outline->degraded |= note.len > 0;
    outline->note = note.len ? note : outline->note;
}

static void make_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                         const OutlineOptions *options, Outline *outline)
{
    *outline = (Outline){.language = language, .line_count = count_lines(text)};
    VEC_RESERVE(arena, &outline->symbols,
                MIN(text.len / SYMBOL_BYTES_USUAL, SYMBOLS_EXPECTED_MAX) + 1);
    Build build = {.arena = arena, .text = text, .rest = *options, .outline = outline};
    build.options = &build.rest;
    work_limit_start(&build.time, 0, outline_time_ms(options));
    if (language->scan) {
        outline_by_scanner(&build, scratch);
        return;
    }
    if (language->grammar && outline_by_grammar(&build, scratch))
        return;
    if (!options->cancel || !*options->cancel)
        outline_by_fallback(&build, scratch);
}

/* The text up to the line that ends the code. */
static Str code_of(const Language *language, Str text)
{
    for (size_t i = 0; language->code_ends && language->code_ends[i]; i++) {
        Str word = str_from(language->code_ends[i]);
        for (size_t from = 0, at; (at = str_find(str_from_offset(text, from), word)) != STR_NONE;) {
            size_t start = from + at, end = start + word.len;
            Str before = str_slice(text, 0, start);
            while (before.len && byte_in(before.ptr[before.len - 1], " \t"))
                before.len--;
            bool first = !before.len || before.ptr[before.len - 1] == '\n';
            if (first && (end == text.len || !byte_is_word(text.ptr[end])))
                return str_slice(text, 0, start);
            from = end;
        }
    }
    return text;
}

void lang_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                  const OutlineOptions *options, Outline *outline)
{
    Str code = code_of(language, text);
    make_outline(arena, scratch, language, code, options, outline);
    outline->line_count = count_lines(text);
    outline->disguised = disguise_is_in(language, code);
    if (options->want_references && language->calls.style)
        lexical_calls(arena, language, code, outline);
    if (options->want_references)
        route_read(arena, scratch, code, outline);
}

bool lang_follows_calls(const Language *language)
{
    bool calls = language->calls.style || language->facts.calls_are_scanned;
    for (size_t i = 0; i < language->rule_count && !calls; i++)
        calls = language->rules[i].action == RULE_CALL;
    return calls;
}

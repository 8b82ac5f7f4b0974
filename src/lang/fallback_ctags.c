/* Outlines by universal-ctags, run in its interactive mode: it takes the text on standard input,
   answers with JSON lines, sandboxes itself (seccomp), and reads no option file. So it sees exactly
   the text that was given, and cannot execute anything from a repository. Tags become symbols in
   the order of lines; a tag whose scope is an open symbol is nested in it. */
#include "lang/fallback.h"

#include "base/json.h"
#include "base/proc.h"
#include "lang/scan/scan_text.h"

/* The text is copied once, to put a line before it. */
#define CTAGS_BYTES_MAX (64 * MB)
/* Limits of ctags' memory and output: a base, and a factor for each byte of the text. Without them
   the cost would grow with the square of the nesting depth. */
#define CTAGS_MEMORY_BASE (8 * MB)
#define CTAGS_OUTPUT_BASE (1 * MB)
#define CTAGS_PER_BYTE 20
/* A line is searched this far for a tag's name: a minified file has thousands of tags on one line.
 */
#define CTAGS_LINE_SEARCHED (4 * KB)

typedef struct Tag {
    Str name, scope;
    size_t kind;        /* index of kinds */
    size_t order;       /* position in ctags' output */
    uint64_t line, end; /* end: 0 if unknown */
} Tag;

typedef VEC(Tag) TagVec;

static const struct {
    const char *ctags;
    SymbolKind kind;
    bool block; /* if its end is unknown, it extends to the next tag */
} kinds[] = {
    {"function", SYMBOL_FUNCTION, true},
    {"func", SYMBOL_FUNCTION, true},
    {"subroutine", SYMBOL_FUNCTION, true},
    {"procedure", SYMBOL_FUNCTION, true},
    {"proc", SYMBOL_FUNCTION, true},
    {"subprogram", SYMBOL_FUNCTION, true},
    {"subprogspec", SYMBOL_FUNCTION, false},
    {"entry", SYMBOL_FUNCTION, true},
    {"task", SYMBOL_FUNCTION, true},
    {"process", SYMBOL_FUNCTION, true},
    {"keyword", SYMBOL_FUNCTION, true},
    {"testcase", SYMBOL_FUNCTION, true},
    {"predicate", SYMBOL_FUNCTION, true},
    {"label", SYMBOL_FUNCTION, true},
    {"paragraph", SYMBOL_FUNCTION, true},
    {"definition", SYMBOL_FUNCTION, true},
    {"method", SYMBOL_METHOD, true},
    {"submethod", SYMBOL_METHOD, true},
    {"feature", SYMBOL_METHOD, true},
    {"constructor", SYMBOL_CONSTRUCTOR, true},
    {"program", SYMBOL_MODULE, true},
    {"module", SYMBOL_MODULE, true},
    {"functor", SYMBOL_MODULE, true},
    {"structure", SYMBOL_MODULE, true},
    {"namespace", SYMBOL_NAMESPACE, true},
    {"package", SYMBOL_PACKAGE, true},
    {"packspec", SYMBOL_PACKAGE, true},
    {"packageName", SYMBOL_PACKAGE, false},
    {"class", SYMBOL_CLASS, true},
    {"entity", SYMBOL_CLASS, true},
    {"checker", SYMBOL_CLASS, true},
    {"covergroup", SYMBOL_CLASS, true},
    {"template", SYMBOL_CLASS, true},
    {"grammar", SYMBOL_CLASS, true},
    {"protected", SYMBOL_CLASS, true},
    {"protectspec", SYMBOL_CLASS, true},
    {"taskspec", SYMBOL_CLASS, false},
    {"architecture", SYMBOL_IMPL, true},
    {"struct", SYMBOL_STRUCT, true},
    {"record", SYMBOL_STRUCT, true},
    {"union", SYMBOL_UNION, true},
    {"interface", SYMBOL_INTERFACE, true},
    {"ifclass", SYMBOL_INTERFACE, true},
    {"protocol", SYMBOL_INTERFACE, true},
    {"signature", SYMBOL_INTERFACE, true},
    {"modport", SYMBOL_INTERFACE, false},
    {"trait", SYMBOL_TRAIT, true},
    {"role", SYMBOL_TRAIT, true},
    {"mixin", SYMBOL_TRAIT, true},
    {"enum", SYMBOL_ENUM, true},
    {"enumeration", SYMBOL_ENUM, true},
    {"enumerator", SYMBOL_ENUM_MEMBER, false},
    {"literal", SYMBOL_ENUM_MEMBER, false},
    {"type", SYMBOL_TYPE, false},
    {"typedef", SYMBOL_TYPE, false},
    {"subtype", SYMBOL_TYPE, false},
    {"nettype", SYMBOL_TYPE, false},
    {"alias", SYMBOL_TYPE, false},
    {"macro", SYMBOL_MACRO, false},
    {"define", SYMBOL_MACRO, false},
    {"constant", SYMBOL_CONSTANT, false},
    {"const", SYMBOL_CONSTANT, false},
    {"parameter", SYMBOL_CONSTANT, false},
    {"generic", SYMBOL_CONSTANT, false},
    {"variable", SYMBOL_VARIABLE, false},
    {"value", SYMBOL_VARIABLE, false},
    {"global", SYMBOL_VARIABLE, false},
    {"register", SYMBOL_VARIABLE, false},
    {"net", SYMBOL_VARIABLE, false},
    {"signal", SYMBOL_VARIABLE, false},
    {"data", SYMBOL_VARIABLE, false},
    {"group", SYMBOL_VARIABLE, false},
    {"instance", SYMBOL_VARIABLE, false},
    {"exception", SYMBOL_VARIABLE, false},
    {"port", SYMBOL_FIELD, false},
    {"field", SYMBOL_FIELD, false},
    {"member", SYMBOL_FIELD, false},
    {"component", SYMBOL_FIELD, false},
    {"property", SYMBOL_PROPERTY, false},
    {"section", SYMBOL_SECTION, true},
    {"sectionGroup", SYMBOL_SECTION, true},
    {"subsection", SYMBOL_SECTION, true},
    {"chapter", SYMBOL_SECTION, true},
    {"division", SYMBOL_SECTION, true},
    {"menu", SYMBOL_SECTION, true},
    {"target", SYMBOL_TARGET, true},
    {"build", SYMBOL_TARGET, false},
    {"custom", SYMBOL_TARGET, false},
    {"run", SYMBOL_TARGET, false},
    {"test", SYMBOL_TARGET, false},
    {"rule", SYMBOL_RULE, true},
    {"token", SYMBOL_RULE, true},
    {"table", SYMBOL_TABLE, true},
    {"id", SYMBOL_ELEMENT, false},
    {"event", SYMBOL_EVENT, false},
    {"config", SYMBOL_KEY, false},
    {"choice", SYMBOL_KEY, false},
    {"project", SYMBOL_MODULE, false},
    {"resource", SYMBOL_OBJECT, false},
    {"vresource", SYMBOL_OBJECT, false},
    {"node", SYMBOL_OBJECT, true},
    {"fd", SYMBOL_OBJECT, false},
};

/* Kinds of scopes whose declarations are local, and left out. */
static const char *const routines[] = {
    "function", "subprogram", "procedure", "subroutine", "method", "task", "process", "proc", NULL};

static uint64_t number_of(const Json *tag, Str key)
{
    const Json *value = json_get(tag, key);
    uint64_t number = 0;
    return value && value->type == JSON_NUMBER && str_parse_u64(value->text, &number) ? number : 0;
}

static size_t kind_of(Str kind)
{
    size_t i = 0;
    while (i < COUNT(kinds) && !str_equal_nocase(kind, str_from(kinds[i].ctags)))
        i++;
    return i;
}

/* Lines that are not JSON, or not tags of a kind that is shown, are skipped. */
static void read_tags(Arena *arena, Arena scratch, Str output, TagVec *tags)
{
    Str line;
    while (str_take_line(&output, &line) && tags->len < SYMBOLS_MAX) {
        Arena temporary = scratch;
        Json *json;
        Err err;
        if (!json_parse(&temporary, line, &json, &err) ||
            !str_equal(json_text(json, STR("_type")), STR("tag")))
            continue;
        Tag tag = {.line = number_of(json, STR("line")), .end = number_of(json, STR("end"))};
        tag.kind = kind_of(json_text(json, STR("kind")));
        tag.order = tags->len;
        if (tag.kind == COUNT(kinds) || !tag.line ||
            (!kinds[tag.kind].block && word_in(json_text(json, STR("scopeKind")), routines)))
            continue;
        tag.name = str_copy(arena, json_text(json, STR("name")));
        tag.scope = str_copy(arena, json_text(json, STR("scope")));
        *VEC_PUSH(arena, tags) = tag;
    }
}

static int compare_tags(const void *a, const void *b)
{
    const Tag *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Offsets of the line starts, and then of the end of the text. */
static uint32_t *line_starts(Arena *arena, Str text, size_t *count)
{
    typedef VEC(uint32_t) OffsetVec;
    OffsetVec starts = {0};
    size_t at = 0;
    Line line;
    while (line_take(text, &at, &line))
        *VEC_PUSH(arena, &starts) = (uint32_t)line.start;
    *count = starts.len;
    *VEC_PUSH(arena, &starts) = (uint32_t)text.len;
    return starts.ptr;
}

typedef struct Build {
    Scan *scan;
    const uint32_t *starts;
    size_t line_count;
    uint64_t ends[SYMBOL_DEPTH_MAX]; /* last lines of the open symbols */
    uint64_t last_line;              /* line of the previous tag: a line is a signature once */
} Build;

/* Whether the last component of the tag's scope is the symbol's name: scope `a::b`, name `b`. */
static bool in_scope(const Tag *tag, Str name)
{
    if (!name.len || !str_ends(tag->scope, name))
        return false;
    size_t before = tag->scope.len - name.len;
    return !before || !byte_is_word(tag->scope.ptr[before - 1]);
}

static void close_outside(Build *build, const Tag *tag)
{
    Scan *scan = build->scan;
    size_t depth = scan->depth;
    while (depth) {
        const Symbol *open = &scan->outline->symbols.ptr[scan->open[depth - 1]];
        if (tag->line <= build->ends[depth - 1] && in_scope(tag, open->name))
            break;
        depth--;
    }
    while (scan->depth > depth) {
        uint64_t last = MIN(build->ends[scan->depth - 1], MAX(tag->line, 2) - 1);
        const Symbol *open = &scan->outline->symbols.ptr[scan->open[scan->depth - 1]];
        scan_symbol_close(scan, build->starts[MAX(last, (uint64_t)open->start_line)]);
    }
}

/* The part of the tag's line that is searched; line ends are not a part of it. */
static Str tag_line(const Build *build, const Tag *tag)
{
    Str text = build->scan->text;
    size_t next = build->starts[tag->line], from = build->starts[tag->line - 1];
    size_t start = skip_blanks(text, from, next);
    size_t end = MIN(next, start + CTAGS_LINE_SEARCHED);
    return str_slice(text, start, line_end(str_slice(text, 0, end), start));
}

static void add_symbol(Build *build, const Tag *tag)
{
    Scan *scan = build->scan;
    if (tag->line > build->line_count)
        return;
    close_outside(build, tag);
    size_t kind = tag->kind;
    Str line = tag_line(build, tag);
    size_t start = (size_t)(line.ptr - scan->text.ptr);
    size_t found = str_find(line, tag->name);
    Str name = found == STR_NONE ? str_copy(scan->arena, tag->name)
                                 : str_slice(line, found, found + tag->name.len);
    Symbol *symbol = scan_symbol_open(scan, kinds[kind].kind, name, start);
    symbol->signature = tag->line == build->last_line ? scan_shown(scan, symbol->name)
                                                      : scan_head(scan, start, start + line.len);
    build->last_line = tag->line;
    symbol->is_value = !kinds[kind].block && str_find_byte(line, '=') != STR_NONE &&
                       (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT);
    uint64_t last = tag->end ? MIN(tag->end, build->line_count) : tag->line;
    if (!tag->end && kinds[kind].block)
        last = build->line_count;
    if (scan->depth)
        build->ends[scan->depth - 1] = MAX(last, tag->line);
    scan_cut(scan, start, (uint32_t)scan->depth - (scan->depth > 0));
}

static void build_outline(Scan *scan, TagVec *tags)
{
    Build build = {.scan = scan};
    build.starts = line_starts(&scan->scratch, scan->text, &build.line_count);
    if (tags->len)
        qsort(tags->ptr, tags->len, sizeof tags->ptr[0], compare_tags);
    for (size_t i = 0; i < tags->len && !scan_expired(scan); i++)
        add_symbol(&build, &tags->ptr[i]);
    Tag last = {.line = build.line_count + 1};
    close_outside(&build, &last);
}

static void note_loss(Outline *outline, Str why)
{
    outline->degraded = true;
    outline->note = outline->note.len ? outline->note : why;
}

bool fallback_ctags_read(Arena *arena, Arena scratch, Str text, Str output,
                         const OutlineOptions *options, Outline *outline)
{
    TagVec tags = {0};
    Arena temporary = scratch;
    temporary.ptr = scratch.ptr + (scratch.end - scratch.ptr) / 2;
    scratch.end = temporary.ptr;
    read_tags(&scratch, temporary, output, &tags);
    Scan scan = {
        .arena = arena, .scratch = scratch, .text = text, .outline = outline, .options = options};
    work_limit_start(&scan.time, 0, outline_time_ms(options));
    build_outline(&scan, &tags);
    scan_close_to(&scan, 0, text.len);
    if (tags.len >= SYMBOLS_MAX)
        note_loss(outline, STR("too many symbols: the rest is left out"));
    return tags.len > 0;
}

bool fallback_ctags(Arena *arena, Arena scratch, const Language *language, Str text,
                    const OutlineOptions *options, Outline *outline)
{
    if (!language->ctags || !text.len)
        return false;
    if (text.len > CTAGS_BYTES_MAX) {
        note_loss(outline, STR("the file is too large for ctags"));
        return false;
    }
    const char *program = proc_exists("ctags-universal") ? "ctags-universal" : "ctags";
    if (!proc_exists(program))
        return false;
    char force[64];
    snprintf(force, sizeof force, "--language-force=%s", language->ctags);
    const char *const argv[] = {
        program,           "--options=NONE",         "--quiet=yes", force, "--fields=NneKspZ",
        "--extras=-r-q-f", "--_interactive=sandbox", NULL};
    Str command = str_format(
        &scratch, "{\"command\":\"generate-tags\",\"filename\":\"input\",\"size\":%zu}\n",
        text.len);
    Str input = str_join(&scratch, command, text);
    ProcResult result;
    Err err;
    ProcLimits limits = {.time_ms = outline_time_ms(options),
                         .memory_max = CTAGS_MEMORY_BASE + text.len * CTAGS_PER_BYTE,
                         .output_max = CTAGS_OUTPUT_BASE + text.len * CTAGS_PER_BYTE};
    bool ran = proc_run(&scratch, argv, input, limits, &result, &err);
    if (!ran || result.timed_out || result.cut || result.exit_code != 0) {
        note_loss(outline, ran && result.timed_out ? STR("ctags passed its time limit")
                           : ran && result.cut     ? STR("ctags passed its output limit")
                                                   : STR("ctags failed on this file"));
        return false;
    }
    return fallback_ctags_read(arena, scratch, text, result.output, options, outline);
}

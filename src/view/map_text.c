/* Text form of a map at one level: a frame with the file's facts, the lines before the symbols,
   then the symbols, indented by depth. It decides nothing: map.c renders level after level into a
   capped buffer until one fits. */
#include "base/map.h"
#include "base/path.h"
#include "text/address.h"
#include "view/map_plan.h"

#define RULE_WIDTH 39
#define RULE STR("\xE2\x94\x80")
#define BAR STR(" \xE2\x94\x82 ")
#define INDENT STR("  ")
/* Maximum bytes of a name at the levels that list names only: generated names can fill a budget
   alone. */
#define NAME_SHOWN_MAX 120
/* Average bytes of a line above which line numbers are of little use. */
#define LONG_LINES_BYTES 2000

/* Word for a kind before a bare name. Functions, values, keys and headings need none. */
static const char *const kind_words[SYMBOL_KIND_COUNT] = {
    [SYMBOL_CLASS] = "class ",         [SYMBOL_STRUCT] = "struct ",
    [SYMBOL_UNION] = "union ",         [SYMBOL_INTERFACE] = "interface ",
    [SYMBOL_TRAIT] = "trait ",         [SYMBOL_IMPL] = "impl ",
    [SYMBOL_ENUM] = "enum ",           [SYMBOL_TYPE] = "type ",
    [SYMBOL_MACRO] = "macro ",         [SYMBOL_MODULE] = "module ",
    [SYMBOL_NAMESPACE] = "namespace ", [SYMBOL_OBJECT] = "object ",
    [SYMBOL_TABLE] = "table ",         [SYMBOL_VIEW] = "view ",
    [SYMBOL_INDEX] = "index ",         [SYMBOL_TRIGGER] = "trigger ",
    [SYMBOL_SEQUENCE] = "sequence ",   [SYMBOL_SCHEMA] = "schema ",
    [SYMBOL_ALTER] = "alter ",
};

/* Words that languages write before the name of a function. */
static const char *const function_words[] = {
    "def",  "func", "fn",   "fun",   "function", "sub",    "subroutine", "procedure",
    "proc", "defn", "defp", "defun", "defmacro", "method", "task"};

/* Kinds of one family are not separated by blank lines. */
static const SymbolKind kind_families[SYMBOL_KIND_COUNT] = {
    [SYMBOL_FUNCTION] = SYMBOL_FUNCTION,    [SYMBOL_METHOD] = SYMBOL_FUNCTION,
    [SYMBOL_CONSTRUCTOR] = SYMBOL_FUNCTION, [SYMBOL_CLASS] = SYMBOL_CLASS,
    [SYMBOL_STRUCT] = SYMBOL_CLASS,         [SYMBOL_UNION] = SYMBOL_CLASS,
    [SYMBOL_INTERFACE] = SYMBOL_CLASS,      [SYMBOL_TRAIT] = SYMBOL_CLASS,
    [SYMBOL_IMPL] = SYMBOL_CLASS,           [SYMBOL_ENUM] = SYMBOL_CLASS,
    [SYMBOL_TYPE] = SYMBOL_CLASS,           [SYMBOL_FIELD] = SYMBOL_FIELD,
    [SYMBOL_PROPERTY] = SYMBOL_FIELD,       [SYMBOL_ENUM_MEMBER] = SYMBOL_FIELD,
    [SYMBOL_VARIABLE] = SYMBOL_FIELD,       [SYMBOL_CONSTANT] = SYMBOL_FIELD,
};

static SymbolKind family_of(SymbolKind kind)
{
    return kind_families[kind] ? kind_families[kind] : kind;
}

/* ---- frame ---- */

static void put_rule(Buf *out, const MapPlan *plan)
{
    if (plan->slim)
        return;
    buf_put_repeat(out, RULE, RULE_WIDTH);
    buf_put_byte(out, '\n');
}

/* Writes the text as one clean line of at most `max` bytes. */
static void put_cut(Buf *out, Arena scratch, Str text, size_t max, bool middle)
{
    Arena work = scratch;
    Buf clean = buf_open(&work, 0);
    view_put_line_text(&clean, str_slice(text, 0, PATH_BYTES_MAX));
    Arena cut = work;
    buf_put(out, middle ? view_cut_middle(&cut, buf_str(&clean), max)
                        : view_cut_end(&cut, buf_str(&clean), max));
}

static void put_counted(Buf *out, uint64_t n, const char *one, const char *many)
{
    buf_put_thousands(out, n);
    buf_put(out, str_from(n == 1 ? one : many));
}

static void put_title(Buf *out, Arena scratch, const MapPlan *plan)
{
    const MapFile *file = plan->file;
    put_rule(out, plan);
    buf_put(out, STR("File Map: "));
    put_cut(out, scratch, address_shown(&scratch, file->path),
            (size_t)MIN(plan->limit / 8, PATH_BYTES_MAX), true);
    buf_put_byte(out, '\n');
    put_counted(out, file->outline->line_count, " line", " lines");
    buf_put(out, BAR);
    buf_put_size(out, file->bytes);
    buf_put(out, BAR);
    buf_put(out, lang_name(file->outline->language));
    buf_put_byte(out, '\n');
    put_rule(out, plan);
}

static void put_level_note(Buf *out, const MapPlan *plan)
{
    static const char *const what[MAP_LEVEL_COUNT] = {
        [MAP_COMPACT] = "signatures left out",
        [MAP_MINIMAL] = "signatures and nesting left out",
        [MAP_OUTLINE] = "nested symbols left out",
        [MAP_TRUNCATED] = "nested symbols and the middle left out",
    };
    if (plan->level == MAP_FULL)
        return;
    buf_printf(out, "[%.*s: %s", STR_ARG(file_map_level_name(plan->level)), what[plan->level]);
    if (plan->asked) {
        buf_put(out, STR(" as asked"));
    } else {
        buf_put(out, STR(" to fit "));
        buf_put_size(out, plan->missed);
    }
    if (plan->level >= MAP_OUTLINE && !plan->slim)
        buf_put(out, STR("; map(path:FROM-TO) or map(path::NAME) shows a part"));
    buf_put(out, STR("]\n"));
}

/* Whether the file has text, but not in a language that is known: its name's ending is not that of
   plain text. */
static bool is_of_unknown_language(const MapPlan *plan)
{
    const Language *language = plan->file->outline->language;
    Str extension = path_extension(plan->file->path);
    bool plain = !extension.len || !plan->file->bytes || !lang_facts(language)->is_plain_text;
    const char *const *own = lang_extensions(language);
    for (; !plain && *own; own++)
        plain = str_equal_nocase(extension, str_from(*own));
    return !plain;
}

/* Writes `[degraded: syntax errors]` or `[patterns: no grammar for this language]`. */
static void put_outline_notes(Buf *out, Arena scratch, const MapPlan *plan)
{
    const Outline *outline = plan->file->outline;
    bool other_engine = outline->engine == ENGINE_CTAGS || outline->engine == ENGINE_PATTERNS ||
                        outline->engine == ENGINE_LEXICAL;
    bool nothing = !outline->symbols.len && is_of_unknown_language(plan);
    bool guessed = nothing || (other_engine && (outline->symbols.len || outline->note.len));
    if (!outline->degraded && !guessed)
        return;
    Str label = nothing        ? outline_engine_name(ENGINE_PATTERNS)
                : other_engine ? outline_engine_name(outline->engine)
                               : STR("degraded");
    Str why = outline->note.len         ? outline->note
              : other_engine || nothing ? STR("no grammar was used, symbols may be missing")
                                        : STR("syntax errors, symbols may be missing");
    buf_printf(out, "[%.*s: ", STR_ARG(label));
    put_cut(out, scratch, why, file_map_frame_text_max(plan), false);
    buf_put(out, STR("]\n"));
}

static void put_range_note(Buf *out, const MapPlan *plan)
{
    const MapOptions *options = plan->options;
    if (options->last && options->first == options->last)
        buf_printf(out, "[line %u only]\n", options->first);
    else if (options->last)
        buf_printf(out, "[lines %u-%u only]\n", options->first, options->last);
}

/* Writes a note if lines are so long that line numbers are of little use. */
static void put_long_lines_note(Buf *out, const MapPlan *plan)
{
    const MapFile *file = plan->file;
    if (file->bytes / MAX(file->outline->line_count, 1) > LONG_LINES_BYTES && !plan->slim)
        buf_put(out, STR("[long lines: read parts with page(path, offset=CHAR, length=N)]\n"));
}

static void put_footer(Buf *out, const MapPlan *plan)
{
    if (plan->slim)
        return;
    buf_put_byte(out, '\n');
    put_rule(out, plan);
    buf_put(out, STR(MAP_ADVICE "\n"));
    put_rule(out, plan);
}

/* ---- before the symbols ---- */

static void put_imports(Buf *out, Arena scratch, const MapPlan *plan)
{
    const ImportVec *imports = &plan->file->outline->imports;
    Map seen = map_open(&scratch);
    size_t max = file_map_imports_max(plan), start = out->len, left = 0;
    for (size_t i = 0; i < imports->len && !out->overflow; i++) {
        bool added = false;
        map_put(&seen, imports->ptr[i].name, &added);
        if (!added || !imports->ptr[i].name.len)
            continue;
        if (left || out->len - start + imports->ptr[i].name.len + 2 > max) {
            left++;
            continue;
        }
        buf_put(out, out->len == start ? STR("imports: ") : STR(", "));
        view_put_line_text(out, imports->ptr[i].name);
    }
    if (left && out->len == start)
        put_counted(out, left, " import", " imports");
    else if (left)
        buf_printf(out, ", \xE2\x80\xA6 %zu more", left);
    if (out->len != start)
        buf_put_byte(out, '\n');
}

/* `package main [3]` */
static Str package_line(Arena *arena, const Outline *outline)
{
    Buf line = buf_open(arena, 0);
    if (outline->package.len)
        buf_printf(&line, "%.*s%s%.*s", STR_ARG(outline->package_word),
                   outline->package_word.len ? " " : "", STR_ARG(outline->package));
    if (outline->package.len && outline->package_line)
        buf_printf(&line, " [%u]", outline->package_line);
    return buf_str(&line);
}

static void put_preface(Buf *out, Arena scratch, const MapPlan *plan)
{
    const Outline *outline = plan->file->outline;
    const Str lines[] = {outline->facts, package_line(&scratch, outline)};
    bool any = outline->facts.len || outline->package.len || outline->imports.len;
    bool little_room = plan->slim && plan->level == MAP_TRUNCATED;
    if (!any || little_room || plan->options->last)
        return;
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < COUNT(lines); i++) {
        if (!lines[i].len)
            continue;
        put_cut(out, scratch, lines[i], file_map_frame_text_max(plan), false);
        buf_put_byte(out, '\n');
    }
    put_imports(out, scratch, plan);
}

/* ---- symbols ---- */

static bool is_function_word(Str word)
{
    for (size_t i = 0; i < COUNT(function_words); i++)
        if (str_equal_nocase(word, str_from(function_words[i])))
            return true;
    return false;
}

/* The language's own word for a function, taken from the head of its signature: `def`, `func`. A
   name may be such a word, too: `int method (int a)`. */
static Str function_word(const Symbol *symbol)
{
    Str rest = symbol->signature, word;
    bool first = true;
    while (str_take_until(&rest, ' ', &word) && rest.len) {
        if (is_function_word(word) && (first || rest.ptr[0] != '('))
            return word;
        if (str_find_byte(word, '(') != STR_NONE || str_equal(word, STR("=")))
            return (Str){0};
        first = false;
    }
    return (Str){0};
}

static void put_name(Buf *out, Arena scratch, const MapPlan *plan, const Symbol *symbol)
{
    const char *word = kind_words[symbol->kind];
    bool function = symbol_is_function(symbol->kind);
    Str own = function ? function_word(symbol) : (Str){0},
        name = file_map_symbol_name(&scratch, plan->file->outline, symbol);
    if (word && name.len)
        buf_put(out, str_from(word));
    else if (own.len && name.len)
        buf_printf(out, "%.*s ", STR_ARG(own));
    if (name.len)
        put_cut(out, scratch, name, NAME_SHOWN_MAX, false);
    else
        buf_printf(out, "(%.*s)", STR_ARG(symbol_kind_name(symbol->kind)));
    if (function && !own.len && name.len && byte_is_word(name.ptr[name.len - 1]))
        buf_put(out, STR("()")); // as a field has none
}

static void put_label(Buf *out, Arena scratch, const MapPlan *plan, const Symbol *symbol)
{
    if (symbol->is_value && plan->level <= MAP_COMPACT) {
        view_put_line_text(out, file_map_symbol_name(&scratch, plan->file->outline, symbol));
        buf_put(out, STR(" = ... "));
        return;
    }
    size_t start = out->len;
    if (plan->level == MAP_FULL && symbol->signature.len)
        view_put_line_text(out, symbol->signature);
    else
        put_name(out, scratch, plan, symbol);
    bool colon = out->len > start && out->ptr[out->len - 1] == ':';
    buf_put(out, colon ? STR(" ") : STR(": "));
}

static void put_entry(Buf *out, Arena scratch, const MapPlan *plan, const Symbol *symbol)
{
    if (plan->level != MAP_MINIMAL)
        buf_put_repeat(out, INDENT, symbol->depth);
    put_label(out, scratch, plan, symbol);
    view_put_range(out, symbol->start_line, symbol->end_line);
    Str doc = plan->options->docs && plan->level == MAP_FULL ? symbol_doc(symbol) : (Str){0};
    if (doc.len) {
        buf_put(out, STR(" \xE2\x80\x94 "));
        view_put_line_text(out, doc);
    }
    buf_put_byte(out, '\n');
}

/* Whether a blank line goes between a top-level symbol and the one shown before it on the top
 * level. */
static bool is_set_off(const SymbolVec *symbols, const Symbol *last_top, const Symbol *symbol)
{
    if (!last_top || symbol->depth)
        return false;
    bool parent = last_top->next > (uint32_t)(last_top - symbols->ptr) + 1 ||
                  symbol->next > (uint32_t)(symbol - symbols->ptr) + 1;
    return parent || family_of(last_top->kind) != family_of(symbol->kind);
}

static void put_gap(Buf *out, const MapGap *gap)
{
    buf_put(out, STR("  \xE2\x94\x80 \xE2\x94\x80 \xE2\x94\x80 "));
    put_counted(out, gap->count, " more symbol", " more symbols");
    buf_printf(out, " (lines %u-%u) \xE2\x94\x80 \xE2\x94\x80 \xE2\x94\x80\n", gap->first_line,
               gap->last_line);
}

/* `int a, b;` declares two symbols that read the same: one line shows both. */
static bool is_same_line(const MapPlan *plan, const Symbol *before, const Symbol *symbol)
{
    return plan->level == MAP_FULL && before && !symbol->is_value && !before->is_value &&
           before->start_line == symbol->start_line && before->start == symbol->start &&
           before->end == symbol->end && before->depth == symbol->depth &&
           str_equal(before->signature, symbol->signature) &&
           str_find(symbol->signature, symbol->name) != STR_NONE;
}

static void put_symbols(Buf *out, Arena scratch, const MapPlan *plan)
{
    const SymbolVec *symbols = &plan->file->outline->symbols;
    const Symbol *last_top = NULL, *before = NULL;
    MapGap gap = file_map_gap(plan);
    for (size_t i = 0; i < plan->item_count && !out->overflow; i++) {
        const Symbol *symbol = &symbols->ptr[plan->items[i]];
        if (gap.count && i == plan->edge) {
            put_gap(out, &gap);
            i += gap.count - 1;
            continue;
        }
        if (is_same_line(plan, before, symbol))
            continue;
        before = symbol;
        if (plan->level < MAP_OUTLINE && is_set_off(symbols, last_top, symbol))
            buf_put_byte(out, '\n');
        put_entry(out, scratch, plan, symbol);
        last_top = symbol->depth ? last_top : symbol;
    }
}

static void put_nothing(Buf *out, const MapPlan *plan)
{
    bool empty = plan->file->bytes == 0;
    const char *text = empty                 ? "(empty file)"
                       : plan->options->last ? "(no symbols on these lines)"
                                             : "(no symbols)";
    buf_printf(out, "%s\n", text);
}

void file_map_write_text(Buf *out, Arena scratch, const MapPlan *plan)
{
    if (!plan->slim)
        buf_put_byte(out, '\n');
    put_title(out, scratch, plan);
    put_level_note(out, plan);
    put_range_note(out, plan);
    put_outline_notes(out, scratch, plan);
    put_long_lines_note(out, plan);
    put_preface(out, scratch, plan);
    buf_put_byte(out, '\n');
    if (plan->item_count)
        put_symbols(out, scratch, plan);
    else
        put_nothing(out, plan);
    put_footer(out, plan);
}

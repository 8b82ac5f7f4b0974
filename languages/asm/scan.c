/* Assembly in the common dialects (GNU with kernel macros, NASM, MASM, Plan 9): global labels
   with the code up to the next one, macros, procedures, sections, constants. Local labels are
   not shown.

   Why not tree-sitter: no grammar for assembly was found on npm. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

typedef struct Asm {
    Scan *scan;
    Str text;
    bool in_label, in_block; /* a block is a macro or procedure, which has its own end */
    size_t last_end;
    Lead lead;
} Asm;

static const char *const section_words[] = {".text",   ".data",   ".bss",     ".rodata", ".section",
                                            "section", "segment", ".segment", ".code",   ".const",
                                            ".data?",  ".init",   NULL};
static const char *const constants[] = {".equ",    ".set",    ".equiv",   "%define",
                                        "%assign", "#define", "%xdefine", NULL};
static const char *const includes[] = {".include", "%include", "include", "includelib",
                                       "#include", ".incbin",  NULL};
static const char *const macros[] = {".macro", "%macro", "%imacro", NULL};
static const char *const macro_ends[] = {".endm", "%endmacro", "endm", ".endmacro", NULL};
/* Macros that define a function, in the Linux kernel and elsewhere. */
static const char *const entries[] = {"entry",
                                      "sym_func_start",
                                      "sym_code_start",
                                      "sym_func_start_local",
                                      "sym_code_start_local",
                                      "sym_func_start_noalign",
                                      "sym_func_start_weak",
                                      "sym_typed_func_start",
                                      "sym_start",
                                      "asm_pfx",
                                      "function",
                                      "cglobal",
                                      "sym_inner_label",
                                      "weak",
                                      "global_function",
                                      "leaf",
                                      "nested",
                                      "func",
                                      NULL};
static const char *const entry_ends[] = {
    "endproc", "end", "sym_func_end", "sym_code_end", "endfunc", "sym_end", NULL};

static void close_label(Asm *source, size_t end)
{
    if (source->in_label)
        scan_symbol_close(source->scan, end);
    source->in_label = false;
}

static void close_block(Asm *source, size_t end)
{
    close_label(source, source->last_end);
    if (source->in_block)
        scan_symbol_close(source->scan, end);
    source->in_block = false;
}

static Symbol *open_symbol(Asm *source, SymbolKind kind, Str name, const Line *line)
{
    Scan *scan = source->scan;
    size_t at = skip_blanks(source->text, line->start, line->end);
    name = str_slice(name, 0, MIN(name.len, NAME_BYTES_MAX));
    close_label(source, source->last_end);
    scan_cut(scan, lead_start(&source->lead, at), (uint32_t)scan->depth);
    Symbol *symbol = scan_symbol_open(scan, kind, name, at);
    symbol->signature = scan_shown(scan, name);
    lead_take(scan, &source->lead, symbol);
    return symbol;
}

/* The end of the line's code: before `;`, `//`, `@ ` or another trailing comment. */
static size_t code_end(Str text, const Line *line)
{
    for (size_t at = line->start; at < line->end; at++) {
        char c = text.ptr[at], next = at + 1 < line->end ? text.ptr[at + 1] : ' ';
        if (c == ';' || (c == '/' && (next == '/' || next == '*')))
            return at;
        if (c == '"') {
            at = find_byte_from(text, at + 1, line->end, '"');
        }
    }
    return line->end;
}

static bool is_local(Str label)
{
    return byte_is_digit(label.ptr[0]) || str_starts(label, STR(".L")) ||
           str_starts(label, STR("L_")) || str_starts(label, STR("..@")) ||
           str_starts(label, STR("%%")) ||
           (label.len > 1 && label.ptr[0] == 'L' && byte_is_digit(label.ptr[1])) ||
           (label.ptr[0] == '.' && label.len > 1) || label.ptr[0] == '$' || label.ptr[0] == '@';
}

static void add_leaf(Asm *source, SymbolKind kind, Str name, const Line *line, bool value)
{
    Scan *scan = source->scan;
    size_t at = skip_blanks(source->text, line->start, line->end);
    if (!name.len)
        return;
    close_label(source, source->last_end);
    Symbol *symbol =
        scan_symbol(scan, kind, str_slice(name, 0, MIN(name.len, NAME_BYTES_MAX)), at, line->end);
    symbol->signature = scan_signature(scan, at, code_end(source->text, line));
    symbol->is_value = value;
    lead_take(scan, &source->lead, symbol);
}

static void add_import(Asm *source, size_t at, const Line *line)
{
    Str path = str_trim(str_slice(source->text, at, line->end));
    if (path.len < 2)
        return;
    char quote = path.ptr[0] == '<' ? '>' : path.ptr[0];
    bool quoted = quote == '"' || quote == '>' || quote == '\'';
    size_t close =
        quoted ? find_byte_from(path, 1, path.len, quote) : word_at(path, 0, path.len, "./-+").len;
    scan_import(source->scan, str_slice(path, quoted, close), line->start, line->end);
}

/* Opens a `.macro name args` or the like; it stays open until its end directive. */
static void open_block(Asm *source, SymbolKind kind, Str name, const Line *line)
{
    if (!name.len)
        return;
    close_block(source, source->last_end);
    Symbol *symbol = open_symbol(source, kind, name, line);
    symbol->signature = scan_signature(source->scan, symbol->start, code_end(source->text, line));
    source->in_block = true;
}

/* Reads MASM syntax, which has the name first: `name PROC`, `name MACRO a, b`, `name EQU 5`. */
static bool read_named(Asm *source, const Line *line, Str name, size_t at)
{
    Str word = word_at(source->text, at, line->end, "");
    if (word_is(word, "proc"))
        open_block(source, SYMBOL_FUNCTION, name, line);
    else if (word_is(word, "macro"))
        open_block(source, SYMBOL_MACRO, name, line);
    else if (word_is(word, "struc") || word_is(word, "struct"))
        open_block(source, SYMBOL_STRUCT, name, line);
    else if (word_is(word, "endp") || word_is(word, "ends"))
        close_block(source, line->end);
    else if (word_is(word, "equ"))
        add_leaf(source, SYMBOL_CONSTANT, name, line, true);
    else
        return false;
    return true;
}

static void read_entry(Asm *source, const Line *line, size_t after)
{
    size_t at = skip_blanks(source->text, after, line->end);
    at += at < line->end && source->text.ptr[at] == '(';
    Str name = word_at(source->text, skip_blanks(source->text, at, line->end), line->end, "$.@");
    if (!name.len)
        return;
    Symbol *symbol = open_symbol(source, SYMBOL_FUNCTION, name, line);
    symbol->signature = scan_signature(source->scan, symbol->start, code_end(source->text, line));
    source->in_label = true;
}

/* Reads a directive or definition, recognised by its first word. */
static bool read_word(Asm *source, const Line *line, Str word, size_t after)
{
    Str text = source->text;
    Str next = word_at(text, after, line->end, "$.@_");
    bool called = after < line->end && text.ptr[after] == '(';
    if (word_in(word, section_words)) {
        bool own = word.ptr[0] == '.' && !word_is(word, ".section") && !word_is(word, ".segment");
        size_t at = skip_blanks(text, line->start, line->end);
        close_block(source, source->last_end);
        add_leaf(source, SYMBOL_SECTION, own ? str_slice(text, at, at + word.len) : next, line,
                 false);
    } else if (word_in(word, macros)) {
        open_block(source, SYMBOL_MACRO, next, line);
    } else if (word_in(word, macro_ends) || word_is(word, ".endfunc") ||
               word_is(word, "endstruc")) {
        close_block(source, line->end);
    } else if (word_in(word, constants)) {
        add_leaf(source, SYMBOL_CONSTANT, next, line, true);
    } else if (word_in(word, includes)) {
        add_import(source, after, line);
    } else if (word_is(word, "struc")) {
        open_block(source, SYMBOL_STRUCT, next, line);
    } else if (called && word_in(word, entries)) {
        read_entry(source, line, after);
    } else if (called && word_in(word, entry_ends)) {
        close_label(source, line->end);
    } else if (str_equal(word, STR("TEXT")) || word_is(word, "proc")) { /* Plan 9, FASM */
        read_entry(source, line,
                   after + (after < line->end && (unsigned char)text.ptr[after] == 0xc2));
    } else {
        return false;
    }
    return true;
}

static void read_line(Asm *source, const Line *line)
{
    Str text = source->text;
    size_t at = skip_blanks(text, line->start, line->end);
    Str word = word_at(text, at, line->end, ".%#$@?");
    size_t after = skip_blanks(text, at + word.len, line->end);
    if (!word.len)
        return;
    bool label = at + word.len < line->end && text.ptr[at + word.len] == ':';
    if (label) {
        bool assigns = after + 1 < line->end && text.ptr[after + 1] == '=';
        if (!assigns && !is_local(word)) {
            open_symbol(source, SYMBOL_FUNCTION, word, line);
            source->in_label = true;
        }
        return;
    }
    if (!read_word(source, line, word, after) && !read_named(source, line, word, after) &&
        after < line->end && text.ptr[after] == '=' && byte_is_word(word.ptr[0]))
        add_leaf(source, SYMBOL_CONSTANT, word, line, true);
}

/* Whether the line is a comment in any of the dialects. A block comment extends to its end. */
static bool is_comment(Str text, const Line *line, size_t *at, size_t *end)
{
    size_t first = skip_blanks(text, line->start, line->end);
    *end = line->end;
    if (first == line->end)
        return false;
    char c = text.ptr[first], next = first + 1 < line->end ? text.ptr[first + 1] : ' ';
    if (c == '/' && next == '*') {
        size_t close = find_from(text, first + 2, STR("*/"));
        size_t after = close == STR_NONE ? text.len : close + 2;
        *end = after;
        *at = MAX(*at, MIN(line_end(text, after) + 1, text.len));
        return true;
    }
    return c == ';' || (c == '/' && next == '/') || (c == '@' && next == ' ') || c == '|' ||
           (c == '#' && !byte_is_alpha(next));
}

void scan_asm(Scan *scan)
{
    Asm source = {.scan = scan, .text = scan->text};
    size_t at = 0, end;
    Line line;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line)) {
        if (is_comment(scan->text, &line, &at, &end)) {
            lead_add(&source.lead, line.start, end);
            continue;
        }
        if (!line_is_blank(scan->text, &line)) {
            read_line(&source, &line);
            source.last_end = line.end;
        }
        lead_clear(&source.lead);
    }
    close_block(&source, source.last_end);
    scan_close_to(scan, 0, source.last_end);
}

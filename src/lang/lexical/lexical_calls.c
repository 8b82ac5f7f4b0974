/* Calls in languages without rules for them, found by their syntax: a name before a parenthesis, at
   the head of a list, or at the head of a command. Comments and strings are skipped. */
#include "base/hash.h"
#include "base/id_map.h"
#include "lang/registry.h"
#include "lang/scan/scan_text.h"

typedef struct Calls {
    Arena *arena;
    const Language *language;
    Str text;
    Outline *outline;
    size_t at;
    uint32_t line;
    bool first;      /* only white space was read so far of the line or command */
    bool named;      /* the last word was `call` or the like */
    bool begins;     /* at the start of a statement, or after the first names of a path there */
    bool passed;     /* Tcl: at the first word of a list, which may be a command to be run later */
    uint32_t symbol; /* index + 1 of the innermost symbol around `at` */
    uint32_t next;   /* index of the next symbol that has not begun */
    uint32_t depth;  /* in a declaration: 1 + number of open parentheses; 0 outside */
    bool continued;  /* the line ends with `&` */
    IdMap arrays;    /* hash_nocase of the names declared as arrays */
    IdMap sure;      /* indices of references after `call` or the like, which are not arrays */
} Calls;

static char byte_at(const Calls *calls, size_t at)
{
    return at < calls->text.len ? calls->text.ptr[at] : '\0';
}

static void skip_to(Calls *calls, size_t end)
{
    for (; calls->at < end; calls->at++)
        calls->line += calls->text.ptr[calls->at] == '\n';
}

/* ---- strings and comments ---- */

static bool skip_line_comment(Calls *calls)
{
    Str rest = str_from(calls->language->line_comment ? calls->language->line_comment : ""), mark;
    Str here = str_from_offset(calls->text, calls->at);
    while (str_take_until(&rest, ' ', &mark)) {
        bool quote = str_equal(mark, STR("\"")); // Vim: a comment at the start of a line only
        if (mark.len && str_starts(here, mark) && (calls->first || !quote)) {
            calls->at = line_end(calls->text, calls->at);
            return true;
        }
    }
    return false;
}

static bool skip_block_comment(Calls *calls)
{
    Str close = str_from(calls->language->block_comment ? calls->language->block_comment : ""),
        open;
    if (!str_take_until(&close, ' ', &open) || !open.len ||
        !str_starts(str_from_offset(calls->text, calls->at), open))
        return false;
    size_t end = find_from(calls->text, calls->at + open.len, close);
    skip_to(calls, end == STR_NONE ? calls->text.len : end + close.len);
    return true;
}

/* Skips a string, which ends with its line; in Lisp it may span several. */
static bool skip_string(Calls *calls)
{
    char quote = byte_at(calls, calls->at);
    bool lines = calls->language->calls.style == CALLS_IN_LISTS;
    if (!byte_in(quote, calls->language->calls.quotes))
        return false;
    size_t at = calls->at + 1;
    while (at < calls->text.len && calls->text.ptr[at] != quote &&
           (lines || calls->text.ptr[at] != '\n'))
        at += calls->text.ptr[at] == '\\' ? 2 : 1;
    skip_to(calls, MIN(at + (byte_at(calls, at) == quote), calls->text.len));
    calls->first = calls->begins = false;
    return true;
}

/* ---- names ---- */

static bool is_name_byte(const Calls *calls, char c)
{
    static const char *const more[] = {[CALLS_IN_PARENTHESES] = "$!?",
                                       [CALLS_IN_LISTS] = "-?!*<>=+/%&.:$",
                                       [CALLS_AS_COMMANDS] = "-:."};
    return byte_is_word(c) || byte_in(c, more[calls->language->calls.style]);
}

/* SQL: the name before the last joint of a path: `a.b`, `"a"."b"`, `[a].[b]`. In `a..b` it is the
   default, which is not written. */
static Str quoted_receiver(const Calls *calls, size_t at)
{
    const char *marks = calls->language->calls.name_marks;
    size_t end = at;
    while (end && marks && byte_in(calls->text.ptr[end - 1], marks))
        end--;
    Str marked = str_slice(calls->text, end, at);
    bool joined = str_find_byte(marked, '.') != STR_NONE && str_find(marked, STR("..")) == STR_NONE;
    size_t start = end;
    while (joined && start && byte_is_word(calls->text.ptr[start - 1]))
        start--;
    return str_slice(calls->text, start, joined ? end : start);
}

/* The receiver before the name at `at`: `a.b`, or `()` for an expression that is not just names. */
static Str receiver_before(const Calls *calls, size_t at)
{
    const char *text = calls->text.ptr;
    size_t end = at;
    if (calls->language->calls.name_marks)
        return quoted_receiver(calls, at);
    if (calls->language->calls.declared && end && text[end - 1] == '%')
        return STR("()");
    if (end >= 2 && text[end - 2] == '-' && text[end - 1] == '>')
        end -= 2;
    else
        while (end && (text[end - 1] == '.' || text[end - 1] == ':'))
            end--;
    size_t start = end;
    while (start && (byte_is_word(text[start - 1]) || byte_in(text[start - 1], ".:")))
        start--;
    if (end == at)
        return (Str){0};
    return end > start ? str_slice(calls->text, start, end) : STR("()");
}

/* Takes `ns::` or `ns/` off the front of the name. */
static Str take_qualifier(const Calls *calls, Str *name)
{
    size_t at = name->len;
    bool list = calls->language->calls.style == CALLS_IN_LISTS;
    while (at && name->ptr[at - 1] != ':' && (!list || name->ptr[at - 1] != '/'))
        at--;
    if (!at || at == name->len)
        return (Str){0};
    Str before = str_slice(*name, 0, at);
    *name = str_from_offset(*name, at);
    while (before.len && (before.ptr[before.len - 1] == ':' || before.ptr[before.len - 1] == '/'))
        before.len--;
    return before;
}

static void enter_symbols(Calls *calls, size_t offset)
{
    const SymbolVec *symbols = &calls->outline->symbols;
    while (calls->next < symbols->len && symbols->ptr[calls->next].start <= offset)
        calls->symbol = ++calls->next;
    while (calls->symbol && symbols->ptr[calls->symbol - 1].end <= offset)
        calls->symbol = symbols->ptr[calls->symbol - 1].parent;
}

/* Whether the name is the one of the symbol that is being defined, or a further clause of it at the
   start of a line. */
static bool is_definition(const Calls *calls, size_t start, Str name)
{
    if (!calls->symbol)
        return false;
    const Symbol *symbol = &calls->outline->symbols.ptr[calls->symbol - 1];
    bool column = !start || calls->text.ptr[start - 1] == '\n';
    return symbol->name_start == start || (column && str_equal(symbol->name, name));
}

/* Records an array that is declared here; false if the name does not declare one. */
static bool take_array(Calls *calls, size_t end, Str name)
{
    if (calls->depth != 1 || byte_at(calls, end) != '(')
        return false;
    id_map_put(&calls->arrays, calls->arena, hash_nocase(name), 1);
    return true;
}

static void add_call(Calls *calls, size_t start, Str name)
{
    ReferenceVec *references = &calls->outline->references;
    Str receiver = calls->language->calls.style == CALLS_IN_PARENTHESES
                       ? receiver_before(calls, start)
                       : take_qualifier(calls, &name);
    enter_symbols(calls, start);
    if (references->len >= REFERENCES_MAX || !name.len || is_definition(calls, start, name))
        return;
    if (calls->named)
        id_map_put(&calls->sure, calls->arena, references->len, 1);
    *VEC_PUSH(calls->arena, references) =
        (Reference){.kind = calls->passed ? REFERENCE_USE : REFERENCE_CALL,
                    .name = name,
                    .receiver = receiver,
                    .start = (uint32_t)start,
                    .line = calls->line,
                    .symbol = calls->symbol,
                    .arguments = ARGUMENTS_UNKNOWN};
}

/* Whether the name that ends here is a statement: `f;`, `a.f;`. */
static bool is_statement(const Calls *calls, size_t end)
{
    return calls->begins && byte_at(calls, skip_space(calls->text, end, calls->text.len)) == ';';
}

/* Whether a statement may begin after the word or byte. */
static bool begins_after(const Calls *calls, size_t end, Str word)
{
    static const char *const words[] = {"begin", "then", "else", "loop", "do", "repeat", NULL};
    char next = byte_at(calls, end);
    return calls->language->calls.names_are_statements &&
           (word_in(word, words) || (calls->begins && next == '.'));
}

static bool is_called(const Calls *calls, size_t start, size_t end)
{
    char before = start ? calls->text.ptr[start - 1] : '\n';
    switch (calls->language->calls.style) {
    case CALLS_IN_LISTS: return before == '(' && (start < 2 || calls->text.ptr[start - 2] != '\'');
    case CALLS_AS_COMMANDS: return calls->first;
    default:
        end += calls->language->calls.name_marks && byte_in(byte_at(calls, end), "]\"`");
        return calls->named || byte_at(calls, end) == '(' || is_statement(calls, end) ||
               (byte_at(calls, end) == ' ' && byte_at(calls, end + 1) == '(');
    }
}

static bool is_word_of_language(Str word)
{
    static const char *const words[] = {
        "if",        "then",       "else",    "elseif", "elsif",  "elif",    "for",      "while",
        "until",     "repeat",     "do",      "end",    "begin",  "case",    "of",       "when",
        "with",      "and",        "or",      "not",    "return", "switch",  "function", "fun",
        "proc",      "set",        "let",     "loop",   "select", "where",   "in",       "is",
        "procedure", "subroutine", "type",    "define", "defn",   "def",     "lambda",   "cond",
        "array",     "values",     "from",    "into",   "call",   "perform", "exec",     "execute",
        "try",       "catch",      "receive", "after",  NULL};
    return word_in(word, words);
}

static bool is_listed(const char *words, Str word)
{
    Str rest = str_from(words ? words : ""), one;
    while (str_take_until(&rest, ' ', &one))
        if (str_equal_nocase(one, word))
            return true;
    return false;
}

/* Whether more of a called name follows the word, which ends at `end`: `dbo.f`. */
static bool names_more(const Calls *calls, size_t end, Str word)
{
    const CallFacts *facts = &calls->language->calls;
    if (!calls->named || is_listed(facts->not_named, word))
        return false;
    while (facts->name_marks && end < calls->text.len &&
           byte_in(calls->text.ptr[end], facts->name_marks))
        if (calls->text.ptr[end++] == '.')
            return true;
    return false;
}

/* Skips `@result =` after `exec`. */
static bool skip_result(Calls *calls)
{
    if (!calls->named || !calls->language->calls.gives_results || byte_at(calls, calls->at) != '@')
        return false;
    size_t end =
        skip_blanks(calls->text, str_word_end(calls->text, calls->at + 1), calls->text.len);
    if (byte_at(calls, end) != '=')
        return false;
    calls->at = end + 1;
    return true;
}

/* Tcl: `after 100 f`, `[list f x]`, `uplevel #0 f`: another command follows the command. */
static void pass_on(Calls *calls, Str word)
{
    static const char *const words[] = {"list", "after",     "uplevel", "catch",
                                        "eval", "coroutine", "time",    NULL};
    bool tcl = calls->language->calls.passes_commands;
    bool runs = tcl && word_in(word, words);
    calls->passed = runs && str_equal(word, STR("list"));
    calls->first = runs;
    size_t at = calls->at;
    while (runs && byte_in(byte_at(calls, at), " #0123456789") && at < calls->text.len)
        at++;
    calls->at = byte_at(calls, at) == '\n' ? calls->at : at;
}

static void take_word(Calls *calls)
{
    size_t start = calls->at, end = start;
    while (end < calls->text.len && is_name_byte(calls, calls->text.ptr[end]))
        end++;
    Str word = str_slice(calls->text, start, end);
    if (names_more(calls, end, word)) {
        calls->at = end;
        return;
    }
    bool digit = word.ptr[0] >= '0' && word.ptr[0] <= '9';
    bool head = is_called(calls, start, end) &&
                !(calls->named && is_listed(calls->language->calls.not_named, word));
    if (!digit && !is_word_of_language(word) && head && !take_array(calls, end, word))
        add_call(calls, start, word);
    calls->named = is_listed(calls->language->calls.naming, word);
    calls->first = calls->continued = calls->passed = false;
    calls->begins = begins_after(calls, end, word);
    calls->at = end;
    if (head)
        pass_on(calls, word);
}

/* Tracks Fortran declarations, which end with their line unless `&` continues it. */
static void follow_declaration(Calls *calls, char c)
{
    const char *mark = calls->language->calls.declared;
    calls->continued = c == '&' || (calls->continued && byte_is_space(c));
    if (c == '\n' && !calls->continued)
        calls->depth = 0;
    else if (calls->depth && c == '(')
        calls->depth++;
    else if (calls->depth > 1 && c == ')')
        calls->depth--;
    else if (mark && str_starts(str_from_offset(calls->text, calls->at), str_from(mark)))
        calls->depth = 1;
}

/* Drops calls of arrays: an array element looks like a call. */
static void drop_arrays(Calls *calls)
{
    ReferenceVec *references = &calls->outline->references;
    size_t count = 0;
    for (size_t i = 0; i < references->len; i++)
        if (id_map_get(&calls->sure, i) != ID_MAP_NONE ||
            id_map_get(&calls->arrays, hash_nocase(references->ptr[i].name)) == ID_MAP_NONE)
            references->ptr[count++] = references->ptr[i];
    references->len = count;
}

/* Whether a name that is called may still follow the byte. */
static bool keeps_name(const Calls *calls, char c)
{
    const char *marks = calls->language->calls.name_marks;
    return c == ' ' || c == '\t' || (marks && byte_in(c, marks));
}

void lexical_calls(Arena *arena, const Language *language, Str text, Outline *outline)
{
    Calls calls = {.arena = arena,
                   .language = language,
                   .text = text,
                   .outline = outline,
                   .line = 1,
                   .first = true};
    while (calls.at < text.len) {
        char c = text.ptr[calls.at];
        if (skip_line_comment(&calls) || skip_block_comment(&calls) || skip_string(&calls))
            continue;
        if (is_name_byte(&calls, c)) {
            take_word(&calls);
            continue;
        }
        if (skip_result(&calls))
            continue;
        if (language->calls.declared)
            follow_declaration(&calls, c);
        calls.line += c == '\n';
        calls.first = byte_in(c, "\n;[({|&") || (calls.first && byte_is_space(c));
        calls.named = calls.named && keeps_name(&calls, c);
        calls.begins = language->calls.names_are_statements &&
                       (c == ';' || (calls.begins && (c == '.' || byte_is_space(c))));
        calls.at++;
    }
    if (calls.arrays.len)
        drop_arrays(&calls);
}

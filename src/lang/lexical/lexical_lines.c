/* Definitions in languages without braces: blocks by indentation, and Lisp, whose definitions are
   at the start of a line. Languages with `end` are read by indentation as well. Indentation is
   right in nearly all code, while pairing each `end` with its block needs a parser. */
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

/* As editors and terminals show a tab. */
#define TAB_COLUMNS 8
/* Words before the keyword of a definition; no language has more in a row. */
#define MODIFIERS_MAX 6

typedef struct LineHead {
    uint32_t indent;
    uint32_t first; /* offset of its first byte that is not blank */
} LineHead;

static LineHead head_of(const Lexical *lexical, size_t at)
{
    uint32_t indent = 0;
    for (;; at++) {
        char c = lexical_byte(lexical, at);
        if (c == ' ')
            indent++;
        else if (c == '\t')
            indent = (indent / TAB_COLUMNS + 1) * TAB_COLUMNS;
        else
            break;
    }
    return (LineHead){indent, (uint32_t)at};
}

static bool is_empty_line(const Lexical *lexical, size_t first)
{
    char c = lexical_byte(lexical, first);
    if (!c || c == '\n' || c == '\r')
        return true;
    for (size_t i = 0; i < lexical->line_comment_count; i++)
        if (str_starts(str_from_offset(lexical->text, first), lexical->line_comments[i]))
            return true;
    return false;
}

/* Length of an `end` or closing bracket at `first`; 0 at other text. */
static uint32_t closer_at(const Lexical *lexical, size_t first)
{
    char c = lexical_byte(lexical, first);
    if (c == '}' || c == ')' || c == ']')
        return 1;
    Str word = str_slice(lexical->text, first, lexical_word_end(lexical, first));
    return str_equal(word, STR("end")) ? (uint32_t)word.len : 0;
}

static void close_lines(Lexical *lexical, LineHead head)
{
    uint32_t closer = closer_at(lexical, head.first);
    while (lexical->block_count) {
        uint32_t indent = lexical->blocks[lexical->block_count - 1].indent;
        if (indent < head.indent)
            return;
        bool own = closer && indent == head.indent;
        lexical->block_count--;
        lexical_close(lexical, own ? head.first + closer : lexical->last_end);
        if (own)
            return;
    }
}

static bool is_modifier(Str word)
{
    static const char *const words[] = {"async",  "local",  "private",       "public",  "protected",
                                        "export", "static", "abstract",      "mutable", "inline",
                                        "final",  "global", "noncomputable", NULL};
    return word_in(word, words);
}

static void open_line(Lexical *lexical, LineHead head, const LexicalPending *pending)
{
    if (lexical->block_count == LEXICAL_BLOCKS_KEPT)
        return;
    bool goes_on = lexical_has(lexical, LEXICAL_CLAUSES) &&
                   lexical_reopen(lexical, lexical_str(lexical, pending->name));
    if (!goes_on)
        lexical_open(lexical, pending, (uint32_t)line_end(lexical->text, pending->name.end));
    lexical->blocks[lexical->block_count++] =
        (LexicalBlock){.indent = head.indent, .has_symbol = true};
}

/* `a.b = function`: the name before the `=`. */
static bool find_assigned(const Lexical *lexical, size_t at, LexicalPending *pending)
{
    pending->name = lexical_name(lexical, at, LEXICAL_NEXT, &pending->owner);
    at = lexical_skip_blanks(lexical, pending->name.end);
    if (pending->name.start == pending->name.end || lexical_byte(lexical, at) != '=')
        return false;
    at = lexical_skip_blanks(lexical, at + 1);
    Str word = str_slice(lexical->text, at, lexical_word_end(lexical, at));
    const LexicalKeyword *keyword = lexical_keyword(lexical, word);
    pending->kind = keyword ? keyword->kind : SYMBOL_NONE;
    return keyword && symbol_is_callable(keyword->kind);
}

/* Whether the name is followed by a signature, not by a clause. */
static bool is_signature(const Lexical *lexical, size_t end)
{
    return lexical_byte(lexical, lexical_skip_blanks(lexical, end)) == ':';
}

/* `name :: type`, and the first of its clauses `name a b = …`, at the start of a line. */
static bool find_signature(const Lexical *lexical, LineHead head, LexicalPending *pending)
{
    static const char *const others[] = {"import",   "infix", "infixl",   "infixr",
                                         "instance", "where", "deriving", "foreign",
                                         "default",  "_",     NULL};
    Str owner;
    Span name = lexical_name(lexical, head.first, LEXICAL_NEXT, &owner);
    char c = lexical_byte(lexical, head.first);
    if (head.indent || !((c >= 'a' && c <= 'z') || c == '_') ||
        word_in(lexical_str(lexical, name), others))
        return false;
    Str rest = str_slice(lexical->text, name.end, line_end(lexical->text, head.first));
    *pending = (LexicalPending){.kind = SYMBOL_FUNCTION, .name = name};
    return str_find_byte(rest, '=') != STR_NONE || is_signature(lexical, name.end) ||
           str_find_byte(rest, '|') != STR_NONE || !str_trim(rest).len;
}

/* `let name =` within something. */
static bool is_local_value(const Lexical *lexical, LineHead head, const LexicalPending *pending)
{
    char c = lexical_byte(lexical, lexical_skip_blanks(lexical, pending->name.end));
    return lexical_has(lexical, LEXICAL_VALUES) && head.indent &&
           pending->kind == SYMBOL_FUNCTION && byte_in(c, "=:,\r\n");
}

/* The definition that a line begins. */
static bool find_definition(const Lexical *lexical, LineHead head, LexicalPending *pending)
{
    size_t at = head.first;
    for (int i = 0; i < MODIFIERS_MAX; i++) {
        at += lexical_byte(lexical, at) == '@';
        size_t end = lexical_word_end(lexical, at);
        Str word = str_slice(lexical->text, at, end);
        const LexicalKeyword *keyword = lexical_keyword(lexical, word);
        size_t next = lexical_skip_blanks(lexical, end);
        if (!word.len || next == end)
            break;
        if (keyword) {
            pending->kind = keyword->kind;
            pending->name = lexical_name(lexical, next, keyword->naming, &pending->owner);
            Str name = lexical_str(lexical, pending->name);
            if (!lexical_keyword(lexical, name))
                return name.len > 0 && !is_local_value(lexical, head, pending);
        } else if (!is_modifier(word) && lexical->text.ptr[at - (at > 0)] != '@') {
            break;
        }
        at = next;
    }
    if (lexical_has(lexical, LEXICAL_ASSIGNED) && find_assigned(lexical, at, pending))
        return true;
    return lexical_has(lexical, LEXICAL_SIGNATURES) && find_signature(lexical, head, pending);
}

void indent_line(Lexical *lexical, size_t at)
{
    LineHead head = head_of(lexical, at);
    LexicalPending pending = {.active = true};
    if (is_empty_line(lexical, head.first))
        return;
    bool defines = find_definition(lexical, head, &pending);
    if (lexical->parens && !defines)
        return;
    lexical->parens = 0;
    close_lines(lexical, head);
    bool decorated = lexical_byte(lexical, head.first) == '@';
    if (defines) {
        pending.start = MIN(head.first, lexical->statement.start);
        open_line(lexical, head, &pending);
    }
    lexical->statement.start =
        decorated && !defines ? MIN(lexical->statement.start, head.first) : LEXICAL_NONE;
}

void indent_end(Lexical *lexical)
{
    while (lexical->block_count) {
        lexical->block_count--;
        lexical_close(lexical, lexical->last_end);
    }
}

/* ---- Lisp ---- */

static bool is_at_line_start(const Lexical *lexical, size_t at)
{
    return !at || lexical->text.ptr[at - 1] == '\n';
}

/* `(defun name`, `(define (name`, `(defmethod (setf name)`. */
static bool find_form(const Lexical *lexical, size_t at, LexicalPending *pending)
{
    size_t end = lexical_word_end(lexical, at + 1);
    Str word = str_slice(lexical->text, at + 1, end);
    const LexicalKeyword *keyword = lexical_keyword(lexical, word);
    if (!keyword && !str_starts(word, STR("def")))
        return false;
    at = lexical_skip_blanks(lexical, end);
    while (lexical_byte(lexical, at) == '(' || lexical_byte(lexical, at) == '\'')
        at++;
    if (str_starts(str_from_offset(lexical->text, at), STR("setf ")))
        at += 5;
    pending->kind = keyword ? keyword->kind : SYMBOL_FUNCTION;
    pending->name = lexical_name(lexical, at, LEXICAL_NEXT, &pending->owner);
    return pending->name.end > pending->name.start;
}

static void open_form(Lexical *lexical, size_t at)
{
    LexicalPending pending = {.start = (uint32_t)at};
    if (is_at_line_start(lexical, at)) {
        if (lexical->block_count)
            indent_end(lexical);
        lexical->parens = 0;
    }
    if (!lexical->parens && find_form(lexical, at, &pending)) {
        lexical_open(lexical, &pending, pending.name.end);
        lexical->blocks[lexical->block_count++] = (LexicalBlock){.has_symbol = true};
    }
    lexical->parens++;
}

size_t parens_punct(Lexical *lexical, size_t at)
{
    char c = lexical->text.ptr[at];
    if (c == '\\')
        return MIN(at + 2, lexical->text.len);
    if (c == '(')
        open_form(lexical, at);
    else if (lexical->parens)
        lexical->parens--;
    lexical->last_end = (uint32_t)at + 1;
    if (c == ')' && !lexical->parens)
        indent_end(lexical);
    return at + 1;
}

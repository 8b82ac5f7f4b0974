/* Body elision for Lua: bodies between `function name(…)` and `end`. All blocks and brackets are
   matched; when they do not balance, nothing in the file is elided. A body is parsed as `;`,
   which is a statement and begins where the first statement does.

   A function without a name declares nothing when it is an argument, in a table constructor, or
   returned. Other functions without a name may declare something. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* The bytes that open a comment stay. */
#define REMARK_BYTES 2

typedef struct Frame {
    char open; /* ( [ {, `f` function, `b` up to `end`, `r` repeat up to until */
    bool declares;
    bool headed;   /* past its parameters */
    uint32_t body; /* offset of its first byte; 0: not reached yet */
    size_t spans;  /* number of spans found before it */
} Frame;

typedef struct Words {
    Elision *elision;
    Str text;
    size_t at;
    Frame *frames;
    size_t depth;
    char last; /* first byte of the last token; 'R' for return */
} Words;

static void give_up(Words *words)
{
    words->elision->unsure = true;
    words->at = words->text.len;
}

static char byte_at(const Words *words, size_t at)
{
    return at < words->text.len ? words->text.ptr[at] : '\0';
}

static Frame *top(const Words *words)
{
    return words->depth ? &words->frames[words->depth - 1] : NULL;
}

static char around(const Words *words)
{
    return words->depth ? top(words)->open : '\0';
}

static void push(Words *words, char open)
{
    if (words->depth == ELIDE_DEPTH_MAX)
        give_up(words);
    else
        words->frames[words->depth++] = (Frame){.open = open};
}

static void pop(Words *words, char open)
{
    if (around(words) == open)
        words->depth--;
    else
        give_up(words);
}

/* Marks the enclosing function, if any, as one that must stay. */
static void declare(Words *words)
{
    for (size_t i = words->depth; i-- > 0;) {
        if (words->frames[i].open == 'f') {
            words->frames[i].declares = true;
            return;
        }
    }
}

/* ---- strings and comments ---- */

/* The offset after a long bracket `[[` or `[==[`, and its level; 0 at other text. */
static size_t long_level(const Words *words, size_t at, size_t *level)
{
    size_t marks = at + 1;
    while (byte_at(words, marks) == '=')
        marks++;
    *level = marks - at - 1;
    return byte_at(words, at) == '[' && byte_at(words, marks) == '[' ? marks + 1 : 0;
}

/* The offset after the bracket that closes a long string. */
static size_t skip_long(Words *words, size_t at, size_t level)
{
    for (; (at = find_from(words->text, MIN(at, words->text.len), STR("]"))) != STR_NONE; at++) {
        size_t end = at + 1;
        while (end - at <= level && byte_at(words, end) == '=')
            end++;
        if (end - at - 1 == level && byte_at(words, end) == ']')
            return end + 1;
    }
    give_up(words);
    return words->text.len;
}

static void skip_short(Words *words, char quote)
{
    Str text = words->text;
    for (size_t at = words->at + 1; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == quote) {
            words->at = at + 1;
            return;
        }
        if (c == '\\' && byte_at(words, ++at) == 'z')
            break;
        if (c == '\n')
            break;
    }
    give_up(words);
}

/* The start of the line comment after the blanks at `at`; STR_NONE if none follows. */
static size_t remark_at(const Words *words, size_t at)
{
    size_t level;
    at = skip_blanks(words->text, MIN(at, words->text.len), words->text.len);
    bool is = byte_at(words, at) == '-' && byte_at(words, at + 1) == '-' &&
              !long_level(words, at + 2, &level);
    return is ? at : STR_NONE;
}

/* Whether the grammar reads a block comment after an empty comment as part of that comment, with
   the rest of its line. */
static bool is_swallowing(const Words *words, size_t at, size_t end)
{
    size_t level, next = skip_space(words->text, at, words->text.len);
    return next >= end && byte_at(words, next) == '-' && byte_at(words, next + 1) == '-' &&
           long_level(words, next + 2, &level);
}

/* Elides comments; adjacent lines that hold only comments are one comment to the parser. */
static void skip_remarks(Words *words)
{
    size_t start = words->at, first = start, next, last = start;
    size_t end = line_end(words->text, start);
    while (first && byte_is_space(words->text.ptr[first - 1]) && words->text.ptr[first - 1] != '\n')
        first--;
    bool alone = !first || words->text.ptr[first - 1] == '\n';
    while (alone && (next = remark_at(words, end + 1)) != STR_NONE) {
        last = next;
        end = line_end(words->text, next);
    }
    if (is_swallowing(words, last + REMARK_BYTES, end))
        give_up(words);
    else
        words->at = end;
    elide_span(words->elision, start + REMARK_BYTES, end, 'x');
}

static void skip_comment(Words *words)
{
    size_t level, start = long_level(words, words->at + 2, &level);
    if (!start) {
        skip_remarks(words);
        return;
    }
    size_t end = skip_long(words, start, level);
    if (end > start + level + 2)
        elide_span(words->elision, start, end - level - 2, ' ');
    words->at = end;
}

/* ---- words ---- */

/* Whether an unnamed function after this token is bound to no name. */
static bool is_unbound(const Words *words)
{
    char open = around(words);
    switch (words->last) {
    case '(':
    case '{':
    case 'R': return true;
    case ',': return open == '(' || open == '{';
    case ';': return open == '{';
    default: return false;
    }
}

static void open_function(Words *words, size_t end)
{
    if (byte_at(words, skip_blanks(words->text, end, words->text.len)) != '(' || !is_unbound(words))
        declare(words);
    push(words, 'f');
}

static void close_block(Words *words, size_t start)
{
    Frame *frame = top(words);
    if (!frame || (frame->open != 'b' && frame->open != 'f')) {
        give_up(words);
        return;
    }
    words->depth--;
    if (frame->open == 'f' && frame->declares) {
        declare(words);
    } else if (frame->open == 'f' && frame->body && start - frame->body >= GAP_BYTES_MIN) {
        words->elision->spans.len = frame->spans;
        elide_span(words->elision, frame->body, start, ';');
    }
}

static void take_word(Words *words)
{
    const uint8_t *class = words->elision->lexical->class;
    size_t start = words->at, end = start + 1;
    while (end < words->text.len && (class[(unsigned char)words->text.ptr[end]] == BYTE_WORD ||
                                     class[(unsigned char)words->text.ptr[end]] == BYTE_DIGIT))
        end++;
    Str word = str_slice(words->text, start, end);
    words->at = end;
    char last = words->last == '.' || words->last == ':' ? '.' : word.ptr[0];
    uint8_t roles = elide_roles(words->elision, word);
    if (roles & ROLE_DECLARES) {
        declare(words);
    } else if (roles & ROLE_FUNCTION) {
        open_function(words, end);
    } else if (roles & ROLE_CONTROL) {
        switch (word.ptr[0]) {
        case 'i':
        case 'd': push(words, 'b'); break;
        case 'e': close_block(words, start); break;
        case 'u': pop(words, 'r'); break;
        default:
            if (str_equal(word, STR("return")))
                last = 'R';
            else
                push(words, 'r');
        }
    }
    words->last = last;
}

/* ---- the loop ---- */

/* Handles the first token after a function's head, if it has a body. */
static void begin_body(Words *words)
{
    Frame *frame = top(words);
    frame->headed = false;
    frame->body = (uint32_t)words->at;
    frame->spans = words->elision->spans.len;
}

static void close_bracket(Words *words, char open)
{
    pop(words, open);
    if (open == '(' && around(words) == 'f' && !top(words)->body)
        top(words)->headed = true;
}

static void take_mark(Words *words, char c)
{
    size_t level, behind;
    words->last = c;
    words->at++;
    switch (c) {
    case '(':
    case '{': push(words, c); break;
    case ')': close_bracket(words, '('); break;
    case '}': close_bracket(words, '{'); break;
    case ']': close_bracket(words, '['); break;
    case '[':
        behind = long_level(words, words->at - 1, &level);
        if (behind)
            words->at = skip_long(words, behind, level);
        else
            push(words, c);
        break;
    default:
        if ((unsigned char)c >= 0x80)
            give_up(words);
    }
}

static void take_token(Words *words, char c)
{
    if (words->depth && top(words)->headed)
        begin_body(words);
    switch ((ByteClass)words->elision->lexical->class[(unsigned char)c]) {
    case BYTE_WORD:
        if ((unsigned char)c >= 0x80)
            give_up(words);
        else
            take_word(words);
        break;
    case BYTE_DIGIT:
        words->at = lexical_word_end(words->elision->lexical, words->at);
        words->last = '0';
        break;
    case BYTE_QUOTE:
        skip_short(words, c);
        words->last = '"';
        break;
    default: take_mark(words, c);
    }
}

void elide_lua(Elision *elision)
{
    Words *words = NEW(elision->scratch, Words, 1);
    words->elision = elision;
    words->text = elision->text;
    words->frames =
        arena_grow(elision->scratch, NULL, 0, ELIDE_DEPTH_MAX * sizeof(Frame), _Alignof(Frame));
    if (str_starts(words->text, STR("#")))
        words->at = line_end(words->text, 0);
    while (words->at < words->text.len) {
        char c = words->text.ptr[words->at];
        if (byte_is_space(c) || c == '\n')
            words->at++;
        else if (c == '-' && byte_at(words, words->at + 1) == '-')
            skip_comment(words);
        else
            take_token(words, c);
    }
    elision->unsure = elision->unsure || words->depth;
}

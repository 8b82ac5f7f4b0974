/* Each side is walked once. A gap is the text between two tokens: white space, comments, and tokens
   that the tokeniser drops as redundant, such as parentheses and semicolons. Line breaks that
   cannot end a statement are taken out of it, then gaps of both sides are compared in pairs. */
#include "lang/lexical/source_layout.h"

#include "base/hash.h"
#include "lang/directives.h"
#include "lang/lexical/comment_end.h"
#include "lang/lexical/lexical_state.h"
#include "lang/lexical/macro_texts.h"
#include "text/lines.h"

/* Depth to which brackets are distinguished. Deeper ones count as braces, where lines matter. */
#define BRACKETS_MAX 256

typedef struct Gap {
    bool space;     /* white space, a comment, or a dropped token */
    bool line;      /* a line break */
    bool boundary;  /* a line break or semicolon that may end a statement */
    bool directive; /* of the preprocessor, on either side of it */
    bool tag;       /* between the parts of a tag */
    Str macro;      /* in the arguments of this macro */
    uint64_t exact; /* hash of the white space */
} Gap;

typedef struct Bracket {
    char mark;
    bool control; /* after `if` and its kind: a statement follows the closing one */
    size_t tag;   /* Walk.tag before it */
    Str macro;    /* the macro that it, or one around it, is an argument of; empty: none */
} Bracket;

typedef struct Walk {
    const LayoutPart *part;
    const LangLayout *layout;
    Lexical *lexical;
    MacroTexts *macros;
    Gap *gaps;
    Bracket brackets[BRACKETS_MAX];
    size_t depth;
    Str word;         /* the last token if it is a word */
    char previous;    /* last byte of the last token; '\0': none */
    char before;      /* the byte before that, if both are marks without a space between */
    bool twin;        /* the last token is ++ or -- */
    bool controlled;  /* the last token closed a condition */
    bool directive;   /* in a line of the preprocessor */
    size_t tag;       /* end of the tag around it; 0: none */
    uint32_t indent;  /* of the first line */
    bool placed;      /* which token a directive precedes counts */
    size_t index;     /* of the next token */
    uint64_t sums[2]; /* of directives; of checks */
} Walk;

static bool is_word_of(Str word, const char *const *words)
{
    for (size_t i = 0; words && words[i]; i++)
        if (str_equal(word, str_from(words[i])))
            return true;
    return false;
}

static bool is_operator(char c)
{
    return c && byte_in(c, "=+-*/%&|^<>!~?:.");
}

static bool is_in(char c, const char *set)
{
    return c && set && byte_in(c, set);
}

/* ---- line breaks ---- */

static const char *const control_words[] = {"if",   "while", "for",   "with", "switch",
                                            "when", "catch", "until", NULL};
static const char *const open_words[] = {"else", "do", "try", "finally", "then", NULL};

/* Whether an operator at the end of a line wants an operand. */
static bool wants_more(const Walk *walk)
{
    char c = walk->previous;
    if (walk->twin || is_in(c, "!?"))
        return false;
    return c == '>' ? is_in(walk->before, "=-") : is_operator(c) || is_in(c, ",([{");
}

/* The word that begins at an offset; empty if none does. */
static Str word_at(Str text, size_t at)
{
    size_t end = at;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return str_slice(text, at, end);
}

/* Whether a line break after the last token, before the text at an offset, stands next to a word
   that makes it a space. */
static bool is_beside_word(const Walk *walk, size_t at)
{
    Str word = walk->word;
    bool member = word.len && word.ptr > walk->part->text.ptr && byte_in(word.ptr[-1], ".:&@$");
    return (!member && is_word_of(word, walk->layout->opening)) ||
           (walk->layout->closing &&
            is_word_of(word_at(walk->part->text, at), walk->layout->closing));
}

/* Whether a line break before the text at an offset may end a statement. `twin`: the text begins
   with ++. */
static bool may_end(const Walk *walk, size_t at, bool twin)
{
    char next = at < walk->part->text.len ? walk->part->text.ptr[at] : '\0';
    unsigned traits = walk->layout->traits;
    bool inside =
        walk->depth && walk->depth <= BRACKETS_MAX &&
        is_in(walk->brackets[walk->depth - 1].mark, traits & LAYOUT_COLON_OPENS ? "([{" : "([");
    if (traits & LAYOUT_LINES_FREE || (traits & LAYOUT_BRACKETS_JOIN && inside))
        return false;
    if (traits & LAYOUT_COLON_OPENS && walk->previous == ':')
        return false;
    if (!(traits & LAYOUT_LINES_JOINED))
        return true;
    if (is_word_of(walk->word, walk->layout->restricted))
        return true;
    if (is_beside_word(walk, at))
        return false;
    if (wants_more(walk) || is_in(next, ")]}"))
        return false;
    return twin || !(is_in(next, walk->layout->continues) || walk->controlled ||
                     is_word_of(walk->word, open_words));
}

/* ---- macros ---- */

static Str macro_around(const Walk *walk)
{
    bool within = walk->depth && walk->depth <= BRACKETS_MAX;
    return within ? walk->brackets[walk->depth - 1].macro : (Str){0};
}

/* The macro whose arguments an opened bracket holds, where the language has a preprocessor. */
static Str macro_of(const Walk *walk, char mark)
{
    Str around = macro_around(walk);
    bool begins = !around.len && mark == '(' && !walk->directive &&
                  lexical_has(walk->lexical, LEXICAL_DIRECTIVES) && macro_is_name(walk->word);
    return begins ? walk->word : around;
}

static void open_bracket(Walk *walk, char mark)
{
    if (walk->depth < BRACKETS_MAX)
        walk->brackets[walk->depth] =
            (Bracket){mark, mark == '(' && is_word_of(walk->word, control_words), walk->tag,
                      macro_of(walk, mark)};
    walk->tag = 0;
    walk->depth++;
}

static void close_bracket(Walk *walk)
{
    walk->depth -= walk->depth > 0;
    walk->controlled = walk->depth < BRACKETS_MAX && walk->brackets[walk->depth].control;
    walk->tag = walk->depth < BRACKETS_MAX ? walk->brackets[walk->depth].tag : 0;
}

/* Takes note of a token that was passed. */
static void pass(Walk *walk, Str text, bool word, bool glued)
{
    char last = text.ptr[text.len - 1];
    walk->controlled = false;
    if (text.len == 1 && is_in(last, "([{"))
        open_bracket(walk, last);
    else if (text.len == 1 && is_in(last, ")]}"))
        close_bracket(walk);
    walk->before = glued ? walk->previous : '\0';
    walk->previous = last;
    walk->twin = text.len == 2 && is_in(last, "+-") && text.ptr[0] == last;
    walk->word = word ? text : (Str){0};
}

/* ---- tags ---- */

static size_t skip_blanks(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    return at;
}

/* End of a value in quotes or braces at `at`, or of one without; `at`: there is no such value. */
static size_t value_end(Str text, size_t at)
{
    char open = at < text.len ? text.ptr[at] : '\0';
    size_t depth = 0, end;
    if (is_in(open, "\"'")) {
        end = str_find_byte(str_from_offset(text, at + 1), open);
        return end == STR_NONE ? at : at + 1 + end + 1;
    }
    for (end = at; open == '{' && end < text.len; end++) {
        depth += text.ptr[end] == '{';
        depth -= text.ptr[end] == '}';
        if (!depth)
            return end + 1;
    }
    while (open != '{' && end < text.len && !byte_is_space(text.ptr[end]) &&
           !byte_in(text.ptr[end], "\"'<>=`{};"))
        end++;
    return open == '{' ? at : end;
}

/* Bytes of a tag, with all its attributes; a longer one is compared as text. */
#define TAG_BYTES_MAX 10000

/* End of the tag that begins at `at`; 0: no tag begins there. */
static size_t tag_end(Str text, size_t at)
{
    text = str_slice(text, 0, MIN(text.len, at + TAG_BYTES_MAX));
    size_t end = at + 1 + (at + 1 < text.len && text.ptr[at + 1] == '/');
    size_t name = end;
    while (end < text.len && (byte_is_word(text.ptr[end]) || byte_in(text.ptr[end], "-.:")))
        end++;
    if (end == name)
        return 0;
    for (size_t next; end < text.len; end = next) {
        size_t from = skip_blanks(text, end);
        next = from + (from < text.len && text.ptr[from] == '/');
        if (next < text.len && text.ptr[next] == '>')
            return next + 1;
        next = value_end(text, from); /* an attribute's name is written like a value */
        if (next == from || from == end)
            return 0;
        if (next < text.len && text.ptr[next] == '=')
            next = value_end(text, next + 1);
    }
    return 0;
}

/* Takes note of a tag that begins with a token. */
static void enter_tag(Walk *walk, const Token *token)
{
    Str text = walk->part->text;
    bool begins = walk->layout->traits & LAYOUT_TAGS && text.ptr[token->start] == '<';
    size_t end = begins ? tag_end(text, token->start) : 0;
    if (token->start >= walk->tag)
        walk->tag = 0;
    walk->tag = end ? end : walk->tag;
}

/* ---- gaps ---- */

static void note_comment(Walk *walk, size_t at, size_t end)
{
    Str comment = str_slice(walk->part->text, at, end);
    DirectiveKind kind = directive_find(walk->part->language, comment, !at);
    if (!kind)
        return;
    uint64_t *sum = &walk->sums[kind == DIRECTIVE_CHECK];
    *sum = hash_mix(*sum, hash_fast(str_trim(comment)));
    if (!directive_in_place(walk->part->language, walk->part->text, at))
        *sum = hash_mix(*sum, 1);
    if (walk->placed)
        *sum = hash_mix(*sum, walk->index);
}

/* End of a backslash that continues the line, or `at`. */
static size_t skip_continuation(const Walk *walk, size_t at)
{
    size_t end = at + 1 + (lexical_byte(walk->lexical, at + 1) == '\r');
    bool such = walk->part->text.ptr[at] == '\\' && lexical_byte(walk->lexical, end) == '\n';
    return such ? end + 1 : at;
}

/* Width of the indentation after a line break, relative to the part's first line. */
static size_t mix_indent(const Walk *walk, Gap *gap, size_t at, size_t to)
{
    size_t from = at;
    while (at < to && is_in(walk->part->text.ptr[at], " \t"))
        at++;
    if (at < to && is_in(walk->part->text.ptr[at], "\r\n"))
        return at;
    gap->exact = hash_mix(hash_mix(0, '\n'), (uint64_t)(at - from) - walk->indent);
    return at;
}

static bool ends_line(const Walk *walk, size_t at)
{
    char c = walk->part->text.ptr[at];
    return c == '\n' || (c == '\r' && lexical_byte(walk->lexical, at + 1) != '\n');
}

/* Reads [from, to), before the byte `next` of a token. */
static void read_gap(Walk *walk, Gap *gap, size_t from, size_t to, bool twin)
{
    Str text = walk->part->text;
    bool broken = false; /* a line break since the last token, kept or dropped */
    gap->space = to > from;
    for (size_t at = from; at < to;) {
        size_t end = lexical_comment_end(walk->lexical, at, NULL);
        if (end > at) {
            end = MIN(end, to);
            note_comment(walk, at, end);
            bool feed = str_find_byte(str_slice(text, at, end), '\n') != STR_NONE;
            broken |= feed;
            gap->line |= feed;
            at = end;
        } else if (skip_continuation(walk, at) > at) {
            at = MIN(skip_continuation(walk, at), to);
        } else if (ends_line(walk, at)) {
            broken = gap->line = true;
            at = mix_indent(walk, gap, at + 1, to);
        } else if (byte_is_space(text.ptr[at])) {
            gap->exact = hash_mix(gap->exact, (unsigned char)text.ptr[at]);
            at++;
        } else {
            gap->boundary |= text.ptr[at] == ';' || (broken && may_end(walk, at, false));
            broken = false;
            pass(walk, str_slice(text, at, at + 1), false, false);
            at++;
        }
    }
    char next = to < text.len ? text.ptr[to] : '\0';
    gap->boundary |= broken && may_end(walk, to, twin);
    gap->boundary &= next != '}';
}

static bool is_twin(Str text, const Token *token)
{
    return token->kind == TOKEN_MARK && token->end - token->start == 2 &&
           is_in(text.ptr[token->start], "+-");
}

/* Whether only blanks are before it in its line. */
static bool begins_line(Str text, size_t at)
{
    while (at && is_in(text.ptr[at - 1], " \t"))
        at--;
    return !at || text.ptr[at - 1] == '\n';
}

static uint32_t indent_at(Str text, size_t at)
{
    size_t start = lines_start_at(text, at), end;
    for (end = start; end < at && is_in(text.ptr[end], " \t");)
        end++;
    return (uint32_t)(end - start);
}

static void walk_part(Walk *walk, Arena *arena, const LayoutPart *part, bool placed)
{
    size_t at = part->start;
    *walk = (Walk){.part = part, .layout = &lang_facts(part->language)->layout, .placed = placed};
    walk->lexical = lexical_set_up(arena, part->language, part->text);
    walk->macros = macro_texts_open(arena, part->text);
    walk->gaps = NEW(arena, Gap, part->count + 1);
    walk->indent = indent_at(part->text, part->count ? part->tokens[0].token.start : part->start);
    for (size_t i = 0; i < part->count; i++) {
        const Token *token = &part->tokens[i].token;
        Str text = str_slice(part->text, token->start, token->end);
        Gap *gap = &walk->gaps[i];
        walk->index = i;
        if (!part->tokens[i].detached)
            read_gap(walk, gap, MIN(at, token->start), token->start, is_twin(part->text, token));
        gap->macro = macro_around(walk);
        bool was = walk->directive;
        walk->directive = was && !gap->line;
        if (lexical_has(walk->lexical, LEXICAL_DIRECTIVES) && text.ptr[0] == '#')
            walk->directive |= begins_line(part->text, token->start);
        gap->directive = was || walk->directive;
        gap->tag = token->start < walk->tag;
        enter_tag(walk, token);
        pass(walk, text, token->kind == TOKEN_WORD, !gap->space);
        at = token->end;
    }
    Gap rest = {0};
    walk->index = part->count;
    read_gap(walk, &rest, MIN(at, part->end), part->end, false);
}

/* ---- comparison ---- */

static char first_of(const Walk *walk, size_t i)
{
    return walk->part->text.ptr[walk->part->tokens[i].token.start];
}

static char last_of(const Walk *walk, size_t i)
{
    return walk->part->text.ptr[walk->part->tokens[i].token.end - 1];
}

static bool is_operator_token(const Walk *walk, size_t i)
{
    return walk->part->tokens[i].token.kind == TOKEN_MARK && is_operator(first_of(walk, i));
}

/* Whether the tokens are another token, or two others, without a space between. */
static bool would_join(const Walk *walk, size_t i)
{
    static const char *const pairs = "++ -- && || == != <= >= << >> -> => :: .. ?? ?. ?: ** // /* "
                                     "*/ <- |> <| += -= *= /= %= &= |= ^= ~= := =~ !~ !! <> -% +% ";
    TokenKind left = walk->part->tokens[i - 1].token.kind, right = walk->part->tokens[i].token.kind;
    char a = last_of(walk, i - 1), b = first_of(walk, i), pair[] = {a, b, ' '};
    bool named = right == TOKEN_WORD || right == TOKEN_NUMBER || right == TOKEN_STRING;
    if (left == TOKEN_MARK && right == TOKEN_MARK)
        return is_operator(a) && is_operator(b) &&
               (!(walk->layout->traits & LAYOUT_SPACES_FREE) ||
                str_find(str_from(pairs), (Str){pair, sizeof pair}) != STR_NONE);
    if (left == TOKEN_MARK)
        return named && (is_in(a, "@$#\\`'") || (a == '.' && right == TOKEN_NUMBER));
    if (right == TOKEN_MARK)
        return left == TOKEN_NUMBER && b == '.';
    return left == TOKEN_STRING || right == TOKEN_STRING;
}

/* Whether token i begins or ends an operator with as much space before as after it. */
static bool is_even(const Walk *walk, size_t i)
{
    size_t first = i, last = i;
    if (!(walk->layout->traits & LAYOUT_OPERATORS_EVEN) || !is_operator_token(walk, i))
        return false;
    while (first > 1 && is_operator_token(walk, first - 1) && !walk->gaps[first].space)
        first--;
    while (last + 1 < walk->part->count && is_operator_token(walk, last + 1) &&
           !walk->gaps[last + 1].space)
        last++;
    return last + 1 < walk->part->count && walk->gaps[first].space == walk->gaps[last + 1].space;
}

static bool is_space_free(const Walk *walk, size_t i)
{
    const LangLayout *layout = walk->layout;
    return layout->traits & LAYOUT_SPACES_FREE || is_in(last_of(walk, i - 1), layout->after) ||
           is_in(first_of(walk, i), layout->before) || is_even(walk, i) || is_even(walk, i - 1);
}

/* Whether a space before the end of a tag means nothing: not after a value without quotes. */
static bool ends_tag(const Walk *walk, size_t i)
{
    char c = first_of(walk, i);
    return c == '>' || (c == '/' && is_in(last_of(walk, i - 1), "\"'}"));
}

/* Whether the two marks around it are a pair of LangLayout.apart. */
static bool are_apart(const Walk *walk, size_t i)
{
    const char *pairs = walk->layout->apart;
    while (pairs && *pairs && !(pairs[0] == last_of(walk, i - 1) && pairs[1] == first_of(walk, i)))
        pairs += 2;
    return pairs && *pairs;
}

static bool is_gap_equal(const Walk *old, const Walk *new, size_t i)
{
    const Gap *a = &old->gaps[i], *b = &new->gaps[i];
    if (a->tag && b->tag)
        return a->space == b->space || (ends_tag(old, i) && ends_tag(new, i));
    if ((a->directive || b->directive) && (a->line != b->line || a->space != b->space))
        return false;
    if (a->boundary != b->boundary)
        return false;
    if (a->space != b->space && a->macro.len && macro_keeps_blanks(old->macros, a->macro))
        return false;
    if (a->space != b->space && !are_apart(old, i) &&
        (would_join(old, i) || would_join(new, i) || !is_space_free(old, i) ||
         !is_space_free(new, i)))
        return false;
    return old->layout->traits & LAYOUT_WIDTH_FREE || a->exact == b->exact;
}

static bool is_layout_equal(const Walk *old, const Walk *new)
{
    if (old->part->count != new->part->count || old->part->language != new->part->language)
        return false;
    for (size_t i = 1; i < old->part->count; i++)
        if (!old->part->tokens[i].detached && !new->part->tokens[i].detached &&
            !is_gap_equal(old, new, i))
            return false;
    return true;
}

unsigned source_layout_compare(Arena scratch, const LayoutPart *old, const LayoutPart *new,
                               bool same)
{
    Walk *walks = NEW(&scratch, Walk, 2);
    unsigned differences = 0;
    walk_part(&walks[0], &scratch, old, same);
    walk_part(&walks[1], &scratch, new, same);
    if (walks[0].sums[0] != walks[1].sums[0])
        differences |= DIRECTIVES_DIFFER;
    if (walks[0].sums[1] != walks[1].sums[1])
        differences |= CHECKS_DIFFER;
    if (same && !lang_facts(old->language)->holds_prose && !is_layout_equal(&walks[0], &walks[1]))
        differences |= LAYOUT_DIFFERS;
    return differences;
}

/* Body elision for OCaml. The right-hand side of a `let` at item level (of a file or a `struct`)
   continues to the next item: its first word follows a token that can end an expression, which
   no word within an expression does. A right-hand side that binds no named function and contains
   no module, class or object is replaced by an expression of a few bytes. That expression keeps
   the last byte, so that start and end stay. `= fun` and `= function` are functions, so such
   right-hand sides stay. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"

/* The bytes of a comment's delimiters stay. */
#define REMARK_HEAD_BYTES 2
#define REMARK_TAIL_BYTES 2
/* Bytes of the name in `{name|…|name}`; with a longer one nothing in the file is elided. */
#define TEXT_NAME_MAX 30

typedef enum WordKind {
    WORD_NAME, /* not a keyword */
    WORD_LET,
    WORD_AND,
    WORD_IN,
    WORD_ITEM,  /* begins an item */
    WORD_OPEN,  /* begin, do */
    WORD_HOLDS, /* struct: contains items */
    WORD_TYPES, /* sig, object */
    WORD_CLOSE,
    WORD_FUNCTION,
    WORD_OTHER, /* an expression continues after it */
} WordKind;

/* Bytes of the longest keyword; most keywords of one length. */
#define KEYWORD_BYTES 11
#define KEYWORDS_OF_LENGTH 15

typedef struct Keyword {
    char word[KEYWORD_BYTES + 1];
    uint8_t kind; /* WordKind */
} Keyword;

/* Keywords by length, so that a name is compared with few of them. An empty row ends each list. */
static const Keyword keywords[][KEYWORDS_OF_LENGTH + 1] = {
    [2] = {{"in", WORD_IN},
           {"do", WORD_OPEN},
           {"if", WORD_OTHER},
           {"of", WORD_OTHER},
           {"or", WORD_OTHER},
           {"as", WORD_OTHER},
           {"to", WORD_OTHER}},
    [3] = {{"let", WORD_LET},
           {"and", WORD_AND},
           {"val", WORD_ITEM},
           {"end", WORD_CLOSE},
           {"fun", WORD_FUNCTION},
           {"sig", WORD_TYPES},
           {"rec", WORD_OTHER},
           {"try", WORD_OTHER},
           {"for", WORD_OTHER},
           {"new", WORD_OTHER},
           {"mod", WORD_OTHER},
           {"lor", WORD_OTHER},
           {"lsl", WORD_OTHER},
           {"lsr", WORD_OTHER},
           {"asr", WORD_OTHER}},
    [4] = {{"type", WORD_ITEM},
           {"open", WORD_ITEM},
           {"done", WORD_CLOSE},
           {"then", WORD_OTHER},
           {"else", WORD_OTHER},
           {"with", WORD_OTHER},
           {"when", WORD_OTHER},
           {"lazy", WORD_OTHER},
           {"land", WORD_OTHER},
           {"lxor", WORD_OTHER}},
    [5] = {{"begin", WORD_OPEN},
           {"class", WORD_ITEM},
           {"match", WORD_OTHER},
           {"while", WORD_OTHER}},
    [6] = {{"module", WORD_ITEM},
           {"struct", WORD_HOLDS},
           {"object", WORD_TYPES},
           {"nonrec", WORD_OTHER},
           {"downto", WORD_OTHER},
           {"method", WORD_OTHER},
           {"assert", WORD_OTHER}},
    [7] = {{"include", WORD_ITEM},
           {"mutable", WORD_OTHER},
           {"private", WORD_OTHER},
           {"virtual", WORD_OTHER},
           {"inherit", WORD_OTHER},
           {"functor", WORD_OTHER}},
    [8] = {{"external", WORD_ITEM}, {"function", WORD_FUNCTION}},
    [9] = {{"exception", WORD_ITEM}},
    [10] = {{"constraint", WORD_OTHER}},
    [11] = {{"initializer", WORD_OTHER}},
};

/* The part of a binding between `let` or `and` and its `=`. */
typedef struct LetHead {
    bool open;
    bool typed; /* a `:` came: no more parameters follow */
    bool name;  /* it begins with a name, not with a pattern */
    bool item;
    bool named; /* the `=` came: the next token tells whether it is a function */
    size_t depth;
    unsigned tokens; /* number of tokens before the `:` */
} LetHead;

typedef struct Items {
    Elision *elision;
    Str text;
    size_t at;
    bool ends;                  /* the last token can end an expression */
    bool let;                   /* the last token was `let` or `and` */
    uint32_t end;               /* end of the last token */
    LetHead binding;            /* the latest binding */
    bool valued;                /* the latest item is a `let` */
    bool body;                  /* a right-hand side is being read: */
    bool declares;              /* it must stay */
    bool bare;                  /* its head is a pattern: functions in it declare */
    size_t body_depth, lets;    /* and number of `let`s in it without `in` */
    size_t spans;               /* number of spans found before it */
    uint32_t start;             /* its first token; 0: not reached yet */
    char open[ELIDE_DEPTH_MAX]; /* ( [ { b: begin, do; s: struct; t: sig, object */
    size_t depth;
} Items;

static char byte_at(const Items *items, size_t at)
{
    return elide_byte(items->elision, at);
}

static bool is_operator(char c)
{
    return c && strchr("!$%&*+-./:<=>?@^|~#", c);
}

static bool is_named(char c)
{
    return byte_is_word(c) || c == '\'';
}

static void give_up(Items *items)
{
    items->elision->unsure = true;
    items->at = items->text.len;
}

/* The offset of the first `|` of a quoted string {id|…|id} or {%name|…|}, or where it would be. */
static size_t text_bar(const Items *items, size_t at)
{
    char c = byte_at(items, ++at);
    while (byte_is_word(c) || c == '%' || c == '.')
        c = byte_at(items, ++at);
    return at;
}

static bool is_text(const Items *items, size_t at)
{
    size_t bar = text_bar(items, at);
    return byte_at(items, bar) == '|' && byte_at(items, bar + 1) != ']';
}

/* ---- right-hand sides ---- */

/* The text that together with the last byte of an expression forms an expression; NULL: no text
   does. */
static const char *partner(char last)
{
    switch (last) {
    case ')': return "(";
    case ']': return "[";
    case '}': return "{q";
    case '"': return "\"";
    default: return is_named(last) && (unsigned char)last < 0x80 ? "q" : NULL;
    }
}

/* Ends the right-hand side; `clear` when it ended as expected. */
static void end_body(Items *items, bool clear)
{
    uint32_t last = items->end - 1;
    const char *blanks = partner(items->text.ptr[last]);
    if (items->body && clear && !items->declares && !items->lets && items->start && blanks)
        elide_replace(items->elision, items->spans,
                      (ElidedSpan){.start = items->start, .end = last}, blanks);
    items->body = false;
}

static void begin_body(Items *items)
{
    items->body = true;
    items->declares = false;
    items->lets = 0;
    items->body_depth = items->depth;
    items->start = 0;
}

static bool in_items(const Items *items)
{
    return !items->depth || items->open[items->depth - 1] == 's';
}

/* Called before a token that can begin an item or end a list of items. */
static void may_end_body(Items *items)
{
    if (items->body && items->depth == items->body_depth && items->ends)
        end_body(items, true);
}

/* Counts a token at the depth of a binding, after its `let`. */
static void count_token(Items *items)
{
    LetHead *binding = &items->binding;
    if (binding->open && binding->depth == items->depth && !binding->typed)
        binding->tokens++;
}

static void begin_binding(Items *items, WordKind kind)
{
    bool item = in_items(items) && !items->body;
    if (item && kind == WORD_LET)
        items->valued = true;
    item = item && items->valued;
    items->binding = (LetHead){.open = true, .item = item, .depth = items->depth};
}

/* Handles the `=` of a binding. */
static void end_head(Items *items)
{
    LetHead *binding = &items->binding;
    bool parameters = binding->tokens > 1;
    binding->open = false;
    if (binding->item) {
        begin_body(items);
        items->bare = !binding->name;
        binding->named = !parameters;
    } else {
        items->declares = items->declares || parameters || items->bare;
        binding->named = true;
    }
}

/* ---- tokens ---- */

/* Called before each token; the first token of a right-hand side begins it. */
static void begin_token(Items *items, bool function)
{
    if (function && items->binding.named)
        items->declares = true;
    items->binding.named = false;
    if (items->body && !items->start) {
        items->start = (uint32_t)items->at;
        items->spans = items->elision->spans.len;
    }
}

static void end_token(Items *items, size_t end, bool ends)
{
    items->at = end;
    items->end = (uint32_t)end;
    items->ends = ends;
    items->let = false;
}

static void take_token(Items *items, size_t end, bool ends)
{
    begin_token(items, false);
    count_token(items);
    end_token(items, end, ends);
}

static void push(Items *items, char open, size_t end)
{
    begin_token(items, false);
    count_token(items);
    if (items->depth == ELIDE_DEPTH_MAX) {
        give_up(items);
        return;
    }
    items->open[items->depth++] = open;
    end_token(items, end, false);
}

/* Pops the innermost bracket; `opens` lists the words that may have opened it. */
static void pop(Items *items, const char *opens, size_t end)
{
    if (!items->depth || !strchr(opens, items->open[items->depth - 1])) {
        give_up(items);
        return;
    }
    may_end_body(items);
    items->depth--;
    if (items->body && items->depth < items->body_depth)
        end_body(items, false);
    begin_token(items, false);
    end_token(items, end, true);
}

static WordKind kind_of(Str word)
{
    if (word.len >= COUNT(keywords))
        return WORD_NAME;
    for (const Keyword *keyword = keywords[word.len]; keyword->kind; keyword++)
        if (memcmp(keyword->word, word.ptr, word.len) == 0)
            return (WordKind)keyword->kind;
    return WORD_NAME;
}

/* The end of `let`, `let*` or `let%lwt.unix`. */
static size_t let_end(const Items *items, size_t end)
{
    bool extended = false;
    while (is_operator(byte_at(items, end)) || (extended && is_named(byte_at(items, end)))) {
        extended = extended || byte_at(items, end) == '%';
        end++;
    }
    return end;
}

static void read_let(Items *items, size_t end, WordKind kind)
{
    bool here = items->body && items->depth == items->body_depth;
    if (here && items->ends && (kind == WORD_LET || !items->lets))
        end_body(items, true);
    begin_token(items, false);
    if (items->body && items->depth == items->body_depth && kind == WORD_LET)
        items->lets++;
    begin_binding(items, kind);
    end_token(items, let_end(items, end), false);
    items->let = true;
}

static void read_in(Items *items, size_t end)
{
    begin_token(items, false);
    items->binding.open = false;
    if (items->body && items->depth == items->body_depth) {
        items->declares = items->declares || !items->lets;
        items->lets -= items->lets > 0;
    }
    end_token(items, end, false);
}

static void read_item(Items *items, size_t end)
{
    bool head = items->binding.open && items->binding.depth == items->depth;
    bool quoted = items->depth && items->open[items->depth - 1] == '['; /* [%expr type …] */
    if (items->let || quoted)                                           /* a module, or an import */
        items->declares = true;
    else if (!head && items->body && items->depth == items->body_depth)
        end_body(items, items->ends);
    if (!items->body && !head)
        items->valued = false;
    take_token(items, end, false);
}

static void read_word(Items *items)
{
    size_t end = items->at;
    while (is_named(byte_at(items, end)))
        end++;
    Str word = str_slice(items->text, items->at, end);
    WordKind kind = kind_of(word);
    switch (kind) {
    case WORD_LET:
    case WORD_AND: read_let(items, end, kind); break;
    case WORD_IN: read_in(items, end); break;
    case WORD_ITEM: read_item(items, end); break;
    case WORD_OPEN: push(items, 'b', end); break;
    case WORD_HOLDS:
    case WORD_TYPES:
        items->declares = true;
        push(items, kind == WORD_HOLDS ? 's' : 't', end);
        break;
    case WORD_CLOSE: pop(items, "bst", end); break;
    default:
        begin_token(items, kind == WORD_FUNCTION);
        if (!items->binding.tokens)
            items->binding.name = kind == WORD_NAME && !str_equal(word, STR("_"));
        if (!str_equal(word, STR("rec")))
            count_token(items);
        end_token(items, end, kind == WORD_NAME);
    }
}

static void read_number(Items *items)
{
    size_t end = items->at;
    while (is_named(byte_at(items, end)) || byte_at(items, end) == '.' ||
           (strchr("+-", byte_at(items, end)) && byte_at(items, end) &&
            strchr("eEpP", byte_at(items, end - 1))))
        end++;
    take_token(items, end, true);
}

static void read_operator(Items *items)
{
    size_t end = items->at;
    while (is_operator(byte_at(items, end)))
        end++;
    Str text = str_slice(items->text, items->at, end);
    LetHead *binding = &items->binding;
    bool head = binding->open && binding->depth == items->depth;
    begin_token(items, false);
    if (head && str_equal(text, STR("="))) {
        end_head(items);
    } else if (head && str_equal(text, STR(":"))) {
        binding->typed = true;
    } else {
        count_token(items);
    }
    end_token(items, end, false);
}

/* Skips a character literal, 'a' or '
   ', or the ' of a type variable. */
static void read_quote(Items *items)
{
    const char *text = items->text.ptr + items->at;
    size_t left = items->text.len - items->at, end = 1;
    if (left > 2 && text[1] == '\\') {
        const char *close = memchr(text + 3, '\'', left - 3);
        end = close ? (size_t)(close + 1 - text) : 1;
    } else if (left > 2 && text[2] == '\'') {
        end = 3;
    }
    take_token(items, items->at + end, true);
}

static void read_brace(Items *items)
{
    if (!is_text(items, items->at)) {
        push(items, '{', items->at + 1);
        return;
    }
    size_t bar = text_bar(items, items->at);
    Str id = str_slice(items->text, items->at + 1, bar);
    Str close = str_format(items->elision->scratch, "|%.*s}", STR_ARG(id));
    size_t end = str_find(str_from_offset(items->text, bar + 1), close);
    if (end == STR_NONE || id.len > TEXT_NAME_MAX) {
        give_up(items);
        return;
    }
    take_token(items, bar + 1 + end + close.len, true);
}

/* Handles brackets after a right-hand side: attributes of its item, `[@@…]`, and extension
   items, `[%%…]`. */
static void read_bracket(Items *items)
{
    char mark = byte_at(items, items->at + 1);
    if ((mark == '@' || mark == '%') && byte_at(items, items->at + 2) == mark)
        may_end_body(items);
    else if (mark == '@') /* attribute after an expression, not in it */
        items->declares = true;
    push(items, '[', items->at + 1);
}

/* Reads parentheses in a head; `(type t)` is not a parameter. */
static void read_group(Items *items)
{
    unsigned tokens = items->binding.tokens;
    push(items, '(', items->at + 1);
    if (str_starts(str_from_offset(items->text, items->at), STR("type ")))
        items->binding.tokens = tokens;
}

static void read_mark(Items *items)
{
    char c = items->text.ptr[items->at];
    if (c == '(') {
        read_group(items);
    } else if (c == '[') {
        read_bracket(items);
    } else if (c == '{') {
        read_brace(items);
    } else if (c == ')') {
        pop(items, "(", items->at + 1);
    } else if (c == ']') {
        pop(items, "[", items->at + 1);
    } else if (c == '}') {
        pop(items, "{", items->at + 1);
    } else if (c == ';' && byte_at(items, items->at + 1) == ';') {
        may_end_body(items);
        end_token(items, items->at + 2, false);
    } else if (c == '|' && byte_at(items, items->at + 1) == ']') {
        pop(items, "[", items->at + 2);
    } else if (is_operator(c)) {
        read_operator(items);
    } else {
        if (c == ',' && items->binding.depth == items->depth)
            items->binding.name = false; /* a tuple pattern */
        take_token(items, items->at + 1, false);
    }
}

/* Skips a comment. Comments nest, and strings within them are strings. */
static bool take_comment(Items *items)
{
    size_t at = items->at + 2, depth = 1;
    while (depth && at < items->text.len && !items->elision->unsure) {
        char c = items->text.ptr[at], next = byte_at(items, at + 1);
        if (c == '(' && next == '*') {
            depth++;
            at += 2;
        } else if (c == '*' && next == ')') {
            depth--;
            at += 2;
        } else if (c == '"' && byte_at(items, at - 1) != '\'') {
            at = elide_skip_string(items->elision, at);
        } else {
            items->elision->unsure = items->elision->unsure || (c == '{' && is_text(items, at));
            at++;
        }
    }
    items->elision->unsure = items->elision->unsure || depth;
    elide_span(items->elision, items->at + REMARK_HEAD_BYTES,
               at - MIN(at, (size_t)REMARK_TAIL_BYTES), ' ');
    items->at = at;
    return true;
}

/* Skips white space, line ends and comments; false at a token. */
static bool take_space(Items *items)
{
    char c = items->text.ptr[items->at];
    if (c == '(' && byte_at(items, items->at + 1) == '*' && byte_at(items, items->at + 2) != ')')
        return take_comment(items);
    items->at += byte_is_space(c);
    return byte_is_space(c);
}

static void read_token(Items *items)
{
    char c = items->text.ptr[items->at];
    if (byte_is_digit(c))
        read_number(items);
    else if (byte_is_word(c))
        read_word(items);
    else if (c == '"')
        take_token(items, elide_skip_string(items->elision, items->at), true);
    else if (c == '\'')
        read_quote(items);
    else
        read_mark(items);
}

void elide_ocaml(Elision *elision)
{
    Items *items = NEW(elision->scratch, Items, 1);
    items->elision = elision;
    items->text = elision->text;
    while (items->at < items->text.len && !elision->unsure)
        if (!take_space(items))
            read_token(items);
    if (!elision->unsure && !items->depth)
        may_end_body(items);
    elision->unsure = elision->unsure || items->depth;
}

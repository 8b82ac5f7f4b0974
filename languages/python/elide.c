/* Body elision for Python. The body of a function is the lines after its head that are indented
   deeper. A docstring stays. A run of statements that declare nothing is replaced by its first
   and last byte, with a span between them that forms statements: `x;y`, `x(`…`)`. The start and
   end of bodies thus stay. Statements that contain definitions or imports stay whole. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Tab stop, as Python counts. */
#define TAB_COLUMNS 8
/* Nested functions; if there are more, nothing in the file is elided. */
#define FUNCTIONS_MAX 100
/* Bytes kept at the start of a comment or long string. */
#define QUOTED_BYTES 4

/* A logical line: it ends at a line end outside brackets that follows no backslash. */
typedef struct Logical {
    uint32_t start; /* start of its first physical line */
    uint32_t first; /* offset of its first byte that is not blank */
    uint32_t end;   /* end of its last token */
    uint32_t columns;
    size_t spans;   /* number of spans found before it */
    bool declares;  /* it contains def, class, import or a bound lambda, or is a decorator */
    bool function;  /* it begins with def or async def */
    bool opens;     /* it ends with `:` */
    uint8_t colons; /* number of `:` outside brackets, at most 2 */
    bool continues; /* it begins with else, except, … */
    bool quoted;    /* it begins with a string */
    bool async;     /* `async` is its first word and was read last */
} Logical;

typedef struct Function {
    uint32_t columns; /* indentation of its head */
    uint32_t inner;   /* indentation of its body; 0: not read yet */
    /* The current run of statements without declarations: */
    uint32_t run;        /* its first byte; 0: no run is open */
    uint32_t run_end;    /* end of the last statement that can end it; 0: no statement can */
    uint32_t run_before; /* the same, without the last statement */
    bool run_nested;     /* the last statement contains statements */
    size_t spans;        /* number of spans found before it */
    /* The current statement: */
    Logical statement; /* its first line */
    Logical last;      /* its last line */
    bool declares;
} Function;

typedef struct Indent {
    Elision *elision;
    Str text;
    size_t at;
    Function functions[FUNCTIONS_MAX];
    size_t count;
    bool flushed; /* a run became a span, which replaced the spans within it */
} Indent;

/* ---- logical lines ---- */

static void give_up(Indent *indent)
{
    indent->elision->unsure = true;
    indent->at = indent->text.len;
}

static char byte_at(const Indent *indent, size_t at)
{
    return at < indent->text.len ? indent->text.ptr[at] : '\0';
}

/* Elides a docstring, or another long string that is a statement. */
static void quoted_span(const Indent *indent, size_t start, size_t end)
{
    char prefix = start ? indent->text.ptr[start - 1] : '\0';
    if (prefix != 'f' && prefix != 'F' && prefix != 't' && prefix != 'T')
        elide_span(indent->elision, start + QUOTED_BYTES, end, ' ');
}

static void skip_remark(Indent *indent)
{
    size_t end = line_end(indent->text, indent->at);
    elide_span(indent->elision, indent->at + QUOTED_BYTES, end - (end > 0), ' ');
    indent->at = end;
}

static void skip_quoted(Indent *indent)
{
    Str text = indent->text;
    size_t at = indent->at;
    char quote = text.ptr[at];
    bool triple = byte_at(indent, at + 1) == quote && byte_at(indent, at + 2) == quote;
    for (at += triple ? 3 : 1; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == '\\') {
            at++;
        } else if (c == quote && (!triple || (byte_at(indent, at + 1) == quote &&
                                              byte_at(indent, at + 2) == quote))) {
            if (triple)
                quoted_span(indent, indent->at, at);
            indent->at = at + (triple ? 3 : 1);
            return;
        } else if (c == '\n' && !triple) {
            break;
        }
    }
    give_up(indent);
}

static Str take_name(Indent *indent)
{
    const uint8_t *class = indent->elision->lexical->class;
    size_t start = indent->at, end = start + 1;
    while (end < indent->text.len && (class[(unsigned char)indent->text.ptr[end]] == BYTE_WORD ||
                                      class[(unsigned char)indent->text.ptr[end]] == BYTE_DIGIT))
        end++;
    indent->at = end;
    return (Str){indent->text.ptr + start, end - start};
}

static bool is_continuation(Str word)
{
    return str_equal(word, STR("else")) || str_equal(word, STR("elif")) ||
           str_equal(word, STR("except")) || str_equal(word, STR("finally")) ||
           str_equal(word, STR("case"));
}

/* Whether a lambda is bound, `name = lambda`, and is not an argument of a call. */
static bool is_bound(const Indent *indent, size_t at, Str word, uint32_t depth)
{
    if (depth || !str_equal(word, STR("lambda")))
        return false;
    while (at && (indent->text.ptr[at - 1] == ' ' || indent->text.ptr[at - 1] == '\t'))
        at--;
    return at && indent->text.ptr[at - 1] == '=';
}

static void take_word(Indent *indent, Logical *line, uint32_t depth)
{
    bool first = indent->at == line->first;
    size_t start = indent->at;
    Str word = take_name(indent);
    char quote = byte_at(indent, indent->at);
    bool def = word.len == 3 && str_equal(word, STR("def"));
    if (def || (word.len == 5 && str_equal(word, STR("class"))) ||
        (word.len == 6 && str_equal(word, STR("import"))) || is_bound(indent, start, word, depth))
        line->declares = true;
    if (def && (first || line->async))
        line->function = true;
    line->async = first && str_equal(word, STR("async"));
    if (first) {
        line->continues = is_continuation(word);
        line->quoted = word.len <= 2 && (quote == '"' || quote == '\'');
    }
}

static void take_mark(Indent *indent, uint32_t *depth)
{
    char c = indent->text.ptr[indent->at++];
    if (c == '(' || c == '[' || c == '{')
        ++*depth;
    else if (c == '\\') /* and the line end that it escapes */
        indent->at += byte_at(indent, indent->at) == '\r' ? 2 : 1;
    else if ((c == ')' || c == ']' || c == '}') && (*depth)-- == 0)
        give_up(indent);
}

static void note_token(const Indent *indent, Logical *line, bool colon, uint32_t depth)
{
    line->opens = colon;
    if (colon && !depth && line->colons < 2)
        line->colons++;
    line->end = (uint32_t)MIN(indent->at, indent->text.len);
}

/* Reads a logical line from its first byte that is not blank. */
static void read_logical(Indent *indent, Logical *line)
{
    const uint8_t *classes = indent->elision->lexical->class;
    uint32_t depth = 0;
    while (indent->at < indent->text.len) {
        char c = indent->text.ptr[indent->at];
        switch ((ByteClass)classes[(unsigned char)c]) {
        case BYTE_BLANK: indent->at++; continue;
        case BYTE_COMMENT: skip_remark(indent); continue;
        case BYTE_FEED:
            indent->at++;
            if (!depth)
                return;
            continue;
        case BYTE_QUOTE:
            line->quoted = line->quoted || indent->at == line->first;
            skip_quoted(indent);
            break;
        case BYTE_WORD: take_word(indent, line, depth); break;
        default: take_mark(indent, &depth);
        }
        note_token(indent, line, c == ':', depth);
    }
    if (depth)
        give_up(indent);
}

/* Reads the next logical line that is not empty; false at the end. */
static bool next_logical(Indent *indent, Logical *line)
{
    while (indent->at < indent->text.len) {
        *line = (Logical){.start = (uint32_t)indent->at, .spans = indent->elision->spans.len};
        for (; indent->at < indent->text.len; indent->at++) {
            char c = indent->text.ptr[indent->at];
            if (c == ' ')
                line->columns++;
            else if (c == '\t')
                line->columns += TAB_COLUMNS;
            else if (c == '\f' || c == '\r')
                line->columns = 0;
            else
                break;
        }
        char c = byte_at(indent, indent->at);
        if (c == '\n') {
            indent->at++;
        } else if (c == '#') {
            skip_remark(indent);
        } else if (indent->at < indent->text.len) {
            line->first = (uint32_t)indent->at;
            line->declares = c == '@';
            read_logical(indent, line);
            indent->at = MIN(indent->at, indent->text.len);
            return true;
        }
    }
    return false;
}

/* ---- functions ---- */

/* The text that together with the last byte of a run forms statements; NULL when a run cannot
   end with that byte. */
static const char *span_before(char last)
{
    switch (last) {
    case ')': return "(";
    case ']': return "[1";
    case '}': return ";{";
    case '"': return ";\"";
    case '\'': return ";'";
    default: return byte_is_word(last) && (unsigned char)last < 0x80 ? ";" : NULL;
    }
}

static void flush_run(Indent *indent, Function *function)
{
    Elision *elision = indent->elision;
    uint32_t start = function->run + 1, end = function->run_end;
    if (function->run && end > start + GAP_BYTES_MIN) {
        const char *blanks = span_before(indent->text.ptr[end - 1]);
        elision->spans.len = function->spans;
        indent->flushed = true;
        for (; blanks[1]; blanks++, start++)
            elide_part(elision, start, start + 1, *blanks);
        elide_part(elision, start, end - 1, *blanks);
    }
    function->run = function->run_end = function->run_before = 0;
}

/* Called when the current statement is complete. */
static void end_statement(const Indent *indent, Function *function)
{
    const Logical *first = &function->statement, *last = &function->last;
    char c = byte_at(indent, first->first);
    if (function->declares)
        return;
    if (!function->run) {
        if (first->quoted || !byte_is_word(c) || (unsigned char)c >= 0x80)
            return;
        function->run = first->first;
        function->spans = first->spans;
    }
    if (!span_before(byte_at(indent, last->end - 1)))
        return;
    function->run_before = function->run_end;
    function->run_end = last->end;
    function->run_nested = last->start != first->start;
}

/* Called before a declaration: comments before it are assigned by the statement they follow, so
   that statement stays. */
static void keep_comments(const Indent *indent, Function *function)
{
    uint32_t from = function->run_end, to = function->statement.first;
    if (function->run_nested && from && from < to &&
        memchr(indent->text.ptr + from, '#', to - from))
        function->run_end = function->run_before;
}

static void begin_statement(Function *function, const Logical *line)
{
    function->statement = function->last = *line;
    function->declares = false;
}

static void enter_line(Indent *indent, const Logical *line)
{
    Function *function = &indent->functions[indent->count - 1];
    if (!function->inner) {
        function->inner = line->columns;
        begin_statement(function, line);
    } else if (line->columns < function->inner) {
        give_up(indent);
    } else if (line->columns == function->inner && !line->continues) {
        end_statement(indent, function);
        begin_statement(function, line);
    } else {
        function->last = *line;
    }
    if (line->declares && !function->declares) {
        keep_comments(indent, function);
        flush_run(indent, function);
    }
    function->declares = function->declares || line->declares;
}

static void end_function(Indent *indent)
{
    Function *function = &indent->functions[--indent->count];
    if (!function->inner)
        return;
    end_statement(indent, function);
    flush_run(indent, function);
}

void elide_python(Elision *elision)
{
    Indent *indent = NEW(elision->scratch, Indent, 1);
    indent->elision = elision;
    indent->text = elision->text;
    Logical line;
    while (!elision->unsure && next_logical(indent, &line)) {
        indent->flushed = false;
        while (indent->count && line.columns <= indent->functions[indent->count - 1].columns)
            end_function(indent);
        if (indent->flushed) /* then the spans of this line are gone */
            line.spans = elision->spans.len;
        if (indent->count)
            enter_line(indent, &line);
        if (line.function && line.opens && line.colons == 1) {
            if (indent->count == FUNCTIONS_MAX)
                give_up(indent);
            else
                indent->functions[indent->count++] = (Function){.columns = line.columns};
        }
    }
    while (indent->count)
        end_function(indent);
}

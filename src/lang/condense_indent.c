/* Python: the body of a function is the lines behind its head that are indented deeper. Of those a
   docstring stays, or the first byte, which is a statement too and begins the body where it does;
   and the last logical line, with which the function ends. Between them a run of statements that
   declare nothing becomes one gap. What stays is at the indentation of the body, taken from the end
   of its own. Statements with definitions or imports in them stay whole. */
#include "lang/condense_state.h"
#include "lang/scan_text.h"

#define TAB_COLUMNS 8
#define FUNCTIONS_MAX 100

/* A logical line: up to a line end outside of brackets and without a backslash. */
typedef struct Logical {
    uint32_t start; /* of its first physical line */
    uint32_t first; /* its first byte that is not blank */
    uint32_t next;  /* behind its line end */
    uint32_t columns;
    bool declares;  /* has def, class or import in it, or decorates */
    bool function;  /* begins with def or async def */
    bool opens;     /* ends with : */
    bool continues; /* begins with else, except, … */
    bool quoted;    /* begins with a string */
} Logical;

typedef struct Function {
    uint32_t columns; /* of its head */
    bool entered;     /* the fields below are known */
    bool first;       /* its first statement is being read */
    Logical inner;    /* the first line of its body */
    uint32_t gap;     /* where a run of statements without declarations begins; 0: there is none */
    uint32_t gap_end;
    uint32_t gap_before; /* its end without the last statement; 0: that began it */
    /* The statement being read: */
    Logical statement; /* its first line */
    Logical last;      /* its last line */
    uint32_t behind;   /* the line before it */
    bool declares;
} Function;

typedef struct Indent {
    Condense *condense;
    Str text;
    size_t at;
    Function functions[FUNCTIONS_MAX];
    size_t count;
    uint32_t previous; /* behind the last logical line */
} Indent;

/* ---- logical lines ---- */

static void give_up(Indent *indent)
{
    indent->condense->unsure = true;
    indent->at = indent->text.len;
}

static char byte_at(const Indent *indent, size_t at)
{
    return at < indent->text.len ? indent->text.ptr[at] : '\0';
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
    const uint8_t *class = indent->condense->lexical->class;
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

static void note_word(Logical *line, Str word, bool first, bool second)
{
    bool def = word.len == 3 && str_equal(word, STR("def"));
    if (def || (word.len == 5 && str_equal(word, STR("class"))) ||
        (word.len == 6 && str_equal(word, STR("import"))))
        line->declares = true;
    line->function = line->function || (def && (first || second));
    line->continues = line->continues || (first && is_continuation(word));
}

/* From its first byte that is not blank. */
static void read_logical(Indent *indent, Logical *line)
{
    const uint8_t *class = indent->condense->lexical->class;
    size_t depth = 0, words = 0;
    bool async = false;
    while (indent->at < indent->text.len) {
        char c = indent->text.ptr[indent->at];
        switch ((ByteClass) class[(unsigned char)c]) {
        case BYTE_BLANK: indent->at++; continue;
        case BYTE_COMMENT: indent->at = line_end(indent->text, indent->at); continue;
        case BYTE_QUOTE:
            line->quoted = line->quoted || indent->at == line->first;
            skip_quoted(indent);
            break;
        case BYTE_WORD: {
            bool first = indent->at == line->first;
            Str word = take_name(indent);
            char quote = byte_at(indent, indent->at);
            note_word(line, word, first, async && words == 1);
            async = async || (first && str_equal(word, STR("async")));
            line->quoted =
                line->quoted || (first && word.len <= 2 && (quote == '"' || quote == '\''));
            words++;
            break;
        }
        case BYTE_FEED:
            indent->at++;
            if (!depth)
                return;
            continue;
        default:
            depth += c == '(' || c == '[' || c == '{';
            if (c == ')' || c == ']' || c == '}') {
                if (!depth) {
                    give_up(indent);
                    return;
                }
                depth--;
            }
            indent->at++;
            if (c == '\\') /* and what it escapes: the line end */
                indent->at += byte_at(indent, indent->at) == '\r' ? 2 : 1;
        }
        line->opens = c == ':';
    }
    if (depth)
        give_up(indent);
}

/* The next logical line that is not empty; false at the end. */
static bool next_logical(Indent *indent, Logical *line)
{
    while (indent->at < indent->text.len) {
        *line = (Logical){.start = (uint32_t)indent->at};
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
            indent->at = MIN(line_end(indent->text, indent->at) + 1, indent->text.len);
        } else if (indent->at < indent->text.len) {
            line->first = (uint32_t)indent->at;
            line->declares = c == '@';
            read_logical(indent, line);
            indent->at = MIN(indent->at, indent->text.len);
            line->next = (uint32_t)indent->at;
            return true;
        }
    }
    return false;
}

/* ---- functions ---- */

static void flush_gap(const Indent *indent, Function *function)
{
    if (function->gap)
        condense_gap(indent->condense, function->gap, function->gap_end, '\n');
    function->gap = 0;
}

/* Begins a gap with the statement being read; false when it has to stay. */
static bool can_begin(const Indent *indent, Function *function)
{
    char c = byte_at(indent, function->statement.first);
    bool named = byte_is_word(c) && (unsigned char)c < 0x80 && !function->statement.quoted;
    if (function->declares || (function->first && !named))
        return false;
    if (!function->gap)
        function->gap = function->first ? function->statement.first + 1 : function->behind;
    return true;
}

/* The statement being read is complete, and others follow it. */
static void end_statement(const Indent *indent, Function *function)
{
    bool began = !function->gap;
    if (can_begin(indent, function)) {
        function->gap_before = began ? 0 : function->gap_end;
        function->gap_end = function->last.next;
    }
    function->first = false;
}

static void begin_statement(const Indent *indent, Function *function, const Logical *line)
{
    function->statement = function->last = *line;
    function->behind = indent->previous;
    function->declares = false;
}

/* Whether the line can stand for itself, at the indentation of the body. */
static bool can_stay(const Indent *indent, const Function *function)
{
    const Logical *last = &function->last, *inner = &function->inner;
    uint32_t bytes = inner->first - inner->start;
    return !last->continues && !last->opens && last->first - last->start >= bytes &&
           !memcmp(indent->text.ptr + last->first - bytes, indent->text.ptr + inner->start, bytes);
}

static void end_function(const Indent *indent, Function *function)
{
    if (!function->entered)
        return;
    if (can_stay(indent, function) && can_begin(indent, function))
        function->gap_end = function->last.first - (function->inner.first - function->inner.start);
    flush_gap(indent, function);
}

/* Before a declaration. Where comments belong follows from the statement before them. */
static void keep_comments(const Indent *indent, Function *function)
{
    if (!function->gap || !memchr(indent->text.ptr + function->gap_end, '#',
                                  function->statement.first - function->gap_end))
        return;
    function->gap_end = function->gap_before;
    if (!function->gap_before)
        function->gap = 0;
}

static void enter_line(Indent *indent, const Logical *line)
{
    Function *function = &indent->functions[indent->count - 1];
    if (!function->entered) {
        *function = (Function){
            .columns = function->columns, .entered = true, .first = true, .inner = *line};
        begin_statement(indent, function, line);
    } else if (line->columns < function->inner.columns) {
        give_up(indent);
    } else if (line->columns == function->inner.columns && !line->continues) {
        end_statement(indent, function);
        begin_statement(indent, function, line);
    } else {
        function->last = *line;
    }
    if (line->declares && !function->declares) {
        keep_comments(indent, function);
        flush_gap(indent, function);
    }
    function->declares = function->declares || line->declares;
}

void indent_condense(Condense *condense)
{
    Indent indent = {.condense = condense, .text = condense->text};
    Logical line;
    while (!condense->unsure && next_logical(&indent, &line)) {
        while (indent.count && line.columns <= indent.functions[indent.count - 1].columns)
            end_function(&indent, &indent.functions[--indent.count]);
        if (indent.count)
            enter_line(&indent, &line);
        if (line.function && line.opens) {
            if (indent.count == FUNCTIONS_MAX)
                give_up(&indent);
            else
                indent.functions[indent.count++] = (Function){.columns = line.columns};
        }
        indent.previous = line.next;
    }
    while (indent.count)
        end_function(&indent, &indent.functions[--indent.count]);
}

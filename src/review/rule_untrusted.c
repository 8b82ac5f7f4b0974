/* Rule about text of a request that is evaluated, run by a shell or put into a query. It reads the
   tokens of a file once: a name that is assigned such a text carries it on, to the end of the
   function. Only calls in added lines count. */
#include "review/rule_functions.h"

#include "lang/lexical/code_tokens.h"
#include "text/lines.h"

typedef enum SinkKind {
    SINK_EVALUATES,
    SINK_RUNS,
    SINK_RUNS_IN_SHELL, /* only with a sign of a shell among its arguments */
    SINK_ASKS,          /* a database, if the text is joined */
} SinkKind;

typedef struct Sink {
    SinkKind kind;
    const char *before, *name;
} Sink;

static const char *const sources[] = {
#define SOURCE(words) words,
#define SINK(kind, before, name)
#define CLEANER(name)
#include "review/untrusted.def"
#undef SOURCE
#undef SINK
#undef CLEANER
};

static const Sink sinks[] = {
#define SOURCE(words)
#define CLEANER(name)
#define SINK(kind_, before_, name_) {SINK_##kind_, before_, name_},
#include "review/untrusted.def"
#undef SOURCE
#undef SINK
#undef CLEANER
};

static const char *const cleaners[] = {
#define SOURCE(words)
#define SINK(kind, before, name)
#define CLEANER(name) name,
#include "review/untrusted.def"
#undef SOURCE
#undef SINK
#undef CLEANER
};

/* Names that carry text of a request, and tokens of one call or assignment that are read. */
#define CARRIERS_MAX 40
#define SPAN_MAX 400

typedef struct Carrier {
    Str name;
    Str source; /* as the code has it */
    bool query; /* it is joined to a query */
} Carrier;

typedef struct Reading {
    const ReviewFind *find;
    const ChangedFile *file;
    Str text;
    TokenVec tokens;
    VEC(Carrier) carriers;
    size_t told;
} Reading;

/* ---- tokens ---- */

static Str at(const Reading *reading, size_t i)
{
    if (i >= reading->tokens.len)
        return (Str){0};
    const Token *token = &reading->tokens.ptr[i];
    return str_slice(reading->text, token->start, token->end);
}

static char mark(const Reading *reading, size_t i)
{
    bool is = i < reading->tokens.len && reading->tokens.ptr[i].kind == TOKEN_MARK;
    return is ? reading->text.ptr[reading->tokens.ptr[i].start] : '\0';
}

static bool is_kind(const Reading *reading, size_t i, TokenKind kind)
{
    return i < reading->tokens.len && reading->tokens.ptr[i].kind == kind;
}

/* A word without the sign that makes it a variable. */
static Str word_at(const Reading *reading, size_t i)
{
    Str word = is_kind(reading, i, TOKEN_WORD) ? at(reading, i) : (Str){0};
    return str_starts(word, STR("$")) && word.len > 1 ? str_from_offset(word, 1) : word;
}

/* The token before a dot, an arrow or two colons; STR_NONE: there is no such sign. */
static size_t before_dot(const Reading *reading, size_t i)
{
    char last = i ? mark(reading, i - 1) : '\0', other = i > 1 ? mark(reading, i - 2) : '\0';
    if (last == '.')
        return i > 1 ? i - 2 - (other == '?') : STR_NONE;
    return i > 2 && ((last == '>' && other == '-') || (last == ':' && other == ':')) ? i - 3
                                                                                     : STR_NONE;
}

/* Whether the text goes on with the bytes, and no letter after them. */
static bool has_here(Str text, size_t from, Str want)
{
    size_t end = from + want.len;
    return str_starts(str_from_offset(text, from), want) &&
           (!byte_is_word(want.ptr[want.len - 1]) || end >= text.len ||
            !byte_is_word(text.ptr[end]));
}

/* The source that is written at the token: `req.body`. NULL: none. */
static const char *source_at(const Reading *reading, size_t i)
{
    size_t from = i < reading->tokens.len ? reading->tokens.ptr[i].start : 0;
    bool word = is_kind(reading, i, TOKEN_WORD);
    from += word && reading->text.ptr[from] == '$';
    for (size_t k = 0; k < COUNT(sources) && word; k++)
        if (has_here(reading->text, from, str_from(sources[k])))
            return sources[k];
    return NULL;
}

/* Whether a string has the name in a hole: `${name`, `{name`, `#{name`, `$name`. */
static bool has_in_hole(Str string, Str name)
{
    for (size_t from = 0, next;
         (next = str_find(str_from_offset(string, from), name)) != STR_NONE;) {
        size_t begin = from + next;
        from = begin + 1;
        if (begin && byte_in(string.ptr[begin - 1], "{$") && has_here(string, begin, name))
            return true;
    }
    return false;
}

static bool is_query_text(Str string)
{
    static const Str verbs[] = {STR_INIT("select "), STR_INIT("insert "), STR_INIT("update "),
                                STR_INIT("delete "), STR_INIT("where "),  STR_INIT("order by "),
                                STR_INIT(" = ")};
    for (size_t k = 0; k < COUNT(verbs); k++)
        for (size_t i = 0; i + verbs[k].len <= string.len; i++)
            if (str_equal_nocase(str_slice(string, i, i + verbs[k].len), verbs[k]))
                return true;
    return false;
}

/* ---- what a stretch of tokens carries ---- */

typedef struct Carried {
    Str source; /* empty: nothing of a request */
    bool query, joined, clean, shell;
} Carried;

static void take_source(const Reading *reading, size_t i, Carried *carried)
{
    Str string = is_kind(reading, i, TOKEN_STRING) ? at(reading, i) : (Str){0};
    const char *source = source_at(reading, i);
    for (size_t k = 0; k < COUNT(sources) && string.len && !source; k++)
        source = has_in_hole(string, str_from(sources[k])) ? sources[k] : NULL;
    carried->joined |= source && string.len;
    if (source)
        carried->source = str_from(source);
    Str word = before_dot(reading, i) == STR_NONE ? word_at(reading, i) : (Str){0};
    for (size_t k = 0; k < reading->carriers.len && !source; k++) {
        const Carrier *carrier = &reading->carriers.ptr[k];
        bool hole = string.len && has_in_hole(string, carrier->name);
        if (!hole && !(word.len && str_equal(word, carrier->name)))
            continue;
        carried->source = carrier->source;
        carried->query |= carrier->query;
        carried->joined |= hole || carrier->query;
    }
}

static void take_token(const Reading *reading, size_t i, Carried *carried)
{
    char sign = mark(reading, i);
    Str word = word_at(reading, i), string = at(reading, i);
    take_source(reading, i, carried);
    carried->joined |= sign && byte_in(sign, "+%");
    carried->joined |= sign == '.' && (is_kind(reading, i - 1, TOKEN_STRING) ||
                                       is_kind(reading, i + 1, TOKEN_STRING));
    carried->joined |= str_equal(word, STR("format")) || str_equal(word, STR("Sprintf"));
    if (is_kind(reading, i, TOKEN_STRING)) {
        carried->query |= is_query_text(string);
        carried->shell |= string.len == 4 && str_equal(str_slice(string, 1, 3), STR("-c"));
    }
    carried->shell |= str_equal(word, STR("shell")) && mark(reading, i + 1) == '=' &&
                      str_equal(word_at(reading, i + 2), STR("True"));
    for (size_t k = 0; k < COUNT(cleaners) && word.len; k++)
        carried->clean |= str_equal(word, str_from(cleaners[k]));
}

/* Reads the arguments of a call; with `first`, only the first. */
static Carried arguments_at(const Reading *reading, size_t open, bool first)
{
    Carried carried = {0};
    size_t depth = 0;
    for (size_t i = open; i < reading->tokens.len && i < open + SPAN_MAX; i++) {
        char sign = mark(reading, i);
        depth += sign && byte_in(sign, "([{");
        depth -= depth && sign && byte_in(sign, ")]}");
        if (!depth || (first && depth == 1 && sign == ','))
            break;
        take_token(reading, i, &carried);
    }
    return carried;
}

/* ---- assignments ---- */

static void carry(Reading *reading, Str name, const Carried *carried)
{
    size_t kept = 0;
    for (size_t i = 0; i < reading->carriers.len; i++)
        if (!str_equal(reading->carriers.ptr[i].name, name))
            reading->carriers.ptr[kept++] = reading->carriers.ptr[i];
    reading->carriers.len = kept;
    if (carried->source.len && !carried->clean && kept < CARRIERS_MAX && name.len)
        *VEC_PUSH(reading->find->review->arena, &reading->carriers) =
            (Carrier){name, carried->source, carried->query && carried->joined};
}

/* The token after the statement: a semicolon, or the end of a line outside of all brackets. */
static size_t statement_end(const Reading *reading, size_t i)
{
    size_t depth = 0, first = i;
    for (; i < reading->tokens.len && i < first + SPAN_MAX; i++) {
        char sign = mark(reading, i);
        depth += sign && byte_in(sign, "([{");
        if (sign && byte_in(sign, ")]}") && !depth--)
            return i;
        Str between = i > first ? str_slice(reading->text, reading->tokens.ptr[i - 1].end,
                                            reading->tokens.ptr[i].start)
                                : (Str){0};
        bool joins = sign && byte_in(sign, "+.?%&|");
        bool ends = str_find_byte(between, '\n') != STR_NONE && !joins &&
                    !(mark(reading, i - 1) && byte_in(mark(reading, i - 1), "+.=(,%\\"));
        if (!depth && (sign == ';' || is_kind(reading, i, TOKEN_INDENT) || ends))
            return i;
    }
    return i;
}

/* Notes the names that an assignment at `=` gives a value: one, or those in brackets before it. */
static void look_at_assignment(Reading *reading, size_t equals)
{
    size_t end = statement_end(reading, equals + 1), i = equals - 1;
    Carried carried = {0};
    for (size_t k = equals + 1; k < end; k++)
        take_token(reading, k, &carried);
    i -= mark(reading, i) == ':' && i;
    char last = mark(reading, i);
    if (is_kind(reading, i, TOKEN_WORD) && before_dot(reading, i) == STR_NONE)
        carry(reading, word_at(reading, i), &carried);
    for (size_t back = 0; last && byte_in(last, "}])") && i && back < CARRIERS_MAX; back++) {
        i--;
        if (mark(reading, i) && byte_in(mark(reading, i), "{[("))
            return;
        if (is_kind(reading, i, TOKEN_WORD) && mark(reading, i + 1) != ':')
            carry(reading, word_at(reading, i), &carried);
    }
}

static bool is_assignment(const Reading *reading, size_t i)
{
    char next = mark(reading, i + 1), last = i ? mark(reading, i - 1) : '\0';
    return i && mark(reading, i) == '=' && !(next && byte_in(next, "=>~")) &&
           !(last && byte_in(last, "=!<>"));
}

/* ---- calls ---- */

static bool is_sink(const Reading *reading, size_t i, const Sink *sink)
{
    size_t before = before_dot(reading, i);
    if (!is_kind(reading, i, TOKEN_WORD) || !str_equal(at(reading, i), str_from(sink->name)) ||
        mark(reading, i + 1) != '(')
        return false;
    if (!*sink->before || before == STR_NONE)
        return !*sink->before && before == STR_NONE;
    if (*sink->before == '*')
        return true;
    while (before > 2 && mark(reading, before) == ')' && mark(reading, before - 1) == '(')
        before -= 2;
    Str word = word_at(reading, before);
    return word.len && str_is_listed(word, sink->before);
}

static void tell(Reading *reading, const Sink *sink, Str source, uint32_t line)
{
    static const char *const ends[] = {"is evaluated as code", "is run as a command",
                                       "is run by a shell", "is joined to a query"};
    static const char *const ways[] = {"choose among known values, or parse the text",
                                       "give the arguments as a list, without a shell",
                                       "give the arguments as a list, without a shell",
                                       "give it as a parameter of the query"};
    Arena *arena = reading->find->review->arena;
    if (!line_diff_adds(&reading->file->hunks, line) ||
        !review_tells_line(reading->find, &reading->told))
        return;
    while (source.len && byte_in(source.ptr[source.len - 1], "[("))
        source.len--;
    Finding *finding = review_add(reading->find, reading->file,
                                  str_format(arena, "text of a request %s: %.*s reaches %s",
                                             ends[sink->kind], STR_ARG(source), sink->name));
    finding->start = finding->end = line;
    finding->key = str_format(arena, "%.*s %s", STR_ARG(source), sink->name);
    finding->suggestion = str_from(ways[sink->kind]);
}

static void look_at_call(Reading *reading, size_t i)
{
    for (size_t k = 0; k < COUNT(sinks); k++) {
        const Sink *sink = &sinks[k];
        if (!is_sink(reading, i, sink))
            continue;
        bool asks = sink->kind == SINK_ASKS, bare = !*sink->before;
        Carried carried = arguments_at(reading, i + 1, asks && !bare);
        if (!carried.source.len || carried.clean || (asks && !(carried.query && carried.joined)) ||
            (sink->kind == SINK_RUNS_IN_SHELL && !carried.shell))
            continue;
        tell(reading, sink, carried.source,
             (uint32_t)lines_at_offset(reading->text, reading->tokens.ptr[i].start));
        return;
    }
}

/* ---- files ---- */

/* Whether the file names a source at all. */
static bool has_source(Str text)
{
    for (size_t k = 0; k < COUNT(sources); k++)
        if (str_find(text, str_from(sources[k])) != STR_NONE)
            return true;
    return false;
}

static void look_at_file(const ReviewFind *find, const ChangedFile *file)
{
    const SymbolVec *symbols = &file->new.outline.symbols;
    Reading reading = {.find = find, .file = file, .text = file->new.text};
    uint32_t next = 0;
    code_tokens_read(find->review->arena, file->new.outline.language, file->new.text,
                     &reading.tokens);
    for (size_t i = 0; i < reading.tokens.len; i++) {
        for (; next < symbols->len && symbols->ptr[next].start <= reading.tokens.ptr[i].start;
             next++)
            if (symbol_is_function(symbols->ptr[next].kind))
                reading.carriers.len = 0; /* names of another function */
        if (is_assignment(&reading, i))
            look_at_assignment(&reading, i);
        else
            look_at_call(&reading, i);
    }
}

bool review_find_untrusted(const ReviewFind *find, Err *err)
{
    const ChangeSet *set = find->review->set;
    (void)err;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (file->hunks.len && !file->unseen.len && review_is_code(find->review, file) &&
            has_source(file->new.text))
            look_at_file(find, file);
    }
    return true;
}

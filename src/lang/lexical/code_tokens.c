/* The tokeniser for comparing texts: the loop of the lexical tier without definitions. It uses the
   same functions to skip strings and comments, and hashes each token. Whether a comma or semicolon
   is redundant depends on the text after it. So its hash is set to 0 later, when the bracket closes
   or the line ends, and such tokens are dropped at the end. */
#include "lang/lexical/code_tokens.h"

#include "base/hash.h"
#include "lang/lexical/comment_end.h"
#include "lang/lexical/lexical_state.h"
#include "lang/lexical/tokens_fold.h"
#include "lang/scan/scan_text.h"
#include "text/lines.h"

#include <string.h>

/* Nested indented blocks; deeper ones are not distinguished. */
#define INDENTS_MAX 64
/* Nested brackets; in deeper ones commas are not counted. */
#define BRACKETS_MAX 256
#define RAW_DELIMITER_BYTES 16

typedef struct Bracket {
    bool called;     /* directly after a word: a call or a list of parameters */
    bool statements; /* a semicolon, or a line that ends in no mark: no list */
    uint32_t commas;
    uint32_t elements; /* commas after something else than a comma or the opening bracket */
} Bracket;

typedef struct Reader {
    Arena *arena;
    Lexical *lexical;
    Str text;
    TokenVec *tokens;
    const char *trailing;  /* LangLayout.trailing */
    const char *character; /* LangLayout.character */
    uint64_t string;       /* hash of the last string */
    bool joinable;         /* a string that follows may be concatenated with it */
    bool continued;        /* the previous line ended in a backslash */
    size_t depth;          /* of brackets */
    Bracket brackets[BRACKETS_MAX];
    uint32_t indents[INDENTS_MAX];
    size_t indent_count;
} Reader;

static uint32_t fold(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

uint32_t token_word_hash(Str word)
{
    return fold(hash_fast(word));
}

static Token *put(Reader *reader, TokenKind kind, size_t start, size_t end)
{
    Token *token = VEC_PUSH(reader->arena, reader->tokens);
    *token = (Token){.start = (uint32_t)start, .end = (uint32_t)end, .kind = kind};
    reader->lexical->last_end = (uint32_t)end;
    return token;
}

/* The last token that is not a comment, or NULL. */
static Token *last_code(const Reader *reader)
{
    size_t i = reader->tokens->len;
    while (i && reader->tokens->ptr[i - 1].kind == TOKEN_COMMENT)
        i--;
    return i ? &reader->tokens->ptr[i - 1] : NULL;
}

static bool is_mark(const Reader *reader, const Token *token, char mark)
{
    return token && token->kind == TOKEN_MARK && reader->text.ptr[token->start] == mark;
}

/* ---- hashes ---- */

static uint64_t mix_byte(uint64_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * HASH_FNV_PRIME;
}

/* Hash of a string, in which both kinds of line ends are the same. `hash` is the initial value: the
   hash of the string that this one continues. */
static uint64_t string_hash(uint64_t hash, Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != '\r')
            hash = mix_byte(hash, text.ptr[i]);
    return hash;
}

/* The same for a string that may have either quote: a backslash before a quote is ignored. */
static uint64_t quoted_hash(uint64_t hash, Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool escape = text.ptr[i] == '\\' && i + 1 < text.len;
        if (escape && !byte_in(text.ptr[i + 1], "\"'"))
            hash = mix_byte(hash, text.ptr[i]);
        i += escape;
        if (text.ptr[i] != '\r')
            hash = mix_byte(hash, text.ptr[i]);
    }
    return hash;
}

static size_t margin_of(Str line)
{
    size_t margin = 0;
    while (margin < line.len && byte_in(line.ptr[margin], " \t"))
        margin++;
    return margin;
}

/* Smallest indentation of the lines after the first that are not blank. */
static size_t common_margin(Str text)
{
    size_t margin = SIZE_MAX;
    Str line;
    for (bool first = true; str_take_line(&text, &line); first = false)
        if (!first && str_trim(line).len)
            margin = MIN(margin, margin_of(line));
    return margin;
}

/* The same for a docstring, whose lines may all be indented by more or less, and may have blanks at
   their ends. */
static uint64_t docstring_hash(uint64_t hash, Str text)
{
    Str rest = str_trim_end(text), line;
    size_t margin = common_margin(rest);
    for (bool begun = false; str_take_line(&rest, &line);) {
        Str words = str_trim(line);
        bool first = !begun;
        begun |= words.len > 0;
        if (!begun)
            continue;
        size_t from = first ? margin_of(line) : MIN(margin, margin_of(line));
        hash = mix_byte(string_hash(hash, str_trim_end(str_from_offset(line, from))), '\n');
    }
    return hash;
}

/* Length of the quote at both ends, 3 or 1; 0 unless both are " or '. */
static size_t quote_len(Str text)
{
    char quote = text.len > 1 ? text.ptr[0] : '\0';
    if (!byte_in(quote, "\"'") || !quote || text.ptr[text.len - 1] != quote)
        return 0;
    bool three = text.len >= 6 && text.ptr[1] == quote && text.ptr[2] == quote &&
                 text.ptr[text.len - 2] == quote && text.ptr[text.len - 3] == quote;
    return three ? 3 : 1;
}

/* ---- pieces ---- */

static size_t take_word(Reader *reader, size_t at)
{
    Lexical *lexical = reader->lexical;
    size_t end = lexical_word_end(lexical, at + 1);
    Token *token = put(reader, TOKEN_WORD, at, end);
    token->hash = token_word_hash(str_slice(reader->text, at, end));
    if (byte_is_digit(reader->text.ptr[at]))
        token->kind = TOKEN_NUMBER;
    lexical->word = (Span){(uint32_t)at, (uint32_t)end};
    lexical->previous = token->kind == TOKEN_NUMBER ? '0' : 'a';
    return end;
}

/* Skips R"x(…)x" of C++ from its quote. */
static size_t skip_plus_raw(const Reader *reader, size_t at)
{
    char close[RAW_DELIMITER_BYTES + 2] = ")";
    size_t len = 1, from = at + 1;
    while (len <= RAW_DELIMITER_BYTES && from < reader->text.len && reader->text.ptr[from] != '(')
        close[len++] = reader->text.ptr[from++];
    if (len > RAW_DELIMITER_BYTES)
        return at;
    close[len++] = '"';
    size_t end = find_from(reader->text, from, (Str){close, len});
    return end == STR_NONE ? at : end + len;
}

/* End of r"…", r#"…"# or R"x(…)x", whose quote is at `at`; `at` at other strings. */
static size_t raw_end(const Reader *reader, size_t at)
{
    const Lexical *lexical = reader->lexical;
    size_t marks = at;
    if (!lexical_has(lexical, LEXICAL_RAW) && !lexical_has(lexical, LEXICAL_DIRECTIVES))
        return at;
    while (marks && reader->text.ptr[marks - 1] == '#')
        marks--;
    size_t word = marks;
    while (word && lexical_is_word(lexical, word - 1) && marks - word < 4)
        word--;
    if (word == marks || marks - word > 3)
        return at;
    char last = reader->text.ptr[marks - 1];
    if (lexical_has(lexical, LEXICAL_RAW) && (last == 'r' || last == 'R')) {
        size_t end = lexical_skip_raw(lexical, marks);
        return end > marks ? end : at;
    }
    if (lexical_has(lexical, LEXICAL_DIRECTIVES) && last == 'R' && marks == at)
        return skip_plus_raw(reader, at);
    return at;
}

/* Whether adjacent strings like this one are concatenated. */
static bool is_joinable(const Reader *reader, Str text)
{
    bool quoted = lexical_has(reader->lexical, LEXICAL_QUOTED);
    return lexical_has(reader->lexical, LEXICAL_JOINED) && quote_len(text) == 1 && text.len > 2 &&
           (text.ptr[0] == '"' || quoted);
}

static uint64_t hash_string(const Reader *reader, uint64_t hash, Str text)
{
    size_t quote = quote_len(text), size = reader->tokens->len;
    bool quoted = lexical_has(reader->lexical, LEXICAL_QUOTED);
    bool alone = size && reader->tokens->ptr[size - 1].kind == TOKEN_INDENT;
    Str inner = quote ? str_slice(text, quote, text.len - quote) : text;
    if (quoted && quote && alone && quote == 3)
        return docstring_hash(hash, inner);
    if (quoted && quote)
        return quoted_hash(hash, inner);
    return string_hash(hash, is_joinable(reader, text) ? inner : text);
}

static size_t put_string(Reader *reader, size_t at, size_t end)
{
    Str text = str_slice(reader->text, at, end);
    Token *last = last_code(reader);
    bool joinable = is_joinable(reader, text);
    if (joinable && reader->joinable && last && last->kind == TOKEN_STRING) {
        reader->string = hash_string(reader, reader->string, text);
        last->end = (uint32_t)end;
    } else {
        reader->string = hash_string(reader, 2, text);
        last = put(reader, TOKEN_STRING, at, end);
    }
    last->hash = fold(reader->string);
    reader->joinable = joinable;
    reader->lexical->previous = '"';
    return end;
}

static bool is_comment_mark(char c)
{
    return byte_is_space(c) || byte_in(c, "*/#-;%!<>=\"'");
}

/* Adds the words of a comment; its markers and line breaks are formatting. */
static size_t put_comment(Reader *reader, size_t at, size_t end)
{
    const char *text = reader->text.ptr;
    while (at < end) {
        size_t from = at;
        while (at < end && !is_comment_mark(text[at]))
            at++;
        if (at > from)
            put(reader, TOKEN_COMMENT, from, at)->hash =
                token_word_hash(str_slice(reader->text, from, at));
        at++;
    }
    return end;
}

static void open_bracket(Reader *reader, size_t at)
{
    const Token *before = last_code(reader);
    bool called = before && before->kind == TOKEN_WORD && before->end == at;
    if (reader->depth < BRACKETS_MAX)
        reader->brackets[reader->depth] = (Bracket){.called = called};
    reader->depth++;
}

/* Whether a comma before the closing mark means nothing: it ends an element, but not a tuple's only
   one. */
static bool is_comma_redundant(const Reader *reader, const Bracket *bracket, char mark)
{
    const char *closing = reader->trailing;
    return closing && byte_in(mark, closing) && bracket->elements == bracket->commas &&
           (mark != ')' || bracket->called || bracket->commas > 1) &&
           (mark != '}' || !bracket->statements);
}

/* Drops a redundant mark before a closing bracket: a semicolon, or the trailing comma of a list. */
static void close_bracket(Reader *reader, char mark)
{
    Token *last = last_code(reader);
    const Bracket *bracket = reader->depth && reader->depth <= BRACKETS_MAX
                                 ? &reader->brackets[reader->depth - 1]
                                 : NULL;
    reader->depth -= reader->depth > 0;
    bool optional = lexical_has(reader->lexical, LEXICAL_LOOSE | LEXICAL_QUOTED);
    if (mark == '}' && optional && is_mark(reader, last, ';'))
        last->hash = 0;
    if (bracket && is_mark(reader, last, ',') && is_comma_redundant(reader, bracket, mark))
        last->hash = 0;
}

static void note_separator(const Reader *reader, Bracket *bracket, char mark)
{
    const Token *last = last_code(reader);
    bool empty =
        !last || (last->kind == TOKEN_MARK && byte_in(reader->text.ptr[last->start], ",([{"));
    bracket->statements |= mark == ';';
    bracket->commas += mark == ',';
    bracket->elements += mark == ',' && !empty;
}

/* End of a character that a mark introduces, such as `$ ` or `#\\ `; `at`: none begins here. */
static size_t character_end(const Reader *reader, size_t at)
{
    const char *mark = reader->character;
    Str rest = str_from_offset(reader->text, at);
    if (!mark || !str_starts(rest, str_from(mark)))
        return at;
    size_t end = at + strlen(mark);
    end += lexical_byte(reader->lexical, end) == '\\';
    return MIN(end + 1, reader->text.len);
}

static size_t take_mark(Reader *reader, size_t at)
{
    size_t character = character_end(reader, at);
    if (character > at)
        return put_string(reader, at, character);
    char mark = reader->text.ptr[at];
    bool twin = byte_in(mark, "+-") && lexical_byte(reader->lexical, at + 1) == mark;
    size_t end = at + 1 + twin;
    if (byte_in(mark, "([{"))
        open_bracket(reader, at);
    else if (byte_in(mark, ")]}"))
        close_bracket(reader, mark);
    else if (byte_in(mark, ",;") && reader->depth && reader->depth <= BRACKETS_MAX)
        note_separator(reader, &reader->brackets[reader->depth - 1], mark);
    put(reader, TOKEN_MARK, at, end)->hash = fold(string_hash(3, str_slice(reader->text, at, end)));
    reader->lexical->previous = mark;
    return end;
}

/* Skips a backslash that continues the line; returns `at` at other backslashes. */
static size_t skip_continuation(Reader *reader, size_t at)
{
    size_t end = at + 1 + (lexical_byte(reader->lexical, at + 1) == '\r');
    if (reader->text.ptr[at] != '\\' || lexical_byte(reader->lexical, end) != '\n')
        return at;
    reader->continued = true;
    return end;
}

/* ---- lines ---- */

static uint32_t level_of(Reader *reader, uint32_t width)
{
    while (reader->indent_count && reader->indents[reader->indent_count - 1] >= width)
        reader->indent_count--;
    if (reader->indent_count < INDENTS_MAX)
        reader->indents[reader->indent_count++] = width;
    return (uint32_t)reader->indent_count;
}

/* Adds the indentation of a line, unless the line has no code or continues another. */
static void put_indent(Reader *reader, size_t at)
{
    const Lexical *lexical = reader->lexical;
    uint32_t width = 0;
    if (reader->depth || reader->continued)
        return;
    for (; at < reader->text.len && byte_in(reader->text.ptr[at], " \t"); at++)
        width = reader->text.ptr[at] == '\t' ? (width / 8 + 1) * 8 : width + 1;
    if (at >= reader->text.len || byte_in(reader->text.ptr[at], "\r\n") ||
        lexical_skip_comment(lexical, at) > at)
        return;
    /* In YAML an item may be in the same column as its key, but it is nested in it. */
    if (lexical->facts->blocks == LEXICAL_WORDS && reader->text.ptr[at] == '-' &&
        byte_is_space(lexical_byte(lexical, at + 1)))
        width++;
    put(reader, TOKEN_INDENT, at, at)->hash = level_of(reader, width);
}

static size_t begin_line(Reader *reader, size_t at)
{
    Lexical *lexical = reader->lexical;
    if (lexical->heredoc.len) {
        size_t end = lexical_skip_heredoc(lexical, at);
        if (end > at)
            at = put_string(reader, at, end);
    }
    if (lexical_has(lexical, LEXICAL_POD)) {
        size_t end = lexical_skip_pod(lexical, at);
        if (end > at)
            at = put_comment(reader, at, end);
    }
    if (lexical_has(lexical, LEXICAL_OFFSIDE))
        put_indent(reader, at);
    reader->continued = false;
    return at;
}

/* Adds white space at the end of a line to the last token of it. */
static void add_trail(Reader *reader, size_t from, size_t to)
{
    Token *last = last_code(reader);
    size_t start = lines_start_at(reader->text, to);
    if (last && last->kind != TOKEN_INDENT && last->hash && last->start >= start)
        last->hash = fold(string_hash(last->hash, str_slice(reader->text, from, to)));
}

/* A carriage return at the end of a line: a word of its own, or the end of the last one. */
static void add_return(Reader *reader, size_t at)
{
    put(reader, TOKEN_MARK, at, at + 1)->hash = fold(string_hash(3, STR("\\r")));
}

/* Whether blanks before `at` are part of the value that its line assigns. */
static bool is_in_value(const Reader *reader, size_t at)
{
    Str line = str_slice(reader->text, lines_start_at(reader->text, at), at);
    size_t equals = str_find_byte(line, '=');
    return reader->lexical->comments->blanks_count && line.len && line.ptr[0] != '\t' &&
           equals != STR_NONE && str_trim(str_from_offset(line, equals + 1)).len;
}

/* Takes note of blanks at the end of a line, before a comment or not, that carry meaning. */
static void take_trail(Reader *reader, size_t at)
{
    const char *text = reader->text.ptr;
    size_t end = at - (at && text[at - 1] == '\r'), from = end;
    while (from && byte_in(text[from - 1], " \t"))
        from--;
    if (from < end && is_in_value(reader, end))
        add_trail(reader, from, end);
    if (end < at && reader->lexical->comments->returns_count)
        add_return(reader, end);
}

static size_t take_feed(Reader *reader, size_t at)
{
    Token *last = last_code(reader);
    take_trail(reader, at);
    if (reader->depth && reader->depth <= BRACKETS_MAX && last &&
        !lexical_has(reader->lexical, LEXICAL_OFFSIDE) &&
        (last->kind != TOKEN_MARK || byte_in(reader->text.ptr[last->start], ")]}")))
        reader->brackets[reader->depth - 1].statements = true;
    if (lexical_has(reader->lexical, LEXICAL_LOOSE) && is_mark(reader, last, ';'))
        last->hash = 0;
    return begin_line(reader, at + 1);
}

/* ---- the loop ---- */

static size_t take_quote(Reader *reader, size_t at)
{
    size_t end = raw_end(reader, at);
    if (end == at)
        end = lexical_skip_string(reader->lexical, at);
    /* An unclosed string ends with its line, whose \r is not part of it. */
    end -= end > at + 1 && reader->text.ptr[end - 1] == '\r';
    return end > at + 1 ? put_string(reader, at, end) : take_mark(reader, at);
}

static size_t take_comment(Reader *reader, size_t at)
{
    bool doubtful = false;
    size_t end = lexical_comment_end(reader->lexical, at, &doubtful);
    if (end > at)
        take_trail(reader, at);
    if (end > at)
        return doubtful ? put_string(reader, at, end) : put_comment(reader, at, end);
    end = lexical_skip_regex(reader->lexical, at);
    return end > at ? put_string(reader, at, end) : take_mark(reader, at);
}

static size_t take_active(Reader *reader, size_t at)
{
    Lexical *lexical = reader->lexical;
    char c = reader->text.ptr[at];
    if (c == '<' && lexical_has(lexical, LEXICAL_HEREDOC) && lexical_byte(lexical, at + 1) == '<')
        lexical_note_heredoc(lexical, at);
    if (c == '[' && lexical_has(lexical, LEXICAL_LONG) && lexical_skip_long(lexical, at) > at)
        return put_string(reader, at, lexical_skip_long(lexical, at));
    return take_mark(reader, at);
}

static size_t take_one(Reader *reader, size_t at)
{
    size_t next = skip_continuation(reader, at);
    if (next > at)
        return next;
    switch ((ByteClass)reader->lexical->class[(unsigned char)reader->text.ptr[at]]) {
    case BYTE_BLANK: return at + 1;
    case BYTE_FEED: return take_feed(reader, at);
    case BYTE_WORD:
    case BYTE_DIGIT: return take_word(reader, at);
    case BYTE_QUOTE: return take_quote(reader, at);
    case BYTE_COMMENT: return take_comment(reader, at);
    case BYTE_ACTIVE: return take_active(reader, at);
    case BYTE_PUNCT: break;
    }
    return take_mark(reader, at);
}

/* Drops tokens with hash 0. */
static void drop_empty(TokenVec *tokens)
{
    size_t kept = 0;
    for (size_t i = 0; i < tokens->len; i++)
        if (tokens->ptr[i].hash)
            tokens->ptr[kept++] = tokens->ptr[i];
    tokens->len = kept;
}

void code_tokens_read(Arena *arena, const Language *language, Str text, TokenVec *tokens)
{
    Reader reader = {.arena = arena, .text = text, .tokens = tokens};
    reader.trailing = lang_facts(language)->layout.trailing;
    reader.character = lang_facts(language)->layout.character;
    *tokens = (TokenVec){0};
    reader.lexical = lexical_set_up(arena, language, text);
    size_t at = begin_line(&reader, 0);
    while (at < text.len)
        at = take_one(&reader, at);
    Token *last = last_code(&reader);
    if (lexical_has(reader.lexical, LEXICAL_LOOSE) && is_mark(&reader, last, ';'))
        last->hash = 0;
    drop_empty(tokens);
    tokens_fold(reader.lexical, language, tokens);
    drop_empty(tokens);
}

uint32_t code_tokens_from(const TokenVec *tokens, size_t offset)
{
    size_t low = 0, high = tokens->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tokens->ptr[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

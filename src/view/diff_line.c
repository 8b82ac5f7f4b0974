/* Highlighting of a line: it is cut where a token or a mark begins or ends. Comment delimiters are
   not tokens. So text between or around words of a comment is styled as comment, except the end of
   a statement. */
#include "view/diff_line.h"

#include "view/html.h"

/* Longer lines are probably generated; they are cut around their first change. */
#define LINE_BYTES_SHOWN 480
/* Bytes shown before the first mark of a long line. */
#define LINE_BYTES_BEFORE 80

typedef struct Line {
    const ChangeSide *side;
    const TokenVec *tokens;
    const WordMarks *marks;
    size_t token; /* the first that ends after the current offset */
    size_t mark;
    bool keywords;
} Line;

typedef struct Piece {
    char style; /* name of the HTML element, or 0 */
    size_t end; /* end offset in the text */
} Piece;

static bool is_keyword(Str word)
{
    static const Str words[] = {
        STR_INIT("if"),        STR_INIT("else"),       STR_INIT("elif"),     STR_INIT("for"),
        STR_INIT("foreach"),   STR_INIT("while"),      STR_INIT("do"),       STR_INIT("switch"),
        STR_INIT("case"),      STR_INIT("match"),      STR_INIT("when"),     STR_INIT("default"),
        STR_INIT("break"),     STR_INIT("continue"),   STR_INIT("return"),   STR_INIT("yield"),
        STR_INIT("goto"),      STR_INIT("try"),        STR_INIT("catch"),    STR_INIT("except"),
        STR_INIT("finally"),   STR_INIT("throw"),      STR_INIT("throws"),   STR_INIT("raise"),
        STR_INIT("func"),      STR_INIT("fn"),         STR_INIT("fun"),      STR_INIT("def"),
        STR_INIT("function"),  STR_INIT("class"),      STR_INIT("struct"),   STR_INIT("enum"),
        STR_INIT("union"),     STR_INIT("interface"),  STR_INIT("trait"),    STR_INIT("impl"),
        STR_INIT("typedef"),   STR_INIT("import"),     STR_INIT("from"),     STR_INIT("package"),
        STR_INIT("namespace"), STR_INIT("using"),      STR_INIT("use"),      STR_INIT("export"),
        STR_INIT("extends"),   STR_INIT("implements"), STR_INIT("const"),    STR_INIT("let"),
        STR_INIT("var"),       STR_INIT("val"),        STR_INIT("static"),   STR_INIT("public"),
        STR_INIT("private"),   STR_INIT("protected"),  STR_INIT("final"),    STR_INIT("abstract"),
        STR_INIT("async"),     STR_INIT("await"),      STR_INIT("new"),      STR_INIT("in"),
        STR_INIT("is"),        STR_INIT("not"),        STR_INIT("and"),      STR_INIT("or"),
        STR_INIT("with"),      STR_INIT("lambda"),     STR_INIT("void"),     STR_INIT("int"),
        STR_INIT("char"),      STR_INIT("bool"),       STR_INIT("unsigned"), STR_INIT("long"),
        STR_INIT("go"),        STR_INIT("defer"),      STR_INIT("range"),    STR_INIT("mut"),
        STR_INIT("pub"),       STR_INIT("end"),        STR_INIT("then"),     STR_INIT("nil"),
        STR_INIT("null"),      STR_INIT("None"),       STR_INIT("True"),     STR_INIT("False"),
        STR_INIT("true"),      STR_INIT("false"),      STR_INIT("NULL"),     STR_INIT("self"),
        STR_INIT("this"),      STR_INIT("super"),      STR_INIT("sizeof"),   STR_INIT("type"),
    };
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, words[i]))
            return true;
    return false;
}

static char style_of(const Line *line, const Token *token)
{
    switch (token->kind) {
    case TOKEN_COMMENT: return 'i';
    case TOKEN_STRING: return 'q';
    case TOKEN_NUMBER: return 'u';
    case TOKEN_WORD:
        return line->keywords && is_keyword(str_slice(line->side->text, token->start, token->end))
                   ? 'b'
                   : 0;
    default: return 0;
    }
}

static bool is_comment(const Line *line, size_t token)
{
    return token < line->tokens->len && line->tokens->ptr[token].kind == TOKEN_COMMENT;
}

/* The next or the last token that is there to be seen. */
static size_t seen_from(const Line *line, size_t token)
{
    while (token < line->tokens->len && line->tokens->ptr[token].kind == TOKEN_INDENT)
        token++;
    return token;
}

static size_t seen_before(const Line *line, size_t token)
{
    while (token && line->tokens->ptr[token - 1].kind == TOKEN_INDENT)
        token--;
    return token ? token - 1 : SIZE_MAX;
}

/* The piece between tokens, from `at` to the end of the line or the next token. */
static Piece piece_between(const Line *line, size_t at, size_t end)
{
    bool before = is_comment(line, seen_before(line, line->token));
    bool after = is_comment(line, seen_from(line, line->token));
    Str text = line->side->text;
    if (!before && !after)
        return (Piece){0, end};
    if (!after && !str_trim(str_slice(text, at, end)).len)
        return (Piece){0, end};
    size_t from = at;
    while (!before && from < end && byte_in(text.ptr[from], " \t;,)"))
        from++;
    return from > at ? (Piece){0, from} : (Piece){'i', end};
}

static Piece next_piece(Line *line, size_t at, size_t end)
{
    const TokenVec *tokens = line->tokens;
    while (line->token < tokens->len && tokens->ptr[line->token].end <= at)
        line->token++;
    if (line->token == tokens->len)
        return piece_between(line, at, end);
    const Token *token = &tokens->ptr[line->token];
    if (token->start > at)
        return piece_between(line, at, MIN(end, (size_t)token->start));
    return (Piece){style_of(line, token), MIN(end, (size_t)token->end)};
}

static void put_piece(Buf *out, Str text, char style)
{
    if (style)
        buf_printf(out, "<%c>", style);
    html_put_code(out, text);
    if (style)
        buf_printf(out, "</%c>", style);
}

/* The mark that contains the byte, else the next mark, else NULL. */
static const WordSpan *mark_at(Line *line, size_t in_line)
{
    const WordMarks *marks = line->marks;
    while (marks && line->mark < marks->count && marks->spans[line->mark].end <= in_line)
        line->mark++;
    return marks && line->mark < marks->count ? &marks->spans[line->mark] : NULL;
}

/* A run of bytes with the same style and mark, which is written as one element. */
typedef struct Run {
    size_t from;
    char style;
    bool marked;
} Run;

static void end_run(Buf *out, const Line *line, const Run *run, size_t end)
{
    if (end > run->from)
        put_piece(out, str_slice(line->side->text, run->from, end), run->style);
}

/* Writes bytes [from, to) of the text; the line begins at `begin`. */
static void put_pieces(Buf *out, Line *line, size_t begin, size_t from, size_t to)
{
    Run run = {.from = from};
    for (size_t at = from, end; at < to; at = end) {
        Piece piece = next_piece(line, at, to);
        const WordSpan *span = mark_at(line, at - begin);
        bool marked = span && span->start <= at - begin;
        end = piece.end;
        if (span)
            end = MIN(end, begin + (marked ? span->end : span->start));
        if (marked == run.marked && piece.style == run.style)
            continue;
        end_run(out, line, &run, at);
        if (marked != run.marked)
            buf_put(out, marked ? STR("<mark>") : STR("</mark>"));
        run = (Run){at, piece.style, marked};
    }
    end_run(out, line, &run, to);
    if (run.marked)
        buf_put(out, STR("</mark>"));
}

static void put_left_out(Buf *out, size_t bytes)
{
    if (!bytes)
        return;
    buf_put(out, STR("<s>\xE2\x80\xA6 "));
    buf_put_thousands(out, bytes);
    buf_put(out, STR(" bytes</s>"));
}

static size_t first_token(const TokenVec *tokens, size_t at)
{
    size_t low = 0, high = tokens->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tokens->ptr[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void diff_put_line(Buf *out, const ChangeSide *side, const TokenVec *tokens, Str line,
                   uint32_t number, const WordMarks *marks)
{
    size_t begin = (size_t)(line.ptr - side->text.ptr), from = 0;
    if (str_ends(line, STR("\n")))
        line.len--;
    if (str_ends(line, STR("\r")))
        line.len--;
    size_t to = line.len;
    if (line.len > LINE_BYTES_SHOWN) {
        if (marks && marks->count && marks->spans[0].start > LINE_BYTES_BEFORE)
            from = str_char_floor(line, marks->spans[0].start - LINE_BYTES_BEFORE);
        to = str_char_floor(line, MIN(line.len, from + LINE_BYTES_SHOWN));
    }
    Line state = {.side = side, .tokens = tokens, .marks = marks};
    state.token = first_token(tokens, begin + from);
    state.keywords = side->outline.language && lang_follows_calls(side->outline.language);
    buf_printf(out, "<p data-n=\"%u\">", number);
    put_left_out(out, from);
    put_pieces(out, &state, begin, begin + from, begin + to);
    put_left_out(out, line.len - to);
    buf_put(out, STR("</p>"));
}

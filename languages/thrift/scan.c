/* Thrift and Cap'n Proto: structs, enums, services and constants of interface descriptions.

   Why not tree-sitter: the survey of npm packages found no grammar for either language. */
#include "languages_lang.h"

#include "lang/scan/scan_token.h"

static const TokenStyle thrift_style = {
    .line_comments = "/#", .quotes = "\"'", .word_extra = ".", .block_comments = true};
static const TokenStyle capnp_style = {.line_comments = "#", .quotes = "\"", .word_extra = "."};

typedef struct Declaring {
    const char *word;
    SymbolKind kind, member;
} Declaring;

static const Declaring thrift_words[] = {
    {"struct", SYMBOL_STRUCT, SYMBOL_FIELD},    {"union", SYMBOL_UNION, SYMBOL_FIELD},
    {"exception", SYMBOL_CLASS, SYMBOL_FIELD},  {"enum", SYMBOL_ENUM, SYMBOL_ENUM_MEMBER},
    {"senum", SYMBOL_ENUM, SYMBOL_ENUM_MEMBER}, {"service", SYMBOL_INTERFACE, SYMBOL_METHOD},
    {"const", SYMBOL_CONSTANT, SYMBOL_NONE},    {"typedef", SYMBOL_TYPE, SYMBOL_NONE},
};

/* Reads a member: 1: required list<Item> name = default, or void ping(1: i32 x) throws (…), or
   NAME = 1. The name is the last word before `(`, `=`, a separator or the next member. */
static void read_thrift_member(Tokens *tokens, SymbolKind kind)
{
    size_t start = tokens->token.start, end;
    Str name = {0};
    Lead lead = tokens->lead;
    if (tokens->token.kind == TOKEN_NUMBER) {
        token_next(tokens);
        token_take_punct(tokens, ':');
    }
    size_t words = 0, enough = kind == SYMBOL_ENUM_MEMBER ? 1 : 2;
    token_take(tokens, "oneway");
    if (!token_take(tokens, "required"))
        token_take(tokens, "optional");
    while (tokens->token.kind == TOKEN_WORD && words < enough) {
        name = tokens->token.text;
        token_next(tokens);
        if (token_is_punct(tokens, '<'))
            token_skip_group(tokens);
        words++;
    }
    if (!name.len) {
        token_next(tokens);
        return;
    }
    if (token_is_punct(tokens, '('))
        token_skip_group(tokens);
    end = tokens->last_end;
    if (token_take(tokens, "throws") && token_is_punct(tokens, '('))
        token_skip_group(tokens);
    while (token_take_punct(tokens, '=') || token_take_punct(tokens, '-'))
        ;
    if (tokens->token.kind == TOKEN_PUNCT && byte_in(tokens->token.text.ptr[0], "([{"))
        token_skip_group(tokens);
    else if (tokens->last_end != end && tokens->token.kind != TOKEN_PUNCT)
        token_next(tokens);
    if (token_is_punct(tokens, '(')) /* annotations */
        token_skip_group(tokens);
    Lead next = tokens->lead;
    tokens->lead = lead;
    token_open(tokens, kind, name, start, end);
    tokens->lead = next;
    scan_symbol_close(tokens->scan, tokens->last_end);
    if (!token_take_punct(tokens, ','))
        token_take_punct(tokens, ';');
}

/* Reads const Type NAME = value or typedef Type Name. */
static void read_thrift_value(Tokens *tokens, const Declaring *declaring, size_t start, Lead lead)
{
    Str name = {0};
    for (size_t words = 0; words < 2 && tokens->token.kind == TOKEN_WORD; words++) {
        name = tokens->token.text;
        token_next(tokens);
        if (token_is_punct(tokens, '<'))
            token_skip_group(tokens);
    }
    size_t end = tokens->last_end;
    if (token_take_punct(tokens, '=')) {
        token_take_punct(tokens, '-');
        if (token_is_punct(tokens, '{') || token_is_punct(tokens, '['))
            token_skip_group(tokens);
        else
            token_next(tokens);
    }
    Lead next = tokens->lead;
    tokens->lead = lead;
    token_open(tokens, declaring->kind, name, start, end)->is_value =
        declaring->kind == SYMBOL_CONSTANT;
    tokens->lead = next;
    scan_symbol_close(tokens->scan, tokens->last_end);
}

static void read_thrift_type(Tokens *tokens, const Declaring *declaring, size_t start, Lead lead)
{
    Str name = tokens->token.text;
    token_skip_to(tokens, "{;}");
    tokens->lead = lead;
    token_open(tokens, declaring->kind, name, start, tokens->last_end)->body =
        (uint32_t)tokens->token.start;
    if (token_take_punct(tokens, '{')) {
        while (tokens->token.kind != TOKEN_END && !token_is_punct(tokens, '}'))
            read_thrift_member(tokens, declaring->member);
        token_take_punct(tokens, '}');
    }
    scan_symbol_close(tokens->scan, tokens->last_end);
}

static void read_thrift_directive(Tokens *tokens)
{
    size_t start = tokens->token.start;
    if (token_take(tokens, "include") || token_take(tokens, "cpp_include")) {
        if (tokens->token.kind == TOKEN_STRING)
            scan_import(tokens->scan, tokens->token.text, start, tokens->token.end);
    } else if (token_take(tokens, "namespace")) {
        token_next(tokens); /* the language */
        if (!tokens->scan->outline->package.len)
            tokens->scan->outline->package = scan_signature(tokens->scan, start, tokens->token.end);
    }
    token_next(tokens);
}

void scan_thrift(Scan *scan)
{
    Tokens tokens = tokens_open(scan, &thrift_style, 0);
    while (tokens.token.kind != TOKEN_END) {
        const Declaring *declaring = NULL;
        size_t start = tokens.token.start;
        Lead lead = tokens.lead;
        for (size_t i = 0; i < COUNT(thrift_words) && !declaring; i++)
            if (token_take(&tokens, thrift_words[i].word))
                declaring = &thrift_words[i];
        if (!declaring)
            read_thrift_directive(&tokens);
        else if (declaring->member == SYMBOL_NONE)
            read_thrift_value(&tokens, declaring, start, lead);
        else
            read_thrift_type(&tokens, declaring, start, lead);
    }
    scan_close_to(scan, 0, scan->text.len);
}

static const Declaring capnp_words[] = {
    {"struct", SYMBOL_STRUCT, SYMBOL_NONE},    {"interface", SYMBOL_INTERFACE, SYMBOL_NONE},
    {"enum", SYMBOL_ENUM, SYMBOL_NONE},        {"union", SYMBOL_UNION, SYMBOL_NONE},
    {"group", SYMBOL_STRUCT, SYMBOL_NONE},     {"const", SYMBOL_CONSTANT, SYMBOL_NONE},
    {"annotation", SYMBOL_MACRO, SYMBOL_NONE}, {"using", SYMBOL_TYPE, SYMBOL_NONE},
};

static SymbolKind capnp_kind(const Tokens *tokens, bool in_enum, bool has_method)
{
    for (size_t i = 0; i < COUNT(capnp_words); i++)
        if (token_is(tokens, capnp_words[i].word))
            return capnp_words[i].kind;
    return in_enum ? SYMBOL_ENUM_MEMBER : has_method ? SYMBOL_METHOD : SYMBOL_FIELD;
}

/* Reads a Cap'n Proto statement, `word … ;` or `word … { … }`. */
static void read_capnp_statement(Tokens *tokens, SymbolKind outer)
{
    size_t start = tokens->token.start;
    Lead lead = tokens->lead;
    SymbolKind kind = capnp_kind(tokens, outer == SYMBOL_ENUM, outer == SYMBOL_INTERFACE);
    bool declared = kind != SYMBOL_FIELD && kind != SYMBOL_METHOD && kind != SYMBOL_ENUM_MEMBER;
    bool using = token_is(tokens, "using");
    Str name = tokens->token.text;
    bool named = tokens->token.kind == TOKEN_WORD;
    token_next(tokens);
    if (declared && tokens->token.kind == TOKEN_WORD) {
        name = tokens->token.text;
        token_next(tokens);
    }
    size_t import = tokens->token.start;
    while (tokens->token.kind != TOKEN_END && !token_is_punct(tokens, '{') &&
           !token_is_punct(tokens, ';') && !token_is_punct(tokens, '}')) {
        if (token_is(tokens, "group") || token_is(tokens, "union"))
            kind = token_is(tokens, "group") ? SYMBOL_STRUCT : SYMBOL_UNION;
        if (using && tokens->token.kind == TOKEN_STRING)
            scan_import(tokens->scan, tokens->token.text, import, tokens->token.end);
        if (token_is_punct(tokens, '('))
            token_skip_group(tokens);
        else
            token_next(tokens);
    }
    tokens->lead = lead;
    if (named)
        token_open(tokens, kind, name, start, tokens->last_end);
    if (!token_is_punct(tokens, '{')) {
        token_take_punct(tokens, ';');
        if (named)
            scan_symbol_close(tokens->scan, tokens->last_end);
    }
}

void scan_capnp(Scan *scan)
{
    Tokens tokens = tokens_open(scan, &capnp_style, 0);
    size_t unnamed = 0; /* number of open braces without a symbol */
    while (tokens.token.kind != TOKEN_END) {
        SymbolKind outer = scan->depth
                               ? scan->outline->symbols.ptr[scan->open[scan->depth - 1]].kind
                               : SYMBOL_NONE;
        if (token_is_punct(&tokens, '}')) {
            if (unnamed)
                unnamed--;
            else
                scan_symbol_close(scan, tokens.token.end);
            token_next(&tokens);
            continue;
        }
        if (token_is_punct(&tokens, '@') && !scan->depth) { /* the file's id */
            token_skip_to(&tokens, ";}");
            token_take_punct(&tokens, ';');
            continue;
        }
        size_t depth = scan->depth;
        read_capnp_statement(&tokens, outer);
        if (token_take_punct(&tokens, '{'))
            unnamed += scan->depth == depth;
    }
    scan_close_to(scan, 0, scan->text.len);
}

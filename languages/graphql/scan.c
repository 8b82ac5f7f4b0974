/* GraphQL: types with fields, inputs, enums, unions, scalars, directives, the schema; also
   operations and fragments of queries. Descriptions are documentation.

   Why not tree-sitter: the npm package has ABI 9, which the parser core rejects. */
#include "languages_lang.h"

#include "lang/scan/scan_token.h"

static const TokenStyle style = {
    .line_comments = "#", .quotes = "\"", .word_extra = "", .triple_quotes = true};

typedef struct Definition {
    const char *word;
    SymbolKind kind;
    SymbolKind member; /* kind of the members in braces; SYMBOL_NONE: they are not shown */
} Definition;

static const Definition definitions[] = {
    {"type", SYMBOL_CLASS, SYMBOL_FIELD},           {"interface", SYMBOL_INTERFACE, SYMBOL_FIELD},
    {"input", SYMBOL_STRUCT, SYMBOL_FIELD},         {"enum", SYMBOL_ENUM, SYMBOL_ENUM_MEMBER},
    {"union", SYMBOL_UNION, SYMBOL_NONE},           {"scalar", SYMBOL_TYPE, SYMBOL_NONE},
    {"directive", SYMBOL_MACRO, SYMBOL_NONE},       {"schema", SYMBOL_OBJECT, SYMBOL_FIELD},
    {"query", SYMBOL_FUNCTION, SYMBOL_NONE},        {"mutation", SYMBOL_FUNCTION, SYMBOL_NONE},
    {"subscription", SYMBOL_FUNCTION, SYMBOL_NONE}, {"fragment", SYMBOL_FUNCTION, SYMBOL_NONE},
};

static const Definition *definition_at(const Tokens *tokens)
{
    for (size_t i = 0; i < COUNT(definitions); i++)
        if (token_is(tokens, definitions[i].word))
            return &definitions[i];
    return NULL;
}

/* Adds a description before a declaration to its lead. */
static Lead take_description(Tokens *tokens)
{
    Lead lead = tokens->lead;
    if (tokens->token.kind == TOKEN_STRING) {
        lead_add(&lead, tokens->token.start, tokens->token.end);
        token_next(tokens);
    }
    return lead;
}

/* Reads a field: name(arguments): Type @directives. */
static void read_field(Tokens *tokens, SymbolKind kind)
{
    Lead lead = take_description(tokens);
    size_t start = tokens->token.start;
    Str name = tokens->token.text;
    if (tokens->token.kind != TOKEN_WORD) {
        token_next(tokens);
        return;
    }
    token_next(tokens);
    if (token_is_punct(tokens, '('))
        token_skip_group(tokens);
    if (token_take_punct(tokens, ':')) {
        while (token_take_punct(tokens, '['))
            ;
        token_next(tokens);
        while (token_take_punct(tokens, ']') || token_take_punct(tokens, '!'))
            ;
    }
    size_t end = tokens->last_end;
    if (token_take_punct(tokens, '=')) { /* default of an input field */
        if (tokens->token.kind == TOKEN_PUNCT && byte_in(tokens->token.text.ptr[0], "([{"))
            token_skip_group(tokens);
        else
            token_next(tokens);
    }
    Lead next = tokens->lead;
    tokens->lead = lead;
    token_open(tokens, kind, name, start, end);
    tokens->lead = next;
    while (token_take_punct(tokens, '@')) {
        token_next(tokens);
        if (token_is_punct(tokens, '('))
            token_skip_group(tokens);
    }
    scan_symbol_close(tokens->scan, tokens->last_end);
}

/* Skips the rest of a definition without braces: up to the next definition or description. */
static void skip_header(Tokens *tokens)
{
    while (tokens->token.kind != TOKEN_END && tokens->token.kind != TOKEN_STRING &&
           !token_is_punct(tokens, '{') && !definition_at(tokens) && !token_is(tokens, "extend")) {
        bool named = token_take_punct(tokens, '@') || token_take_punct(tokens, '|') ||
                     token_take_punct(tokens, '=') || token_take_punct(tokens, '&') ||
                     token_take(tokens, "on") || token_take(tokens, "implements");
        if (!named && token_is_punct(tokens, '('))
            token_skip_group(tokens);
        else
            token_next(tokens); /* the name, even if it reads like a definition */
    }
}

static void read_definition(Tokens *tokens)
{
    Lead lead = take_description(tokens);
    size_t start = tokens->token.start;
    token_take(tokens, "extend");
    const Definition *definition = definition_at(tokens);
    if (!definition) {
        if (token_is_punct(tokens, '{'))
            token_skip_group(tokens); /* a query without a name */
        else
            token_next(tokens);
        return;
    }
    Str name = tokens->token.text;
    token_next(tokens);
    token_take_punct(tokens, '@');
    if (tokens->token.kind == TOKEN_WORD) {
        name = tokens->token.text;
        token_next(tokens);
    }
    skip_header(tokens);
    Lead next = tokens->lead;
    tokens->lead = lead;
    token_open(tokens, definition->kind, name, start, tokens->last_end)->body =
        token_is_punct(tokens, '{') ? (uint32_t)tokens->token.start : 0;
    tokens->lead = next;
    if (definition->member != SYMBOL_NONE && token_take_punct(tokens, '{')) {
        while (tokens->token.kind != TOKEN_END && !token_is_punct(tokens, '}'))
            read_field(tokens, definition->member);
        token_take_punct(tokens, '}');
    } else if (token_is_punct(tokens, '{')) {
        token_skip_group(tokens);
    }
    scan_symbol_close(tokens->scan, tokens->last_end);
}

void scan_graphql(Scan *scan)
{
    Tokens tokens = tokens_open(scan, &style, 0);
    while (tokens.token.kind != TOKEN_END)
        read_definition(&tokens);
    scan_close_to(scan, 0, scan->text.len);
}

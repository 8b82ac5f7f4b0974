/* WGSL, the shading language of WebGPU: functions, structs with fields, bindings, constants.
   Attributes belong to the next declaration.

   Why not tree-sitter: no grammar for WGSL was found on npm. */
#include "languages_lang.h"

#include "lang/scan/scan_token.h"

static const TokenStyle style = {.line_comments = "/",
                                 .quotes = "",
                                 .word_extra = "",
                                 .block_comments = true,
                                 .nested_comments = true};

static void skip_attributes(Tokens *tokens)
{
    while (token_take_punct(tokens, '@')) {
        token_next(tokens);
        if (token_is_punct(tokens, '('))
            token_skip_group(tokens);
    }
}

static void read_fields(Tokens *tokens)
{
    while (tokens->token.kind != TOKEN_END && !token_is_punct(tokens, '}')) {
        size_t start = tokens->token.start;
        Lead lead = tokens->lead;
        skip_attributes(tokens);
        Str name = tokens->token.text;
        bool named = tokens->token.kind == TOKEN_WORD;
        token_skip_to(tokens, ",;}");
        Lead next = tokens->lead;
        tokens->lead = lead;
        if (named) {
            token_open(tokens, SYMBOL_FIELD, name, start, tokens->last_end);
            scan_symbol_close(tokens->scan, tokens->last_end);
        }
        tokens->lead = next;
        if (!token_take_punct(tokens, ','))
            token_take_punct(tokens, ';');
    }
    token_take_punct(tokens, '}');
}

static void read_block(Tokens *tokens, SymbolKind kind, size_t start, Lead lead)
{
    token_next(tokens);
    Str name = tokens->token.text;
    token_skip_to(tokens, "{;");
    tokens->lead = lead;
    token_open(tokens, kind, name, start, tokens->last_end)->body = (uint32_t)tokens->token.start;
    if (kind == SYMBOL_STRUCT && token_take_punct(tokens, '{'))
        read_fields(tokens);
    else if (token_is_punct(tokens, '{'))
        token_skip_group(tokens);
    scan_symbol_close(tokens->scan, tokens->last_end);
}

/* Reads var<uniform> name: Type; const NAME = …; or alias Name = Type;. */
static void read_value(Tokens *tokens, size_t start, Lead lead)
{
    bool alias = token_is(tokens, "alias"), variable = token_is(tokens, "var");
    token_next(tokens);
    if (token_is_punct(tokens, '<'))
        token_skip_group(tokens);
    Str name = tokens->token.text;
    token_skip_to(tokens, "=;");
    size_t end = tokens->last_end;
    bool value = token_is_punct(tokens, '=') && !alias;
    token_skip_to(tokens, ";");
    if (alias)
        end = tokens->last_end;
    SymbolKind kind = alias ? SYMBOL_TYPE : variable ? SYMBOL_VARIABLE : SYMBOL_CONSTANT;
    size_t last = token_is_punct(tokens, ';') ? tokens->token.end : tokens->last_end;
    tokens->lead = lead;
    token_open(tokens, kind, name, start, end)->is_value = value;
    scan_symbol_close(tokens->scan, last);
    token_take_punct(tokens, ';');
}

void scan_wgsl(Scan *scan)
{
    static const char *const values[] = {"var", "const", "override", "let", "alias", "type", NULL};
    Tokens tokens = tokens_open(scan, &style, 0);
    while (tokens.token.kind != TOKEN_END) {
        size_t start = tokens.token.start;
        Lead lead = tokens.lead;
        skip_attributes(&tokens);
        if (token_is(&tokens, "fn"))
            read_block(&tokens, SYMBOL_FUNCTION, start, lead);
        else if (token_is(&tokens, "struct"))
            read_block(&tokens, SYMBOL_STRUCT, start, lead);
        else if (token_in(&tokens, values))
            read_value(&tokens, start, lead);
        else if (token_is_punct(&tokens, '#')) /* preprocessors: #import, #ifdef */
            tokens.at = line_end(scan->text, tokens.at), token_next(&tokens);
        else
            token_next(&tokens);
    }
    scan_close_to(scan, 0, scan->text.len);
}

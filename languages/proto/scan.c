/* Protocol Buffers (proto2, proto3, editions): messages with fields, oneofs and nested types,
   enums, services with methods, extensions.

   Why not tree-sitter: npm has no usable grammar. */
#include "languages_lang.h"

#include "lang/scan/scan_token.h"

static const TokenStyle style = {
    .line_comments = "/", .quotes = "\"'", .word_extra = ".", .block_comments = true};

typedef enum ProtoBlock {
    PROTO_FILE,
    PROTO_MESSAGE,
    PROTO_ENUM,
    PROTO_SERVICE
} ProtoBlock;

typedef struct Proto {
    Tokens tokens;
    ProtoBlock blocks[SYMBOL_DEPTH_MAX];
    size_t depth;
    Lead lead; /* comments before the statement */
} Proto;

static void add_leaf(Proto *proto, SymbolKind kind, Str name, size_t start, size_t signature_end)
{
    Tokens *tokens = &proto->tokens;
    tokens->lead = proto->lead;
    token_open(tokens, kind, name, start, signature_end);
    token_skip_to(tokens, ";}");
    size_t end = token_is_punct(tokens, ';') ? tokens->token.end : tokens->last_end;
    scan_symbol_close(tokens->scan, end);
    token_take_punct(tokens, ';');
}

static void open_block(Proto *proto, ProtoBlock block, SymbolKind kind, Str name, size_t start)
{
    Tokens *tokens = &proto->tokens;
    tokens->lead = proto->lead;
    Symbol *symbol = token_open(tokens, kind, name, start, tokens->last_end);
    symbol->body = (uint32_t)tokens->token.start;
    if (!token_is_punct(tokens, '{') || proto->depth == COUNT(proto->blocks)) {
        token_skip_to(tokens, ";}");
        scan_symbol_close(tokens->scan, tokens->last_end);
        return;
    }
    token_next(tokens);
    proto->blocks[proto->depth++] = block;
}

static bool read_type(Proto *proto, size_t start)
{
    static const struct {
        const char *word;
        ProtoBlock block;
        SymbolKind kind;
    } types[] = {
        {"message", PROTO_MESSAGE, SYMBOL_STRUCT},    {"enum", PROTO_ENUM, SYMBOL_ENUM},
        {"service", PROTO_SERVICE, SYMBOL_INTERFACE}, {"oneof", PROTO_MESSAGE, SYMBOL_UNION},
        {"extend", PROTO_MESSAGE, SYMBOL_IMPL},
    };
    Tokens *tokens = &proto->tokens;
    for (size_t i = 0; i < COUNT(types); i++) {
        if (!token_is(tokens, types[i].word))
            continue;
        Tokens before = *tokens;
        token_next(tokens);
        Str name = tokens->token.text;
        bool named = token_take_punct(tokens, '.');
        name = named ? tokens->token.text : name;
        if (tokens->token.kind == TOKEN_WORD) {
            token_next(tokens);
            if (token_is_punct(tokens, '{')) {
                open_block(proto, types[i].block, types[i].kind, name, start);
                return true;
            }
        }
        *tokens = before; /* a field whose type has that name */
    }
    return false;
}

/* Reads rpc Name (stream A) returns (B) { options }. */
static void read_rpc(Proto *proto, size_t start)
{
    Tokens *tokens = &proto->tokens;
    token_next(tokens);
    Str name = tokens->token.text;
    token_skip_to(tokens, "{;}");
    size_t to = tokens->last_end;
    tokens->lead = proto->lead;
    token_open(tokens, SYMBOL_METHOD, name, start, to);
    size_t end = to;
    if (token_is_punct(tokens, '{')) {
        token_skip_group(tokens);
        end = tokens->last_end;
    } else if (token_is_punct(tokens, ';')) {
        end = tokens->token.end;
        token_next(tokens);
    }
    scan_symbol_close(tokens->scan, end);
}

/* Reads type and name; the name is the word before `=`. A group has its own body. */
static void read_member(Proto *proto, size_t start, bool constant)
{
    Tokens *tokens = &proto->tokens;
    Str name = {0};
    bool group = false;
    while (tokens->token.kind != TOKEN_END && !token_is_punct(tokens, '=') &&
           !token_is_punct(tokens, ';') && !token_is_punct(tokens, '{') &&
           !token_is_punct(tokens, '}')) {
        group = group || token_is(tokens, "group");
        if (tokens->token.kind == TOKEN_WORD)
            name = tokens->token.text;
        if (token_is_punct(tokens, '<'))
            token_skip_group(tokens);
        else
            token_next(tokens);
    }
    if (!name.len || !token_take_punct(tokens, '=')) {
        token_skip_to(tokens, ";}");
        token_take_punct(tokens, ';');
        return;
    }
    token_take_punct(tokens, '-');
    if (tokens->token.kind == TOKEN_NUMBER)
        token_next(tokens);
    if (group && token_is_punct(tokens, '['))
        token_skip_group(tokens);
    if (group && token_is_punct(tokens, '{'))
        open_block(proto, PROTO_MESSAGE, SYMBOL_STRUCT, name, start);
    else
        add_leaf(proto, constant ? SYMBOL_ENUM_MEMBER : SYMBOL_FIELD, name, start,
                 tokens->last_end);
}

static bool read_directive(Proto *proto, size_t start)
{
    static const char *const skipped[] = {"option", "reserved", "extensions",
                                          "syntax", "edition",  NULL};
    Tokens *tokens = &proto->tokens;
    bool import = token_is(tokens, "import"), package = token_is(tokens, "package");
    if (proto->depth ? !token_in(tokens, skipped)
                     : !import && !package && !token_in(tokens, skipped))
        return false;
    if (proto->depth) { /* `option`, but also a field type of that name */
        size_t next = skip_space(tokens->text, tokens->at, tokens->text.len);
        if (next < tokens->text.len && tokens->text.ptr[next] == '=')
            return false;
    }
    token_next(tokens);
    if (package)
        tokens->scan->outline->package = scan_signature(tokens->scan, start, tokens->token.end);
    if (import && !token_take(tokens, "public"))
        token_take(tokens, "weak");
    if (import && tokens->token.kind == TOKEN_STRING)
        scan_import(tokens->scan, tokens->token.text, start, tokens->token.end);
    token_skip_to(tokens, ";}");
    token_take_punct(tokens, ';');
    return true;
}

static void read_statement(Proto *proto)
{
    Tokens *tokens = &proto->tokens;
    size_t start = tokens->token.start;
    ProtoBlock block = proto->depth ? proto->blocks[proto->depth - 1] : PROTO_FILE;
    proto->lead = tokens->lead;
    if (token_is_punct(tokens, '}')) {
        size_t end = tokens->token.end;
        if (proto->depth) {
            proto->depth--;
            scan_symbol_close(tokens->scan, end);
        }
        token_next(tokens);
    } else if (tokens->token.kind != TOKEN_WORD && !token_is_punct(tokens, '.')) {
        token_next(tokens);
    } else if (read_directive(proto, start) || (block != PROTO_ENUM && read_type(proto, start))) {
        return;
    } else if (block == PROTO_SERVICE && (token_is(tokens, "rpc") || token_is(tokens, "stream"))) {
        read_rpc(proto, start);
    } else {
        read_member(proto, start, block == PROTO_ENUM);
        if (token_is_punct(tokens, '{')) /* not a statement: its braces say nothing */
            token_skip_group(tokens);
    }
}

void scan_proto(Scan *scan)
{
    Proto *proto = NEW(&scan->scratch, Proto, 1);
    proto->tokens = tokens_open(scan, &style, 0);
    while (proto->tokens.token.kind != TOKEN_END)
        read_statement(proto);
    scan_close_to(scan, 0, scan->text.len);
}

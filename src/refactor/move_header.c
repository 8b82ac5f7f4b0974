/* C and C++: a type, or a function whose definition headers may have, goes to a header. What it
   needs is included there. If it needs nothing of the old header, that includes the other, so that
   no other file changes; else each file that names the symbol does. */
#include "refactor/move.h"

#include "languages_rename.h"

#include "base/path.h"
#include "lang/lexical/code_tokens.h"
#include "refactor/move_proof.h"
#include "text/lines.h"

typedef struct Header {
    Move *move;
    bool fresh, source; /* source: the old file is no header */
    bool needs_old;
    Buf includes; /* lines that the header lacks */
    Str space;    /* the namespaces around it: `a::b` */
} Header;

static const Symbol *symbol_of(const Header *header)
{
    return &header->move->from.outline.symbols.ptr[header->move->index];
}

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

static bool is_header(Str path)
{
    return name_is_listed("h hh hpp hxx", path_extension(path));
}

/* The word after a directive of a line; empty: the line has another one, or none. */
static Str directive(Str line, const char *name)
{
    line = str_trim(line);
    if (!str_starts(line, STR("#")))
        return (Str){0};
    line = str_trim(str_from_offset(line, 1));
    return str_starts(line, str_from(name)) ? str_trim(str_from_offset(line, strlen(name)))
                                            : (Str){0};
}

/* Whether the file is a header with the usual guard. *end: where the last `#endif` begins. */
static bool has_guard(Str text, size_t *end)
{
    Str rest = text, line, name = {0};
    while (str_take_line(&rest, &line)) {
        Str opened = directive(line, "ifndef");
        if (!name.len && opened.len) {
            name = opened;
        } else if (name.len) {
            if (!str_starts(directive(line, "define"), name))
                return false;
            break;
        } else if (str_starts(str_trim(line), STR("#")) && !directive(line, "pragma").len) {
            return false;
        }
    }
    size_t tail = text.len;
    while (tail && byte_is_space(text.ptr[tail - 1]))
        tail--;
    *end = lines_start_at(text, tail ? tail - 1 : 0);
    return name.len && str_starts(str_from_offset(text, *end), STR("#endif"));
}

/* Depth of conditional directives at a place, a guard left out; -1: it is not known. */
static int depth_at(Str text, size_t place)
{
    size_t end = 0;
    return move_directive_depth(text, place) - has_guard(text, &end);
}

/* ---- what is moved ---- */

static bool check_symbol(Header *header, Err *err)
{
    const Move *move = header->move;
    const Symbol *symbol = symbol_of(header);
    const SymbolVec *symbols = &move->from.outline.symbols;
    Arena *arena = move->uses->request->arena;
    Str head = str_slice(move->from.before, symbol->start, symbol->name_start);
    bool type =
        symbol_is_type(symbol->kind) || symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_TYPE;
    bool shared = rename_find_mark(head, STR("inline"), 0) != STR_NONE ||
                  rename_find_mark(head, STR("template"), 0) != STR_NONE ||
                  rename_find_mark(head, STR("constexpr"), 0) != STR_NONE;
    if (!type && !(symbol_is_function(symbol->kind) && shared && symbol->body))
        return move_refuse(err, "only types and inline functions can go to a header");
    if (header->source && !type)
        return move_refuse(err, "it is a definition of a source file");
    for (uint32_t i = symbol->parent; i; i = symbols->ptr[i - 1].parent) {
        if (!symbols->ptr[i - 1].name.len)
            return move_refuse(err, "it is in a namespace without a name");
        header->space = header->space.len
                            ? str_format(arena, "%.*s::%.*s", STR_ARG(symbols->ptr[i - 1].name),
                                         STR_ARG(header->space))
                            : symbols->ptr[i - 1].name;
    }
    if (depth_at(move->from.before, move->start))
        return move_refuse(err, "it is compiled under a condition (#if)");
    if (str_find(move_text(move), STR("\n#")) != STR_NONE ||
        rename_find_mark(move->from.before, STR("using namespace"), 0) != STR_NONE ||
        str_find(move->from.before, STR("#pragma pack")) != STR_NONE ||
        str_find(move->to.before, STR("#pragma pack")) != STR_NONE)
        return move_refuse(err, "directives of one of the files may change what it means");
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        uint32_t file = move->uses->files.ptr[place->file].id;
        bool inside = file == move->from.id && place->site.start >= move->start &&
                      place->site.start < move->end;
        if (place->declares && place->verdict <= RENAME_AMBIGUOUS && !inside)
            return move_refuse(err, "it is declared in other places, too (line %u)",
                               place->site.line);
        if (!header->fresh && file == move->to.id && place->verdict <= RENAME_AMBIGUOUS)
            return move_refuse(err, "'%.*s' (line %u) uses it before it would be declared",
                               STR_ARG(move->to.path), place->site.line);
    }
    return true;
}

/* ---- what it needs ---- */

/* A standard header for a name; empty: it is not known. */
static const char *standard_header(Str word)
{
    static const struct {
        const char *header, *words;
    } rows[] = {
        {"stdint.h", "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t "
                     "uintptr_t intmax_t uintmax_t INT32_MAX UINT32_MAX INT64_MAX UINT64_MAX"},
        {"stddef.h", "size_t ptrdiff_t NULL offsetof wchar_t"},
        {"stdbool.h", "bool true false"},
        {"stdio.h", "FILE"},
        {"time.h", "time_t"},
        {"sys/types.h", "ssize_t off_t pid_t uid_t gid_t mode_t"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (name_is_listed(rows[i].words, word))
            return rows[i].header;
    return NULL;
}

static void include(Header *header, const char *open, Str path, const char *close)
{
    Str line = str_format(header->move->uses->request->arena, "#include %s%.*s%s", open,
                          STR_ARG(path), close);
    if (str_find(header->move->to.before, line) == STR_NONE &&
        str_find(buf_str(&header->includes), line) == STR_NONE)
        buf_printf(&header->includes, "%.*s\n", STR_ARG(line));
}

/* The path from one file's folder to another file. */
static Str relative(const Header *header, Str from, Str to)
{
    Arena *arena = header->move->uses->request->arena;
    Str folder = path_directory(from);
    folder = str_equal(folder, STR(".")) ? (Str){0} : folder;
    Buf out = buf_open(arena, 0);
    while (folder.len &&
           !(str_starts(to, folder) && to.len > folder.len && to.ptr[folder.len] == '/')) {
        size_t slash = str_find_last_byte(folder, '/');
        buf_printf(&out, "../");
        folder = slash == STR_NONE ? (Str){0} : str_slice(folder, 0, slash);
    }
    buf_put(&out, str_from_offset(to, folder.len ? folder.len + 1 : 0));
    return buf_str(&out);
}

/* What a word of the tree is declared in. */
static bool take_symbol(Header *header, const MoveWord *word, uint32_t symbol, Err *err)
{
    const Move *move = header->move;
    const Catalog *catalog = move->uses->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    Str path = catalog->files.ptr[place.file].path;
    const Entry *entry = catalog_entry(catalog, symbol);
    bool maybe = false;
    const SymbolVec *symbols = &move->from.outline.symbols;
    bool inside = place.file == move->from.id && place.index &&
                  symbols->ptr[place.index - 1].start >= move->start &&
                  symbols->ptr[place.index - 1].start < move->end;
    if (inside || rename_has(move->uses, symbol) || entry->kind == SYMBOL_NAMESPACE)
        return true;
    if (place.file == move->from.id && header->source)
        return move_refuse(err, "it uses '%.*s', which only '%.*s' declares", STR_ARG(word->text),
                           STR_ARG(path));
    if (place.file == move->to.id)
        return true;
    if (place.file == move->from.id) {
        if (symbol > catalog->files.ptr[place.file].first + move->index + 1)
            return move_refuse(err, "it uses '%.*s', which is declared after it",
                               STR_ARG(word->text));
        header->needs_old = true;
        return true;
    }
    if (header->fresh || !resolve_includes(move->uses->resolver, move->to.id, place.file, &maybe))
        include(header, "\"", relative(header, move->to.path, path), "\"");
    return true;
}

/* Whether the header gets all library headers of the old file: the code of a function, or of C++,
   may need any of them. */
static bool copies_includes(const Header *header)
{
    return symbol_is_function(symbol_of(header)->kind) ||
           str_find(move_text(header->move), STR("std::")) != STR_NONE;
}

/* Includes for names that no file of the tree declares. */
static bool take_foreign(Header *header, const MoveWord *word, Err *err)
{
    const Move *move = header->move;
    const char *standard = standard_header(word->text);
    bool copied = copies_includes(header);
    if (name_is_listed(move->uses->facts->reserved, word->text) || (copied && !standard) ||
        move_is_own(move, word->text))
        return true;
    if (standard && !copied) {
        include(header, "<", str_from(standard), ">");
        return true;
    }
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (symbols->ptr[i].start >= move->start && symbols->ptr[i].start < move->end &&
            str_equal(symbols->ptr[i].name, word->text))
            return true;
    return copied ||
           move_refuse(err, "it is not known which header declares '%.*s'", STR_ARG(word->text));
}

static bool take_needs(Header *header, Err *err)
{
    const Move *move = header->move;
    for (size_t i = 0; i < move->words.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        uint32_t id = rename_name_id(move->uses, word->text);
        IdSpan named = id ? catalog_named(move->uses->catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++)
            if (catalog_entry(move->uses->catalog, named.ptr[k])->kind == SYMBOL_MACRO &&
                !word->symbols.len)
                return move_refuse(err, "'%.*s' is a macro elsewhere", STR_ARG(word->text));
        if (!word->bare)
            continue;
        for (size_t k = 0; k < word->symbols.len; k++)
            if (!take_symbol(header, word, word->symbols.ptr[k], err))
                return false;
        if (!word->symbols.len && !take_foreign(header, word, err))
            return false;
    }
    for (size_t i = 0; i < move->from.outline.imports.len && copies_includes(header); i++)
        if (move->from.outline.imports.ptr[i].angled)
            include(header, "<", move->from.outline.imports.ptr[i].name, ">");
    return true;
}

/* Whether code of a text has one of the words that the moved declaration adds to its scope. */
static bool has_any(const Header *header, Str text, Str *name)
{
    const Move *move = header->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    TokenVec tokens = {0};
    code_tokens_read(move->uses->request->arena, move->from.outline.language, text, &tokens);
    for (uint32_t i = move->index; i < symbols->ptr[move->index].next; i++)
        for (size_t k = 0; k < tokens.len; k++) {
            const Token *token = &tokens.ptr[k];
            *name = symbols->ptr[i].name;
            if (token->kind == TOKEN_WORD && symbols->ptr[i].kind != SYMBOL_FIELD && name->len &&
                str_equal(str_slice(text, token->start, token->end), *name))
                return true;
        }
    return false;
}

/* No file that sees the header may have one of the names that come into it. */
static bool check_names(const Header *header, Err *err)
{
    const Move *move = header->move;
    const Catalog *catalog = move->uses->catalog;
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (uint32_t f = 0; f < catalog->files.len && !header->fresh; f++) {
        const CatalogFile *row = &catalog->files.ptr[f];
        bool maybe = false, found = false;
        Str text = {0}, name = {0};
        if (!row->path.len || f == move->from.id || !row->count ||
            !resolve_is_kin(move->uses->resolver, f, move->to.id))
            continue;
        bool sees = f == move->to.id ||
                    resolve_includes(move->uses->resolver, f, move->to.id, &maybe) || maybe;
        bool saw = !header->source &&
                   resolve_includes(move->uses->resolver, f, move->from.id, &maybe) && !maybe;
        if (!sees || saw)
            continue;
        if (!rename_read_text(move->uses, move->uses->request->arena, row, &text))
            return move_refuse(err, "'%.*s' cannot be read", STR_ARG(row->path));
        if (lang_has_name(row->language, text, move->uses->old) ||
            symbols->ptr[move->index].next > move->index + 1)
            found = has_any(header, text, &name);
        if (found)
            return move_refuse(err, "'%.*s' has the name '%.*s' for something else",
                               STR_ARG(row->path), STR_ARG(name));
    }
    return true;
}

/* ---- the files ---- */

static size_t after_includes(const MoveText *file)
{
    size_t at = 0;
    for (size_t i = 0; i < file->outline.imports.len; i++)
        if (!depth_at(file->before, file->outline.imports.ptr[i].start))
            at = MAX(at, line_end(file->before, file->outline.imports.ptr[i].end));
    if (at)
        return at;
    size_t end;
    if (has_guard(file->before, &end)) {
        size_t define = str_find(file->before, STR("#define"));
        return define == STR_NONE ? 0 : line_end(file->before, define);
    }
    size_t once = str_find(file->before, STR("#pragma once"));
    return once == STR_NONE ? 0 : line_end(file->before, once);
}

/* Where the last declaration of the header is the namespace around the symbol: its end; or 0. */
static size_t space_end(const Header *header)
{
    const SymbolVec *symbols = &header->move->to.outline.symbols;
    uint32_t last = 0;
    for (uint32_t i = 0; i < symbols->len; i++)
        last = symbols->ptr[i].parent ? last : i;
    if (!header->space.len || !symbols->len || symbols->ptr[last].kind != SYMBOL_NAMESPACE ||
        !str_equal(symbols->ptr[last].name, header->space))
        return 0;
    size_t end = symbols->ptr[last].end;
    return header->move->to.before.ptr[end - 1] == '}'
               ? lines_start_at(header->move->to.before, end - 1)
               : 0;
}

static Str fresh_text(const Header *header, Str body)
{
    Arena *arena = header->move->uses->request->arena;
    Str base = path_base(header->move->to.path);
    char *guard = NEW(arena, char, base.len + 1);
    for (size_t i = 0; i < base.len; i++) {
        char byte = base.ptr[i];
        bool small = byte >= 'a' && byte <= 'z';
        guard[i] = !byte_is_word(byte) ? '_' : small ? (char)(byte - 'a' + 'A') : byte;
    }
    Str name = {guard, base.len}, includes = buf_str(&header->includes);
    if (str_find(header->move->from.before, STR("#pragma once")) != STR_NONE)
        return str_format(arena, "#pragma once\n\n%.*s%s%.*s", STR_ARG(includes),
                          includes.len ? "\n" : "", STR_ARG(body));
    return str_format(arena, "#ifndef %.*s\n#define %.*s\n\n%.*s%s%.*s\n#endif\n", STR_ARG(name),
                      STR_ARG(name), STR_ARG(includes), includes.len ? "\n" : "", STR_ARG(body));
}

static bool change_new(Header *header, Err *err)
{
    Move *move = header->move;
    Arena *arena = move->uses->request->arena;
    Str text = move->to.before, body = move_text(move);
    size_t space = header->fresh ? 0 : space_end(header), guard = text.len;
    if (header->space.len && !space)
        body = str_format(arena, "namespace %.*s {\n\n%.*s\n}\n", STR_ARG(header->space),
                          STR_ARG(body));
    if (header->fresh) {
        move_edit(move, EDIT_CREATED, move->to.path, (Str){0}, fresh_text(header, body));
        return true;
    }
    if (!has_guard(text, &guard)) {
        guard = text.len;
        if (str_find(text, STR("#pragma once")) == STR_NONE)
            return move_refuse(err, "'%.*s' has no guard against a second inclusion",
                               STR_ARG(move->to.path));
    }
    size_t place = space ? space : guard, at = after_includes(&move->to);
    if (at > place)
        return move_refuse(err, "'%.*s' includes files at its end", STR_ARG(move->to.path));
    bool blank = place > 1 && text.ptr[place - 1] == '\n' && text.ptr[place - 2] == '\n';
    bool apart = header->includes.len && at < text.len && !move->to.outline.imports.len;
    Str after = str_format(arena, "%.*s%s%.*s%s%.*s%s%.*s%s%.*s", STR_ARG(str_slice(text, 0, at)),
                           apart ? "\n" : "", STR_ARG(buf_str(&header->includes)), "",
                           STR_ARG(str_slice(text, at, place)), blank ? "" : "\n", STR_ARG(body),
                           place < text.len ? "\n" : "", STR_ARG(str_from_offset(text, place)));
    move_edit(move, EDIT_CHANGED, move->to.path, text, after);
    return true;
}

/* A file that names the symbol, with an include of the header. */
static bool include_in(const Header *header, const RenameFile *file, Err *err)
{
    Move *move = header->move;
    Arena *arena = move->uses->request->arena;
    Str path = move->uses->catalog->files.ptr[file->id].path;
    MoveText text = {.path = path, .before = file->text, .outline = file->outline};
    size_t at = after_includes(&text);
    bool maybe = false;
    if (!header->fresh && resolve_includes(move->uses->resolver, file->id, move->to.id, &maybe))
        return true;
    if (!at)
        return move_refuse(err, "'%.*s' includes nothing at its head", STR_ARG(path));
    Str line =
        str_format(arena, "#include \"%.*s\"\n", STR_ARG(relative(header, path, move->to.path)));
    move_edit(move, EDIT_CHANGED, path, file->text,
              str_join(arena, str_slice(file->text, 0, at),
                       str_join(arena, line, str_from_offset(file->text, at))));
    return true;
}

/* Each file that names the symbol includes the header. */
static bool change_users(const Header *header, Err *err)
{
    const Move *move = header->move;
    for (size_t f = 0; f < move->uses->files.len; f++) {
        const RenameFile *file = &move->uses->files.ptr[f];
        bool used = false;
        for (size_t i = 0; i < move->uses->places.len; i++) {
            const RenamePlace *place = &move->uses->places.ptr[i];
            used |= place->file == f && place->verdict <= RENAME_GENERATED;
        }
        if (!used || file->id == move->to.id || file->id == move->from.id)
            continue;
        if (!file->is_code || !include_in(header, file, err))
            return file->is_code
                       ? false
                       : move_refuse(err, "'%.*s' may use it",
                                     STR_ARG(move->uses->catalog->files.ptr[file->id].path));
    }
    return true;
}

static bool change_old(Header *header, Err *err)
{
    Move *move = header->move;
    Arena *arena = move->uses->request->arena;
    bool maybe = false;
    bool sees = !header->fresh &&
                resolve_includes(move->uses->resolver, move->from.id, move->to.id, &maybe);
    Str rest = move_rest(move);
    size_t at = after_includes(&move->from);
    if (header->needs_old && move_is_used_in(move, move->from.id))
        return move_refuse(err, "'%.*s' and '%.*s' would include each other",
                           STR_ARG(move->from.path), STR_ARG(move->to.path));
    if (header->needs_old && sees)
        return move_refuse(err, "'%.*s' includes '%.*s'", STR_ARG(move->from.path),
                           STR_ARG(move->to.path));
    if (at > move->start)
        return move_refuse(err, "'%.*s' includes files after it", STR_ARG(move->from.path));
    if (!header->needs_old && !sees) {
        if (header->source && !header->fresh)
            return move_refuse(err, "'%.*s' does not include '%.*s'", STR_ARG(move->from.path),
                               STR_ARG(move->to.path));
        Str line = str_format(arena, "#include \"%.*s\"\n%s",
                              STR_ARG(relative(header, move->from.path, move->to.path)),
                              move->from.outline.imports.len ? "" : "\n");
        rest = str_join(arena, str_slice(rest, 0, at),
                        str_join(arena, line, str_from_offset(rest, at)));
    }
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before, rest);
    return !header->needs_old || change_users(header, err);
}

/* Whether both files have the same statements that bring names into scope. */
static bool has_same_usings(const Move *move)
{
    const Str texts[] = {move->from.before, move->to.before};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Str rest = texts[i], line;
        while (str_take_line(&rest, &line))
            if (str_starts(str_trim(line), STR("using ")) &&
                str_find(texts[1 - i], str_trim(line)) == STR_NONE)
                return false;
    }
    return true;
}

bool move_cpp(Move *move, Err *err)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    if (is_header(move->to.path) || is_header(move->from.path))
        return move_header(move, err);
    if (!symbol_is_function(symbol->kind) || symbol->parent || symbol_owner(symbol).len ||
        !move->uses->is_unique)
        return move_refuse(err, "only a function of the global namespace that is alone by its "
                                "name can be");
    if (!has_same_usings(move))
        return move_refuse(err, "only one of the files has a `using` that may give names another "
                                "meaning");
    for (size_t i = 0; i < move->words.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        for (size_t k = 0; k < word->symbols.len; k++)
            if (catalog_entry(move->uses->catalog, word->symbols.ptr[k])->parent &&
                catalog_place(move->uses->catalog, word->symbols.ptr[k]).file == move->from.id)
                return move_refuse(err, "it uses '%.*s', which is in a namespace of '%.*s'",
                                   STR_ARG(word->text), STR_ARG(move->from.path));
    }
    MoveProof *proof = move_proof_note(move);
    return move_definition(move, err) && move_prove(move, proof, err);
}

bool move_header(Move *move, Err *err)
{
    Header header = {.move = move,
                     .fresh = move->to.id == FILE_NOWHERE && !move->to.before.len,
                     .source = !is_header(move->from.path),
                     .includes = buf_open(move->uses->request->arena, 0)};
    bool maybe = false;
    if (!is_header(move->to.path))
        return move_refuse(err, "only what headers may have can be moved, and to a header");
    if (!check_symbol(&header, err) || !take_needs(&header, err) || !check_names(&header, err))
        return false;
    if (header.needs_old && !header.fresh &&
        !resolve_includes(move->uses->resolver, move->to.id, move->from.id, &maybe))
        include(&header, "\"", relative(&header, move->to.path, move->from.path), "\"");
    if (header.needs_old && header.fresh)
        include(&header, "\"", relative(&header, move->to.path, move->from.path), "\"");
    if (!header.needs_old && !header.fresh && !header.source &&
        resolve_includes(move->uses->resolver, move->to.id, move->from.id, &maybe))
        return move_refuse(err, "'%.*s' includes '%.*s'", STR_ARG(move->to.path),
                           STR_ARG(move->from.path));
    MoveProof *proof = move_proof_note(move);
    return change_new(&header, err) && change_old(&header, err) && move_prove(move, proof, err);
}

/* The old module passes the symbol on by `use`, with the visibility that it had. */
#include "refactor/move_rust.h"

#include "languages_rename.h"

#include "base/path.h"
#include "lang/lexical/code_tokens.h"
#include "refactor/move_proof.h"
#include "text/lines.h"

#include <stdlib.h>

static const Symbol *symbol_of(const Rust *rust)
{
    return &rust->move->from.outline.symbols.ptr[rust->move->index];
}

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* ---- what is moved ---- */

/* The blocks that add to the type right after it go along. */
static bool take_blocks(Rust *rust, Err *err)
{
    Move *move = rust->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    uint32_t next = symbols->ptr[move->index].next;
    rust->last = move->index;
    while (next < symbols->len && symbols->ptr[next].kind == SYMBOL_IMPL &&
           str_equal(symbols->ptr[next].name, move->uses->old)) {
        const Symbol *block = &symbols->ptr[next];
        if (str_trim(str_slice(move->from.before, move->end, block->lead)).len)
            break;
        rust->last = next;
        move->end = (uint32_t)line_end(move->from.before, block->end);
        next = block->next;
    }
    for (uint32_t i = 0; i < symbols->len; i++)
        if (symbols->ptr[i].kind == SYMBOL_IMPL && (i < move->index || i >= next) &&
            str_equal(symbols->ptr[i].name, move->uses->old))
            return move_refuse(err, "a block that adds to it is elsewhere (line %u)",
                               symbols->ptr[i].start_line);
    return true;
}

/* Adds the words of the blocks. */
static void read_blocks(Rust *rust)
{
    Move *move = rust->move;
    TokenVec tokens = {0};
    code_tokens_read(move->uses->request->arena, move->from.outline.language, move->from.before,
                     &tokens);
    const Symbol *symbol = symbol_of(rust);
    for (size_t i = 0; i < tokens.len; i++) {
        const Token *token = &tokens.ptr[i];
        if (token->kind == TOKEN_WORD && token->start >= symbol->end && token->start < move->end)
            move_add_word(move, token->start, token->end);
    }
}

/* A member that is not visible outside of its module must not be used from there. */
static bool check_members(const Rust *rust, Err *err)
{
    const Move *move = rust->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    Arena arena = *move->uses->request->scratch;
    TokenVec tokens = {0};
    code_tokens_read(&arena, move->from.outline.language, move->from.before, &tokens);
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        const Symbol *parent = symbol->parent ? &symbols->ptr[symbol->parent - 1] : NULL;
        bool of_trait = parent && (parent->kind == SYMBOL_TRAIT || parent->kind == SYMBOL_ENUM ||
                                   str_find(parent->signature, STR(" for ")) != STR_NONE);
        bool moved = symbol->start >= move->start && symbol->start < move->end;
        if (!parent || of_trait || symbol->modifiers & MODIFIER(EXPORTED) || !symbol->name.len)
            continue;
        for (size_t k = 0; k < tokens.len; k++) {
            const Token *token = &tokens.ptr[k];
            bool inside = token->start >= move->start && token->start < move->end;
            if (inside != moved && token->kind == TOKEN_WORD &&
                str_equal(str_slice(move->from.before, token->start, token->end), symbol->name))
                return move_refuse(err, "'%.*s' (line %u) is not visible outside of its module",
                                   STR_ARG(symbol->name), symbol->start_line);
        }
    }
    return true;
}

/* Whether a struct has fields without names that only its module sees: `struct Seen(Set)`. */
static bool has_hidden_fields(Str text, const Symbol *symbol)
{
    size_t at = symbol->name_end, depth = 0;
    bool open = false;
    while (at < symbol->end && !byte_in(text.ptr[at], "({;"))
        at++;
    if (symbol->kind != SYMBOL_STRUCT || at >= symbol->end || text.ptr[at] != '(')
        return false;
    for (; at < symbol->end; at++) {
        bool begins = (text.ptr[at] == '(' && !depth) || (text.ptr[at] == ',' && depth == 1);
        depth += byte_in(text.ptr[at], "(<[");
        depth -= depth && byte_in(text.ptr[at], ")>]");
        size_t word = begins ? rust_words(text, at + 1) : at;
        open |= begins && word < text.len && text.ptr[word] != ')' &&
                !str_starts(str_from_offset(text, word), STR("pub"));
        if (!depth)
            break;
    }
    return open;
}

/* Fields without names must be visible: those of the moved type, and of types that the code uses.
 */
static bool check_fields(const Rust *rust, Err *err)
{
    const Move *move = rust->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        bool moved = symbol->start >= move->start && symbol->start < move->end;
        if (!symbol->parent && has_hidden_fields(move->from.before, symbol) &&
            (moved || move_word(move, symbol->name)))
            return move_refuse(err, "fields of '%.*s' are not visible outside of its module",
                               STR_ARG(symbol->name));
    }
    return true;
}

static bool check_symbol(Rust *rust, Err *err)
{
    const Move *move = rust->move;
    const Symbol *symbol = symbol_of(rust);
    Str head = str_slice(move->from.before, symbol->start, symbol->name_start);
    static const char *const bound[] = {"super::",      "self::",  "file!",       "line!",
                                        "module_path!", "include", "macro_rules!"};
    if (str_equal(symbol->name, STR("main")))
        return move_refuse(err, "a program begins with it");
    if (symbol->kind == SYMBOL_MACRO || symbol->kind == SYMBOL_MODULE ||
        symbol->kind == SYMBOL_IMPL || str_find(head, STR("macro")) != STR_NONE)
        return move_refuse(err, "a %.*s cannot be", STR_ARG(symbol_kind_name(symbol->kind)));
    if (str_find(head, STR("pub(super")) != STR_NONE || str_find(head, STR("pub(in")) != STR_NONE ||
        str_find(head, STR("#[no_mangle")) != STR_NONE || str_find(head, STR("cfg")) != STR_NONE)
        return move_refuse(err, "its declaration depends on where it is");
    for (size_t i = 0; i < COUNT(bound); i++) {
        Str text = move_text(move);
        size_t at = str_find(text, str_from(bound[i]));
        if (at != STR_NONE && (!at || !byte_is_word(text.ptr[at - 1])))
            return move_refuse(err, "its code depends on the module that it is in (%s)", bound[i]);
    }
    return true;
}

/* ---- the edits ---- */

/* The visibility of the declaration: `pub `, `pub(crate) `, or empty. */
static Str visibility(const Rust *rust)
{
    Str text = rust->move->from.before;
    size_t at = rust_words(text, symbol_of(rust)->start);
    Str words = str_from_offset(text, at);
    if (!str_starts(words, STR("pub")))
        return (Str){0};
    return str_starts(words, STR("pub(crate)")) ? STR("pub(crate) ") : STR("pub ");
}

/* Whether code that stays has the symbol's name. */
static bool is_used(const Rust *rust)
{
    const Rename *uses = rust->move->uses;
    for (size_t i = 0; i < uses->places.len; i++) {
        const RenamePlace *place = &uses->places.ptr[i];
        uint32_t file = uses->files.ptr[place->file].id;
        bool inside = file == rust->move->from.id && place->site.start >= rust->move->start &&
                      place->site.start < rust->move->end;
        if (!inside && place->verdict <= RENAME_GENERATED && file != rust->move->to.id)
            return true;
    }
    return false;
}

/* Where an import goes: after the last one at the top level, or after the head of the file. */
static size_t import_place(const MoveText *text)
{
    size_t at = 0;
    Str rest = text->before;
    for (size_t i = 0; i < text->outline.imports.len; i++)
        if (!name_site_symbol(&text->outline, text->outline.imports.ptr[i].start))
            at = MAX(at, line_end(text->before, text->outline.imports.ptr[i].end));
    while (!at || str_starts(str_from_offset(rest, at), STR("//!")) ||
           str_starts(str_from_offset(rest, at), STR("#!["))) {
        if (!str_starts(str_from_offset(rest, at), STR("//!")) &&
            !str_starts(str_from_offset(rest, at), STR("#![")))
            break;
        at = line_end(rest, at);
    }
    return at;
}

static int by_start(const void *a, const void *b)
{
    const RustEdit *one = a, *other = b;
    return one->start != other->start ? (one->start > other->start) - (one->start < other->start)
                                      : (one->end > other->end) - (one->end < other->end);
}

static Str edited(Rust *rust, Str text)
{
    Buf out = buf_open(rust->move->uses->request->arena, 0);
    size_t at = 0;
    qsort(rust->edits.ptr, rust->edits.len, sizeof *rust->edits.ptr, by_start);
    for (size_t i = 0; i < rust->edits.len; i++) {
        const RustEdit *edit = &rust->edits.ptr[i];
        buf_put(&out, str_slice(text, at, edit->start));
        buf_put(&out, edit->text);
        at = edit->end;
    }
    buf_put(&out, str_from_offset(text, at));
    return buf_str(&out);
}

/* Imports of the old file that only the moved code used, one name each. */
static void drop_imports(Rust *rust)
{
    Move *move = rust->move;
    Arena arena = *move->uses->request->scratch;
    TokenVec tokens = {0};
    code_tokens_read(&arena, move->from.outline.language, move->from.before, &tokens);
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        Str alias = import->bindings.len == 1 ? import->bindings.ptr[0].alias : (Str){0};
        bool used =
            !alias.len || !move_word(move, alias) ||
            str_starts(str_slice(move->from.before, import->start, import->end), STR("pub"));
        for (size_t k = 0; k < tokens.len && !used; k++) {
            const Token *token = &tokens.ptr[k];
            bool skipped = (token->start >= move->start && token->start < move->end) ||
                           (token->start >= import->start && token->start < import->end);
            used = !skipped && token->kind == TOKEN_WORD &&
                   str_equal(str_slice(move->from.before, token->start, token->end), alias);
        }
        size_t start = lines_start_at(move->from.before, import->start);
        size_t end = line_end(move->from.before, import->end);
        if (!used)
            *VEC_PUSH(move->uses->request->arena, &rust->edits) = (RustEdit){start, end, {0}};
    }
}

static void change_old(Rust *rust, bool used)
{
    Move *move = rust->move;
    Arena *arena = move->uses->request->arena;
    size_t at = import_place(&move->from);
    bool alone = !move->from.outline.imports.len;
    Str visible = visibility(rust);
    for (size_t i = 0; i < move->from.outline.symbols.len && !visible.len; i++)
        if (move->from.outline.symbols.ptr[i].kind == SYMBOL_MODULE)
            visible = STR("pub(crate) "); /* modules in it see what it sees */
    Str line = str_format(arena, "%.*suse %.*s::%.*s;\n%s", STR_ARG(visible), STR_ARG(rust->new),
                          STR_ARG(move->uses->old), alone ? "\n" : "");
    if (used) {
        *VEC_PUSH(arena, &rust->edits) = (RustEdit){at, at, line};
        move_note(move,
                  str_format(arena, "%.*s passes it on from there", STR_ARG(move->from.path)));
    }
    drop_imports(rust);
    size_t start = move->start, end = move_cut_end(move);
    if (end == move->from.before.len)
        while (start > 1 && move->from.before.ptr[start - 1] == '\n' &&
               move->from.before.ptr[start - 2] == '\n')
            start--;
    *VEC_PUSH(arena, &rust->edits) = (RustEdit){start, end, {0}};
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before,
              edited(rust, move->from.before));
}

/* The other file without its import of the symbol; *at: a place after imports, which moves. */
static Str without_import(const Rust *rust, size_t *at)
{
    const Move *move = rust->move;
    Str text = move->to.before;
    for (size_t i = 0; i < move->to.outline.imports.len; i++) {
        const Import *import = &move->to.outline.imports.ptr[i];
        size_t start = import->start, end = import->end;
        for (size_t b = 0; b < import->bindings.len; b++) {
            if (!str_equal(import->bindings.ptr[b].alias, move->uses->old))
                continue;
            size_t found = rename_find_mark(str_slice(text, start, end), move->uses->old, 0);
            size_t from = start + found, to = from + move->uses->old.len;
            if (import->bindings.len == 1) {
                from = lines_start_at(text, start);
                to = line_end(text, end);
            } else if (str_starts(str_from_offset(text, to), STR(","))) {
                to++;
                while (to < end && byte_is_space(text.ptr[to]))
                    to++;
            } else {
                while (from > start &&
                       (byte_is_space(text.ptr[from - 1]) || text.ptr[from - 1] == ','))
                    from--;
            }
            *at -= to - from;
            return str_join(move->uses->request->arena, str_slice(text, 0, from),
                            str_from_offset(text, to));
        }
    }
    return text;
}

static void change_new(Rust *rust, bool used)
{
    Move *move = rust->move;
    Arena *arena = move->uses->request->arena;
    Buf lines = buf_open(arena, 0);
    for (size_t i = 0; i < rust->uses.len; i++)
        buf_printf(&lines, "use %.*s;\n", STR_ARG(rust->uses.ptr[i]));
    size_t at = import_place(&move->to);
    if (lines.len && !move->to.outline.imports.len && move->to.before.len)
        buf_printf(&lines, "\n");
    if (!visibility(rust).len && used) {
        size_t words = rust_words(move->from.before, symbol_of(rust)->start) - move->start;
        Str text = move_text(move);
        move->changed = str_format(arena, "%.*spub(crate) %.*s", STR_ARG(str_slice(text, 0, words)),
                                   STR_ARG(str_from_offset(text, words)));
    }
    Str before = move->to.before;
    move->to.before = without_import(rust, &at);
    Str after = move_target(move, at, buf_str(&lines));
    move->to.before = before;
    move_edit(move, rust->fresh ? EDIT_CREATED : EDIT_CHANGED, move->to.path, before, after);
}

/* A new file is declared in the module around it. */
static bool declare(Rust *rust, Err *err)
{
    Move *move = rust->move;
    Arena *arena = move->uses->request->arena;
    const CatalogFile *row = &move->uses->catalog->files.ptr[rust->parent];
    Str text = {0}, name = rust_last(rust->new);
    if (!rename_read_text(move->uses, arena, row, &text))
        return move_refuse(err, "'%.*s' cannot be read", STR_ARG(row->path));
    size_t at = 0;
    for (size_t i = 0; i < text.len; i = line_end(text, i)) {
        Str line = str_trim(str_slice(text, i, line_end(text, i)));
        bool module = (str_starts(line, STR("mod ")) || str_starts(line, STR("pub mod ")) ||
                       str_starts(line, STR("pub(crate) mod "))) &&
                      str_ends(line, STR(";"));
        bool head = str_starts(line, STR("//!")) || str_starts(line, STR("#!["));
        at = module || (head && !at) ? line_end(text, i) : at;
    }
    bool open = rust_is_within(rust->old, rust_outer(rust->new));
    Str line = str_format(arena, "%smod %.*s;\n", open ? "" : "pub(crate) ", STR_ARG(name));
    if (rust->parent == move->from.id) {
        *VEC_PUSH(arena, &rust->edits) = (RustEdit){at, at, line};
        return true;
    }
    move_edit(
        move, EDIT_CHANGED, row->path, text,
        str_join(arena, str_slice(text, 0, at), str_join(arena, line, str_from_offset(text, at))));
    return true;
}

/* ---- the modules ---- */

static bool find_modules(Rust *rust, Err *err)
{
    Move *move = rust->move;
    Arena *arena = move->uses->request->arena;
    uint32_t root = FILE_NOWHERE, other = FILE_NOWHERE;
    rust->fresh = move->to.id == FILE_NOWHERE && !move->to.before.len;
    rust->old = rust_module(rust, move->from.path, &root);
    if (rust->fresh) {
        rust->parent = rust_parent(rust, move->to.path);
        Str outer =
            rust->parent == FILE_NOWHERE
                ? (Str){0}
                : rust_module(rust, move->uses->catalog->files.ptr[rust->parent].path, &other);
        Str base = path_base(move->to.path);
        Str stem = str_slice(base, 0, base.len - MIN(base.len, strlen(".rs")));
        rust->new = outer.len && !str_equal(stem, STR("mod"))
                        ? str_format(arena, "%.*s::%.*s", STR_ARG(outer), STR_ARG(stem))
                        : (Str){0};
    } else {
        rust->new = rust_module(rust, move->to.path, &other);
    }
    if (!rust->old.len || !rust->new.len || root != other)
        return move_refuse(err, "'%.*s' and '%.*s' are not known to be modules of one crate",
                           STR_ARG(move->from.path), STR_ARG(move->to.path));
    if (!rust_sees(rust, rust->new, rust->old) ||
        (!rust->fresh && !rust_sees(rust, rust->old, rust->new)))
        return move_refuse(err, "one of the modules does not see the other");
    return true;
}

/* Whether the place of the name in an import of the other file surely means the symbol. */
static bool is_import_of(const Rust *rust, uint32_t line)
{
    const Rename *uses = rust->move->uses;
    for (size_t i = 0; i < uses->places.len; i++)
        if (uses->files.ptr[uses->places.ptr[i].file].id == rust->move->to.id &&
            uses->places.ptr[i].site.line == line && uses->places.ptr[i].verdict == RENAME_EXACT)
            return true;
    return false;
}

/* The other file must not declare the name, nor import it otherwise. */
static bool check_target(const Rust *rust, Err *err)
{
    const Move *move = rust->move;
    const Outline *outline = &move->to.outline;
    for (size_t i = 0; i < outline->imports.len; i++)
        for (size_t b = 0; b < outline->imports.ptr[i].bindings.len; b++) {
            const Import *import = &outline->imports.ptr[i];
            Str text = str_slice(move->to.before, import->start, import->end);
            Str name = import->bindings.ptr[b].name;
            bool named = str_equal(import->bindings.ptr[b].alias, move->uses->old);
            bool own = str_equal(rust_last(name.len ? name : import->name), move->uses->old);
            if ((named || own) &&
                (!named || !own || str_starts(text, STR("pub")) ||
                 name_site_symbol(outline, import->start) || !is_import_of(rust, import->line)))
                return move_refuse(err, "'%.*s' (line %u) imports it, or another of its name",
                                   STR_ARG(move->to.path), import->line);
        }
    return !move_declares(outline, move->uses->old) ||
           move_refuse(err, "'%.*s' declares the name, too", STR_ARG(move->to.path));
}

bool move_rust(Move *move, Err *err)
{
    Rust rust = {.move = move};
    if (!find_modules(&rust, err) || !take_blocks(&rust, err) || !check_symbol(&rust, err) ||
        !check_members(&rust, err) || !check_fields(&rust, err) || !check_target(&rust, err))
        return false;
    read_blocks(&rust);
    MoveProof *proof = move_proof_note(move);
    bool used = is_used(&rust);
    if (!rust_take_needs(&rust, err))
        return false;
    change_new(&rust, used);
    move->changed = (Str){0};
    if (rust.fresh && !declare(&rust, err))
        return false;
    change_old(&rust, used);
    return move_prove(move, proof, err);
}

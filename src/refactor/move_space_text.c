/* Texts of files: where imports and declarations are put. */
#include "refactor/move_space.h"

#include "base/path.h"
#include "lang/lexical/code_tokens.h"
#include "text/lines.h"

#include <stdlib.h>

Str space_last(const SpaceFacts *facts, Str name)
{
    size_t at = str_find_last_byte(name, facts->separator[0]);
    return at == STR_NONE ? name : str_from_offset(name, at + 1);
}

Str space_outer(const SpaceFacts *facts, Str name)
{
    size_t at = str_find_last_byte(name, facts->separator[0]);
    return at == STR_NONE ? (Str){0} : str_slice(name, 0, at);
}

static Str join(Arena *arena, const SpaceFacts *facts, Str outer, Str inner)
{
    return !outer.len ? inner
           : !inner.len
               ? outer
               : str_format(arena, "%.*s%s%.*s", STR_ARG(outer), facts->separator, STR_ARG(inner));
}

Str space_of(const Space *space, uint32_t symbol)
{
    const Catalog *catalog = space->move->uses->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *row = catalog_row(catalog, place.file);
    Arena *arena = space->move->uses->request->arena;
    Str name = {0};
    for (uint32_t i = row->entries[place.index].parent; i; i = row->entries[i].parent)
        if (row->entries[i].kind == SYMBOL_NAMESPACE)
            name = join(arena, space->facts, catalog_name(catalog, row->entries[i].name), name);
    return name.len ? name : catalog_name(catalog, row->package);
}

Str space_in(const Space *space, const Outline *outline, uint32_t index)
{
    Arena *arena = space->move->uses->request->arena;
    Str name = {0};
    for (uint32_t i = outline->symbols.ptr[index].parent; i; i = outline->symbols.ptr[i - 1].parent)
        if (outline->symbols.ptr[i - 1].kind == SYMBOL_NAMESPACE)
            name = join(arena, space->facts, outline->symbols.ptr[i - 1].name, name);
    return name.len ? name : outline->package;
}

bool space_is_top(const Space *space, uint32_t symbol)
{
    const Catalog *catalog = space->move->uses->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *row = catalog_row(catalog, place.file);
    uint32_t parent = place.index ? row->entries[place.index].parent : 0;
    return place.index && row->entries[place.index].kind != SYMBOL_NAMESPACE &&
           (!parent || row->entries[parent].kind == SYMBOL_NAMESPACE);
}

bool space_sees(const Space *space, Str from, Str other)
{
    if (str_equal(from, other))
        return true;
    return space->facts->nests &&
           (!other.len ||
            (str_starts(from, other) && from.ptr[other.len] == space->facts->separator[0]));
}

Str space_imported(Arena *arena, const SpaceFacts *facts, const Import *import)
{
    const Binding *binding = import->bindings.len ? &import->bindings.ptr[0] : NULL;
    Str name = import->name;
    if (binding && binding->name.len && !str_equal(binding->name, STR("*")) &&
        !str_equal(space_last(facts, name), binding->name))
        name = join(arena, facts, name, binding->name);
    return name.len && name.ptr[0] == facts->separator[0] ? str_from_offset(name, 1) : name;
}

Str space_seen(const SpaceFacts *facts, const Import *import)
{
    const Binding *binding = import->bindings.len ? &import->bindings.ptr[0] : NULL;
    if (binding && binding->alias.len)
        return binding->alias;
    if (facts->whole || (binding && str_equal(binding->name, STR("*"))) ||
        str_ends(import->name, STR("*")))
        return (Str){0};
    return binding && binding->name.len ? space_last(facts, binding->name)
                                        : space_last(facts, import->name);
}

Str space_import_line(const Space *space, Str whole, SymbolKind kind)
{
    const SpaceFacts *facts = space->facts;
    const char *what = symbol_is_function(kind)                             ? facts->of_function
                       : kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE ? facts->of_constant
                                                                            : NULL;
    return str_format(space->move->uses->request->arena, "%s %s%s%.*s%s", facts->import,
                      what ? what : "", what ? " " : "", STR_ARG(whole), facts->end);
}

Str space_statement(const SpaceText *text, const Import *import)
{
    size_t end = import->end;
    while (end < text->before.len && byte_in(text->before.ptr[end], " \t;"))
        end++;
    return str_trim(str_slice(text->before, import->start, end));
}

void space_add_import(const Space *space, SpaceText *text, Str line)
{
    for (size_t i = 0; text->outline && i < text->outline->imports.len; i++)
        if (str_equal(space_statement(text, &text->outline->imports.ptr[i]), line))
            return;
    for (size_t i = 0; i < text->imports.len; i++)
        if (str_equal(text->imports.ptr[i], line))
            return;
    *VEC_PUSH(space->move->uses->request->arena, &text->imports) = line;
}

void space_edit(const Space *space, SpaceText *text, size_t start, size_t end, Str with)
{
    *VEC_PUSH(space->move->uses->request->arena, &text->edits) = (SpaceEdit){start, end, with};
}

static bool is_in_import(const Outline *outline, size_t at)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= at && at < outline->imports.ptr[i].end)
            return true;
    return false;
}

bool space_has_word(const Space *space, const SpaceText *text, Str word, bool without)
{
    Arena arena = *space->move->uses->request->scratch;
    TokenVec tokens = {0};
    code_tokens_read(&arena, space->move->from.outline.language, text->before, &tokens);
    for (size_t i = 0; i < tokens.len; i++) {
        const Token *token = &tokens.ptr[i];
        bool moved =
            without && token->start >= space->move->start && token->start < space->move->end;
        if (!moved && token->kind == TOKEN_WORD && token->end - token->start == word.len &&
            str_equal(str_slice(text->before, token->start, token->end), word) &&
            !is_in_import(text->outline, token->start))
            return true;
    }
    return false;
}

/* ---- namespaces ---- */

/* The namespace of a new file in another folder, where a namespace is the path of its folder. */
static bool name_by_folder(Space *space, Err *err)
{
    Arena *arena = space->move->uses->request->arena;
    Str old = path_directory(space->move->from.path), new = path_directory(space->move->to.path);
    char *path = NEW(arena, char, space->old.len + 1);
    for (size_t i = 0; i < space->old.len; i++)
        path[i] = space->old.ptr[i] == space->facts->separator[0] ? '/' : space->old.ptr[i];
    Str tail = {path, space->old.len};
    bool fits = str_ends(old, tail) &&
                (old.len == tail.len || !tail.len || old.ptr[old.len - tail.len - 1] == '/');
    Str root = str_slice(old, 0, fits ? old.len - tail.len : 0);
    if (!fits || !str_starts(new, root))
        return move_refuse(err, "it is not known which namespace '%.*s' has",
                           STR_ARG(space->move->to.path));
    Str rest = str_from_offset(new, root.len);
    if (!tail.len && root.len && rest.len)
        rest = rest.ptr[0] == '/' ? str_from_offset(rest, 1) : rest;
    char *name = NEW(arena, char, rest.len + 1);
    for (size_t i = 0; i < rest.len; i++)
        name[i] = rest.ptr[i] == '/' ? space->facts->separator[0] : rest.ptr[i];
    space->target = (Str){name, rest.len};
    return true;
}

/* The only namespace of a file whose namespaces have braces. */
static bool name_by_braces(Space *space, Err *err)
{
    const Outline *outline = &space->move->to.outline;
    size_t count = 0, outside = 0;
    space->target = outline->package;
    for (uint32_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        outside += !symbol->parent && symbol->kind != SYMBOL_NAMESPACE;
        if (symbol->kind == SYMBOL_NAMESPACE) {
            Str outer = space_in(space, outline, i);
            bool within = symbol->parent != 0;
            space->target =
                within ? join(space->move->uses->request->arena, space->facts, outer, symbol->name)
                       : symbol->name;
            count++;
        }
    }
    return (count <= 1 && !(count && outside)) ||
           move_refuse(err, "'%.*s' has several namespaces", STR_ARG(space->move->to.path));
}

/* What a new file begins with: the opening, switches and the namespace. */
static Str head_of(const Space *space)
{
    const SpaceFacts *facts = space->facts;
    Arena *arena = space->move->uses->request->arena;
    Str before = space->move->from.before;
    Buf out = buf_open(arena, 0);
    if (facts->opening)
        buf_printf(&out, "%s\n", facts->opening);
    size_t at = facts->switches ? str_find(before, str_from(facts->switches)) : STR_NONE;
    if (at != STR_NONE && at < space->move->start)
        buf_printf(&out, "%.*s\n\n",
                   STR_ARG(str_trim(str_slice(
                       before, at, at + str_find_byte(str_from_offset(before, at), '\n')))));
    if (space->target.len && !facts->braces)
        buf_printf(&out, "%s %.*s%s\n", facts->clause, STR_ARG(space->target), facts->end);
    return buf_str(&out);
}

bool space_find_names(Space *space, Err *err)
{
    Move *move = space->move;
    const SpaceFacts *facts = space->facts;
    space->old = space_of(space, move->uses->symbol);
    space->target = space->old;
    space->fresh = move->to.id == FILE_NOWHERE && !move->to.before.len;
    bool same_folder = str_equal(path_directory(move->from.path), path_directory(move->to.path));
    if (!space->fresh && facts->braces && !name_by_braces(space, err))
        return false;
    if (!space->fresh && !facts->braces)
        space->target = move->to.outline.package;
    if (space->fresh && facts->folders && !same_folder && !name_by_folder(space, err))
        return false;
    if (!space->target.len && space->old.len)
        return move_refuse(err, "'%.*s' has no namespace, so that code of others cannot import it",
                           STR_ARG(move->to.path));
    space->from = (SpaceText){
        .path = move->from.path, .before = move->from.before, .outline = &move->from.outline};
    space->to = (SpaceText){.path = move->to.path,
                            .before = space->fresh ? head_of(space) : move->to.before,
                            .outline = &move->to.outline};
    return true;
}

/* ---- edits ---- */

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* Where the code of the only namespace with braces ends, or 0. */
static size_t closing_brace(const Space *space)
{
    const SymbolVec *symbols = &space->move->to.outline.symbols;
    size_t end = 0;
    for (size_t i = 0; i < symbols->len; i++)
        if (symbols->ptr[i].kind == SYMBOL_NAMESPACE && symbols->ptr[i].end > end)
            end = symbols->ptr[i].end;
    if (!end || space->fresh || space->to.before.ptr[end - 1] != '}')
        return 0;
    return lines_start_at(space->to.before, end - 1);
}

static bool has_braces(const Space *space)
{
    const Symbol *symbol = &space->move->from.outline.symbols.ptr[space->move->index];
    return symbol->parent != 0;
}

void space_place(Space *space)
{
    Move *move = space->move;
    Arena *arena = move->uses->request->arena;
    Str before = move->from.before, text = move_text(move);
    size_t start = move->start, end = move_cut_end(move);
    if (end < before.len && start > 1 && before.ptr[start - 2] == '\n' &&
        str_starts(str_trim(str_slice(before, end, line_end(before, end))), STR("}")))
        start--; /* no blank line before the brace */
    if (str_ends(str_trim(str_slice(before, 0, start)), STR("{")))
        while (end < before.len && byte_in(before.ptr[end], "\r\n"))
            end++;
    if (end == before.len)
        while (start > 1 && before.ptr[start - 1] == '\n' && before.ptr[start - 2] == '\n')
            start--;
    space_edit(space, &space->from, start, end, (Str){0});
    size_t brace = closing_brace(space);
    Str target = space->to.before;
    if (space->fresh && space->facts->braces && space->target.len && has_braces(space))
        text = str_format(arena, "%s %.*s\n{\n%.*s}\n", space->facts->clause,
                          STR_ARG(space->target), STR_ARG(text));
    else if (space->fresh && space->facts->braces && space->target.len)
        text = str_format(arena, "%s %.*s;\n\n%.*s", space->facts->clause, STR_ARG(space->target),
                          STR_ARG(text));
    if (brace) {
        space_edit(space, &space->to, brace, brace, str_join(arena, STR("\n"), text));
        return;
    }
    const char *gap = !target.len || str_ends(target, STR("\n\n")) ? ""
                      : str_ends(target, STR("\n"))                ? "\n"
                                                                   : "\n\n";
    space_edit(space, &space->to, target.len, target.len, str_join(arena, str_from(gap), text));
}

/* Where a new import goes; *after: blank lines around it. */
static size_t import_place(const Space *space, const SpaceText *text, bool *alone)
{
    const SpaceFacts *facts = space->facts;
    Str before = text->before;
    bool fresh = space->fresh && text == &space->to;
    size_t at = 0;
    *alone = true;
    for (size_t i = 0; !fresh && i < text->outline->imports.len; i++) {
        const Import *import = &text->outline->imports.ptr[i];
        if (str_starts(str_from_offset(before, import->start), str_from(facts->import)) &&
            (!text->outline->symbols.len || facts->opening ||
             import->start < text->outline->symbols.ptr[0].start))
            at = line_end(before, import->end);
    }
    *alone = at == 0;
    if (at)
        return at;
    Str clause = str_format(space->move->uses->request->arena, "%s ", facts->clause);
    for (size_t i = 0; !facts->braces && i < before.len; i = line_end(before, i))
        if (str_starts(str_from_offset(before, i), clause))
            return line_end(before, i);
    for (size_t i = 0; facts->switches && i < before.len; i = line_end(before, i))
        if (str_starts(str_from_offset(before, i), str_from(facts->switches)))
            at = line_end(before, i);
    return at ? at : facts->opening ? line_end(before, 0) : 0;
}

static int by_text(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

static void add_imports(const Space *space, SpaceText *text)
{
    Buf out = buf_open(space->move->uses->request->arena, 0);
    bool alone;
    if (!text->imports.len)
        return;
    qsort(text->imports.ptr, text->imports.len, sizeof *text->imports.ptr, by_text);
    size_t at = import_place(space, text, &alone);
    buf_printf(&out, "%s", alone && at ? "\n" : "");
    for (size_t i = 0; i < text->imports.len; i++)
        buf_printf(&out, "%.*s\n", STR_ARG(text->imports.ptr[i]));
    buf_printf(&out, "%s", alone && !at ? "\n" : "");
    space_edit(space, text, at, at, buf_str(&out));
}

static bool is_before(const SpaceEdit *a, const SpaceEdit *b)
{
    return a->start != b->start ? a->start < b->start : a->end < b->end;
}

static Str text_after(const Space *space, SpaceText *text)
{
    Buf out = buf_open(space->move->uses->request->arena, 0);
    size_t at = 0;
    for (size_t i = 1; i < text->edits.len; i++)
        for (size_t k = i; k && is_before(&text->edits.ptr[k], &text->edits.ptr[k - 1]); k--) {
            SpaceEdit edit = text->edits.ptr[k];
            text->edits.ptr[k] = text->edits.ptr[k - 1];
            text->edits.ptr[k - 1] = edit;
        }
    for (size_t i = 0; i < text->edits.len; i++) {
        const SpaceEdit *edit = &text->edits.ptr[i];
        if (edit->start < at)
            continue;
        buf_put(&out, str_slice(text->before, at, edit->start));
        buf_put(&out, edit->text);
        at = edit->end;
    }
    buf_put(&out, str_from_offset(text->before, at));
    return buf_str(&out);
}

/* Whether a text has nothing but its namespace and imports. */
static bool is_hollow(const Space *space, Str text)
{
    Str line;
    while (str_take_until(&text, '\n', &line)) {
        Str words = str_trim(line);
        if (words.len && !str_equal(words, STR("{")) && !str_equal(words, STR("}")) &&
            !str_starts(words, str_from(space->facts->clause)) &&
            !str_starts(words, str_from(space->facts->import)))
            return false;
    }
    return true;
}

/* The old file goes with the last symbol that it has. */
static void finish_old(Space *space)
{
    add_imports(space, &space->from);
    Str after = text_after(space, &space->from);
    bool hollow = !space->facts->is_loaded && is_hollow(space, after);
    move_edit(space->move, hollow ? EDIT_DELETED : EDIT_CHANGED, space->from.path,
              space->from.before, hollow ? (Str){0} : after);
}

void space_finish(Space *space)
{
    Move *move = space->move;
    finish_old(space);
    /* the moved text comes after imports at the same place */
    if (space->to.imports.len) {
        SpaceEdit last = space->to.edits.ptr[space->to.edits.len - 1];
        space->to.edits.len--;
        add_imports(space, &space->to);
        space_edit(space, &space->to, last.start, last.end, last.text);
    }
    move_edit(move, space->fresh ? EDIT_CREATED : EDIT_CHANGED, space->to.path,
              space->fresh ? (Str){0} : space->to.before, text_after(space, &space->to));
    for (size_t i = 0; i < space->users.len; i++) {
        SpaceText *text = &space->users.ptr[i];
        add_imports(space, text);
        move_edit(move, EDIT_CHANGED, text->path, text->before, text_after(space, text));
    }
}

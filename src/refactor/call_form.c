/* Each declaration of the family gets the same change by position. Each call is read as what it
   passes for each parameter, and written for the new order. */
#include "refactor/call_form_list.h"

#include "refactor/relocate.h"
#include "refactor/rename_steps.h"
#include "text/lines.h"

#define ADDED SIZE_MAX

typedef struct Signature {
    Rename *rename;
    const SignatureFacts *facts;
    const SignatureChange *change;
    SignatureList model;                    /* the parameters of the symbol that was named */
    size_t order[SIGNATURE_PIECES_MAX + 1]; /* indices in model, or ADDED */
    size_t count;
    bool by_owner; /* a receiver is the first parameter … */
    bool of_type;  /* … and calls through the type pass it, too */
    SignaturePiece added;
} Signature;

/* One file, as it is read for its places. */
typedef struct SignatureFile {
    uint32_t index; /* in rename->files */
    Str text;
    TokenVec tokens;
    const Outline *outline;
} SignatureFile;

static void object(const Signature *signature, const SignatureFile *file, size_t at, Str message)
{
    Rename *rename = signature->rename;
    rename_add_conflict(rename, rename->catalog->files.ptr[rename->files.ptr[file->index].id].path,
                        (uint32_t)lines_at_offset(file->text, at), message);
}

static size_t token_at(const SignatureFile *file, size_t at)
{
    return code_tokens_from(&file->tokens, at);
}

static Str token_text(const SignatureFile *file, size_t token)
{
    return token < file->tokens.len
               ? str_slice(file->text, file->tokens.ptr[token].start, file->tokens.ptr[token].end)
               : (Str){0};
}

/* The token of the bracket right after a name; 0: another one is there. */
static size_t bracket_after(const SignatureFile *file, const RenamePlace *place)
{
    size_t token = token_at(file, place->site.start) + 1;
    return str_equal(token_text(file, token), STR("(")) ? token : 0;
}

/* ---- the new order ---- */

static bool find_parameter(const Signature *signature, Str name, size_t *index)
{
    for (*index = 0; *index < signature->model.count; ++*index)
        if (str_equal(signature->model.pieces[*index].name, name))
            return true;
    return false;
}

static bool fail(Err *err, const char *what, Str name)
{
    return err_set(err, ERR_USAGE, "%s '%.*s'", what,
                   STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
}

static bool order_by_names(Signature *signature, Err *err)
{
    Str rest = signature->change->order, part;
    size_t first = signature->by_owner;
    bool seen[SIGNATURE_PIECES_MAX] = {0};
    signature->count = 0;
    for (size_t i = 0; i < first; i++)
        signature->order[signature->count++] = i;
    while (str_take_until(&rest, ',', &part)) {
        size_t index;
        if (!find_parameter(signature, str_trim(part), &index) || index < first || seen[index])
            return fail(err, "--order names no parameter, or one twice:", str_trim(part));
        seen[index] = true;
        signature->order[signature->count++] = index;
    }
    return signature->count == signature->model.count ||
           fail(err, "--order must name all parameters:", signature->change->order);
}

static bool set_order(Signature *signature, Err *err)
{
    const SignatureChange *change = signature->change;
    size_t removed = ADDED, count = signature->model.count;
    if (change->order.len)
        return order_by_names(signature, err);
    if (change->remove.len &&
        (!find_parameter(signature, change->remove, &removed) || (signature->by_owner && !removed)))
        return fail(err, "it has no parameter", change->remove);
    signature->count = 0;
    for (size_t i = 0; i < count; i++)
        if (i != removed)
            signature->order[signature->count++] = i;
    if (change->add.len)
        signature->order[signature->count++] = ADDED;
    return true;
}

/* ---- what is added ---- */

/* Whether the words of a type are known wherever the parameter is declared. */
static bool knows_types(const Signature *signature, Str type)
{
    for (size_t at = 0; at < type.len;) {
        size_t end = str_word_end(type, at);
        Str word = str_slice(type, at, end);
        bool known = end == at || byte_is_digit(word.ptr[0]) ||
                     name_is_listed(signature->facts->types, word) ||
                     name_is_listed(signature->facts->constants, word);
        for (size_t i = 0; !known && i < signature->model.count; i++)
            known = rename_find_mark(signature->model.pieces[i].text, word, 0) != STR_NONE &&
                    !str_equal(signature->model.pieces[i].name, word);
        if (!known)
            return false;
        at = end == at ? at + 1 : end;
    }
    return true;
}

static bool is_literal(const Signature *signature, Str value)
{
    return call_form_is_plain(value) &&
           (byte_in(value.ptr[0], "'\"-") || byte_is_digit(value.ptr[0]) ||
            name_is_listed(signature->facts->constants, value));
}

static bool read_added(Signature *signature, Err *err)
{
    Rename *rename = signature->rename;
    Arena *arena = rename->request->arena;
    Str text = signature->change->add, value = signature->change->value;
    TokenVec tokens = {0};
    SignatureList list;
    Str bracketed = str_format(arena, "(%.*s)", STR_ARG(text));
    code_tokens_read(arena, rename->files.ptr[0].language, bracketed, &tokens);
    size_t first = tokens.len && tokens.ptr[0].kind == TOKEN_INDENT;
    call_form_read_list(signature->facts, bracketed, &tokens, first, true, &list);
    if (list.count != 1 || list.odd || list.pieces[0].spread || !list.pieces[0].name.len ||
        rename_invalid(rename->facts, list.pieces[0].name).len)
        return fail(err, "--add takes one parameter, not", text);
    signature->added = list.pieces[0];
    size_t equals = str_find_byte(text, '=');
    Str type = str_trim(str_slice(text, 0, equals));
    Str fallback = equals == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, equals + 1));
    size_t name = rename_find_mark(type, signature->added.name, 0);
    Str before = str_slice(type, 0, name),
        after = str_from_offset(type, name + signature->added.name.len);
    if ((fallback.len && !is_literal(signature, fallback)) ||
        (value.len && !is_literal(signature, value)))
        return fail(err, "a value must be a literal, as callers see other names:",
                    value.len ? value : fallback);
    if (!knows_types(signature, before) || !knows_types(signature, after))
        return fail(err, "whether each file knows this type is not proved:", type);
    if (signature->facts->is_typed && !str_trim(before).len && !str_trim(after).len)
        return fail(err, "the parameter needs a type:", text);
    return value.len || signature->added.optional ||
           err_set(err, ERR_USAGE, "--add without a default needs --value, which callers pass");
}

/* ---- declarations ---- */

static const Symbol *symbol_of(const SignatureFile *file, const RenamePlace *place)
{
    for (size_t i = 0; i < file->outline->symbols.len; i++)
        if (file->outline->symbols.ptr[i].name_start == place->site.start)
            return &file->outline->symbols.ptr[i];
    return NULL;
}

/* Decorators before the name; false: one may change how the function is called. */
static bool read_decorators(const Signature *signature, Str head, bool *still)
{
    *still = false;
    for (size_t next; (next = str_find(head, STR("@"))) != STR_NONE;) {
        size_t end = next + 1;
        while (end < head.len && (byte_is_word(head.ptr[end]) || head.ptr[end] == '.'))
            end++;
        Str name = str_slice(head, next + 1, end);
        size_t dot = str_find_last_byte(name, '.');
        name = dot == STR_NONE ? name : str_from_offset(name, dot + 1);
        bool stays = name_is_listed(signature->facts->still, name);
        *still |= stays;
        if (!stays && !name_is_listed(signature->facts->decorators, name))
            return false;
        head = str_from_offset(head, end);
    }
    return true;
}

static bool says(Str text, const char *words)
{
    Str rest = words ? str_from(words) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        if (word.len && rename_find_mark(text, word, 0) != STR_NONE)
            return true;
    return false;
}

/* What the code of a declaration says of the parameter that comes or goes. */
static Str check_body(const Signature *signature, Str body)
{
    const SignatureChange *change = signature->change;
    if (says(body, signature->facts->looks))
        return STR("its code reads parameters otherwise than by their names");
    if (change->add.len && rename_find_mark(body, signature->added.name, 0) != STR_NONE)
        return STR("its code has the name of the new parameter already");
    return (Str){0};
}

/* The name that a declaration gives the parameter that goes must not be used. */
static bool is_used(const Signature *signature, const SignatureList *list, Str whole, Str after)
{
    for (size_t i = 0; i < list->count; i++) {
        bool kept = false;
        for (size_t k = 0; k < signature->count; k++)
            kept |= signature->order[k] == i;
        Str name = list->pieces[i].name;
        for (size_t k = 0; !kept && k < list->count; k++)
            if (k != i && name.len && rename_find_mark(list->pieces[k].text, name, 0) != STR_NONE)
                return true;
        if (!kept && (!name.len || rename_find_mark(after, name, 0) != STR_NONE))
            return whole.len > 0 && (name.len || after.len > 2);
    }
    return false;
}

/* Parameters that name each other, and defaults that compute something, depend on their order. */
static Str check_list(const Signature *signature, const SignatureList *list)
{
    for (size_t i = 0; !signature->change->add.len && i < list->count; i++) {
        Str text = list->pieces[i].text;
        size_t equals = str_find_byte(text, '=');
        if (list->pieces[i].optional && equals != STR_NONE &&
            !call_form_is_plain(str_trim(str_from_offset(text, equals + 1))))
            return STR("the default of a parameter computes something");
        for (size_t k = 0; k < list->count; k++)
            if (k != i && list->pieces[k].name.len &&
                rename_find_mark(text, list->pieces[k].name, 0) != STR_NONE)
                return STR("a parameter is declared by the name of another one");
    }
    for (size_t i = 0; i < list->count; i++)
        if (list->pieces[i].spread && (i + 1 < list->count || signature->change->add.len))
            return STR("a parameter that takes several arguments stays last");
    return (Str){0};
}

static bool change_parameters(const Signature *signature, const SignatureFile *file,
                              const RenamePlace *place, Str *with, SignatureList *list)
{
    Str pieces[SIGNATURE_PIECES_MAX + 1];
    const Symbol *symbol = symbol_of(file, place);
    size_t bracket = bracket_after(file, place);
    bool still;
    if (!symbol || !symbol_is_function(symbol->kind) || symbol->kind == SYMBOL_CONSTRUCTOR ||
        !bracket) {
        object(signature, file, place->site.start,
               STR("the form of this declaration is not known"));
        return false;
    }
    call_form_read_list(signature->facts, file->text, &file->tokens, bracket, true, list);
    if (signature->facts->names_share_types)
        call_form_share_types(signature->rename->request->arena, list);
    Str head = str_slice(file->text, symbol->start, symbol->name_start);
    Str after = str_slice(file->text, list->end, symbol->end);
    Str why = check_body(signature, after);
    if (!why.len && (list->odd || list->count != signature->model.count))
        why = STR("its parameters are not those of the symbol that is changed");
    if (!why.len && !read_decorators(signature, head, &still))
        why = STR("a decorator may change how it is called");
    if (!why.len && is_used(signature, list, signature->change->remove, after))
        why = STR("the parameter is used here");
    why = why.len ? why : check_list(signature, list);
    if (why.len) {
        object(signature, file, place->site.start, why);
        return false;
    }
    bool spread = false, optional = false, wrong = false;
    for (size_t i = 0; i < signature->count; i++) {
        bool added = signature->order[i] == ADDED;
        const SignaturePiece *piece =
            added ? &signature->added : &list->pieces[signature->order[i]];
        pieces[i] = added ? signature->change->add : piece->text;
        wrong |= spread || (optional && !piece->optional && !piece->spread);
        spread |= piece->spread;
        optional |= piece->optional;
    }
    if (wrong) {
        object(signature, file, place->site.start,
               STR("a parameter with a default, or for several arguments, would not be last"));
        return false;
    }
    *with = call_form_write_list(signature->rename->request->arena, file->text, list, pieces,
                                 signature->count);
    return true;
}

/* ---- calls ---- */

typedef struct Passed {
    const SignaturePiece *of[SIGNATURE_PIECES_MAX + 1]; /* by parameter, without the receiver */
    const SignaturePiece *more[SIGNATURE_PIECES_MAX];   /* for a parameter that takes several */
    size_t more_count;
} Passed;

static Str read_passed(const Signature *signature, const SignatureList *list, Passed *passed)
{
    size_t first = signature->by_owner, count = signature->model.count - first;
    bool several = count && signature->model.pieces[first + count - 1].spread;
    *passed = (Passed){0};
    for (size_t i = 0; i < list->count; i++) {
        const SignaturePiece *piece = &list->pieces[i];
        size_t index = i;
        if (piece->spread || list->odd)
            return STR("what this call passes is not known");
        if (piece->name.len && (!find_parameter(signature, piece->name, &index) || index < first))
            return STR("it passes a name that is no parameter");
        index -= piece->name.len ? first : 0;
        if (several && index + 1 >= count && !piece->name.len)
            passed->more[passed->more_count++] = piece;
        else if (index >= count || passed->of[index])
            return STR("it passes other arguments than the function takes");
        else
            passed->of[index] = piece;
    }
    return (Str){0};
}

/* An argument without the name that it is passed by. */
static Str value_of(const SignaturePiece *piece)
{
    Str rest = str_from_offset(piece->text, piece->name.len);
    size_t equals = piece->name.len ? str_find_byte(rest, '=') : STR_NONE;
    return equals == STR_NONE ? rest : str_trim(str_from_offset(rest, equals + 1));
}

/* Whether the arguments keep their order if one of them computes something, and none of these goes.
 */
static bool keeps_order(const Signature *signature, const Passed *passed)
{
    uint32_t last = 0;
    size_t first = signature->by_owner, kept = 0, had = 0;
    bool sorted = true;
    for (size_t i = 0; i < signature->count; i++) {
        size_t old = signature->order[i];
        const SignaturePiece *piece = old == ADDED || old < first ? NULL : passed->of[old - first];
        if (!piece || is_literal(signature, value_of(piece)))
            continue;
        sorted &= piece->start > last;
        last = piece->start;
        kept += !call_form_is_plain(value_of(piece));
    }
    for (size_t i = 0; i + first < signature->model.count; i++)
        had += passed->of[i] && !call_form_is_plain(value_of(passed->of[i]));
    return kept == had && (sorted || !had) && (!passed->more_count || sorted);
}

static Str named(const Signature *signature, size_t old, Str value)
{
    Str name = old == ADDED ? signature->added.name : signature->model.pieces[old].name;
    return str_format(signature->rename->request->arena, "%.*s=%.*s", STR_ARG(name),
                      STR_ARG(value));
}

/* The arguments for the new order; *why: it cannot be written. */
static size_t pass(const Signature *signature, const Passed *passed, Str *pieces, Str *why)
{
    size_t count = 0, first = signature->by_owner;
    bool gap = false;
    for (size_t i = first; i < signature->count; i++) {
        size_t old = signature->order[i];
        const SignaturePiece *piece = old == ADDED ? NULL : passed->of[old - first];
        bool takes_more = old != ADDED && signature->model.pieces[old].spread;
        Str value = piece ? piece->text : old == ADDED ? signature->change->value : (Str){0};
        bool by_name = piece && piece->name.len;
        if (takes_more)
            continue;
        gap |= !value.len || by_name;
        if (!value.len)
            continue;
        if (gap && !signature->facts->names_arguments)
            *why = STR("it leaves out an argument before another one");
        pieces[count++] = gap && !by_name ? named(signature, old, value) : value;
    }
    if (passed->more_count && gap)
        *why = STR("it passes several arguments after one that it leaves out");
    for (size_t i = 0; i < passed->more_count; i++)
        pieces[count++] = passed->more[i]->text;
    return count;
}

/* Whether the brackets may be those of a declaration that is not known as one. */
static bool may_declare(const Signature *signature, const SignatureFile *file,
                        const RenamePlace *place, const SignatureList *list)
{
    static const char before_calls[] = "return else case throw assert do yield in await and or not";
    size_t token = token_at(file, place->site.start), end = token_at(file, list->end) + 1;
    Str word = token ? token_text(file, token - 1) : (Str){0}, next = token_text(file, end);
    bool typed = signature->facts->names_are_last && word.len && byte_is_word(word.ptr[0]);
    return (typed && !name_is_listed(before_calls, word)) ||
           (!signature->facts->names_share_types &&
            (str_equal(next, STR("{")) || str_equal(next, STR("throws"))));
}

/* Python: `f(x for x in y)` has no brackets of its own. */
static bool is_bare_generator(const Signature *signature, const SignatureList *list)
{
    return signature->facts->names_arguments && list->count == 1 &&
           !byte_in(list->pieces[0].text.ptr[0], "([{'\"") &&
           rename_find_mark(list->pieces[0].text, STR("for"), 0) != STR_NONE;
}

static bool change_call(const Signature *signature, const SignatureFile *file,
                        const RenamePlace *place, size_t bracket, Str *with, SignatureList *list)
{
    Str pieces[SIGNATURE_PIECES_MAX * 2 + 1], why;
    Passed passed = {0};
    call_form_read_list(signature->facts, file->text, &file->tokens, bracket, false, list);
    bool appended = signature->change->add.len && !signature->change->value.len;
    why = appended ? (Str){0} : read_passed(signature, list, &passed);
    if (may_declare(signature, file, place, list)) {
        object(signature, file, place->site.start,
               STR("the form of this declaration is not known"));
        return false;
    }
    if (!appended && !why.len && is_bare_generator(signature, list))
        why = STR("what this call passes is not known");
    if (appended) {
        *with = str_slice(file->text, list->start, list->end);
        return true;
    }
    if (!why.len && !keeps_order(signature, &passed))
        why = STR("an argument that computes something would be passed in another order, or not");
    if (!why.len && signature->by_owner && !signature->of_type && place->site.qualifier.len &&
        rename_is_owner_named(signature->rename, place->site.qualifier))
        why = STR("it is called through its type, with the object as an argument");
    size_t count = why.len ? 0 : pass(signature, &passed, pieces, &why);
    if (why.len) {
        object(signature, file, place->site.start, why);
        return false;
    }
    *with =
        call_form_write_list(signature->rename->request->arena, file->text, list, pieces, count);
    return true;
}

/* ---- files ---- */

/* Whether an import gives the function another name, under which calls are not seen. */
static bool is_renamed(const Import *import, Str name)
{
    bool renamed = false;
    for (size_t i = 0; i < import->bindings.len; i++) {
        const Binding *binding = &import->bindings.ptr[i];
        renamed |=
            binding->alias.len && str_ends(binding->name, name) && !str_ends(binding->alias, name);
    }
    return renamed;
}

/* `exports.f = f` */
static bool is_export(const Rename *rename, const SignatureFile *file, size_t at)
{
    Arena *arena = rename->request->arena;
    Str line = str_trim(rename_line_at(file->text, at));
    Str wanted =
        str_format(arena, "exports.%.*s = %.*s", STR_ARG(rename->old), STR_ARG(rename->old));
    while (line.len && line.ptr[line.len - 1] == ';')
        line.len--;
    return rename->facts->exports && str_ends(line, wanted) &&
           (line.len == wanted.len || str_equal(line, str_join(arena, STR("module."), wanted)));
}

static bool is_import(const Rename *rename, const SignatureFile *file, const RenamePlace *place)
{
    for (size_t i = 0; i < file->outline->imports.len; i++) {
        const Import *import = &file->outline->imports.ptr[i];
        bool within = import->start <= place->site.start && place->site.start < import->end;
        bool taken = rename_node_is(rename->facts->shorthand, &place->site) &&
                     import->line == place->site.line && place->site.start < import->start;
        if (within || taken)
            return !is_renamed(import, rename->old);
    }
    return place->site.in_list || (place->site.exported && !place->site.access) ||
           is_export(rename, file, place->site.start);
}

static void open_file(const Rename *rename, uint32_t index, SignatureFile *file)
{
    size_t kept = 0;
    const RenameFile *of = &rename->files.ptr[index];
    *file = (SignatureFile){.index = index, .text = of->text, .outline = &of->outline};
    code_tokens_read(rename->request->arena, of->language, of->text, &file->tokens);
    for (size_t i = 0; i < file->tokens.len; i++)
        if (file->tokens.ptr[i].kind != TOKEN_INDENT)
            file->tokens.ptr[kept++] = file->tokens.ptr[i];
    file->tokens.len = kept;
}

/* Changes one place; the text since the last one is put first. */
static void change_place(const Signature *signature, const SignatureFile *file, RenamePlace *place,
                         Buf *out, size_t *at)
{
    SignatureList list;
    Str with;
    size_t bracket = bracket_after(file, place);
    place->applied = false;
    bool declares = place->declares && !is_export(signature->rename, file, place->site.start);
    bool changed = declares  ? change_parameters(signature, file, place, &with, &list)
                   : bracket ? change_call(signature, file, place, bracket, &with, &list)
                             : false;
    if (!declares && !bracket && !is_import(signature->rename, file, place))
        object(signature, file, place->site.start,
               STR("it is used as a value here, and its calls are not seen"));
    if (changed && list.start < *at)
        object(signature, file, place->site.start, STR("it is called within its own arguments"));
    else if (changed) {
        buf_put(out, str_slice(file->text, *at, list.start));
        buf_put(out, with);
        *at = list.end;
        place->applied = !str_equal(with, str_slice(file->text, list.start, list.end));
    }
    if (!place->applied)
        place->verdict = RENAME_OTHER;
}

static void change_file(const Signature *signature, uint32_t index, EditSet *set)
{
    Rename *rename = signature->rename;
    SignatureFile file;
    Buf out = buf_open(rename->request->arena, 0);
    size_t at = 0;
    EditFile edit = {.status = EDIT_CHANGED,
                     .path = rename->catalog->files.ptr[rename->files.ptr[index].id].path,
                     .before = rename->files.ptr[index].text};
    open_file(rename, index, &file);
    for (size_t i = 0; i < rename->places.len; i++) {
        RenamePlace *place = &rename->places.ptr[i];
        if (place->file != index || place->verdict != RENAME_EXACT)
            continue;
        change_place(signature, &file, place, &out, &at);
        edit.start = edit.start || !place->applied ? edit.start : place->site.line;
        edit.end = place->site.line;
    }
    buf_put(&out, str_from_offset(file.text, at));
    edit.after = buf_str(&out);
    if (!str_equal(edit.before, edit.after))
        *VEC_PUSH(rename->request->arena, &set->files) = edit;
}

/* An interface of one method is a type of functions, which no name leads to. */
static void check_interfaces(Rename *rename, const SignatureFacts *facts)
{
    for (size_t i = 0; facts->has_function_interfaces && i < rename->owners.len; i++) {
        SymbolPlace place = catalog_place(rename->catalog, rename->owners.ptr[i]);
        const CatalogFile *row = catalog_row(rename->catalog, place.file);
        size_t methods = 0;
        for (uint32_t k = 1; k < row->count; k++)
            methods += row->entries[k].parent == place.index &&
                       row->entries[k].kind == SYMBOL_METHOD &&
                       entry_is_declaration(&row->entries[k]);
        if (row->entries[place.index].kind == SYMBOL_INTERFACE && methods == 1)
            rename_add_conflict(rename, row->path, row->entries[place.index].start_line,
                                STR("a lambda may be this interface"));
    }
}

/* Reads the parameters of the symbol that was named. */
static bool read_model(Signature *signature, Err *err)
{
    Rename *rename = signature->rename;
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        SignatureFile file;
        if (!place->declares || place->within != rename->symbol || place->verdict != RENAME_EXACT)
            continue;
        open_file(rename, place->file, &file);
        const Symbol *symbol = symbol_of(&file, place);
        size_t bracket = bracket_after(&file, place);
        bool still = false;
        if (!symbol || !bracket)
            continue;
        call_form_read_list(signature->facts, file.text, &file.tokens, bracket, true,
                            &signature->model);
        Str head = str_slice(file.text, symbol->start, symbol->name_start);
        (void)read_decorators(signature, head, &still);
        signature->of_type = says(head, signature->facts->of_type);
        signature->by_owner =
            signature->model.count && !still && rename->is_member &&
            name_is_listed(signature->facts->receivers, signature->model.pieces[0].name);
        return !signature->model.odd ||
               err_set(err, ERR_FAILED, "the parameters of '%.*s' are not understood",
                       STR_ARG(rename->old));
    }
    return err_set(err, ERR_FAILED, "where '%.*s' declares parameters is not known",
                   STR_ARG(rename->old));
}

/* The state after the edit: every import and exact reference leads where it led. */
static bool prove(Rename *rename, const EditSet *set, bool sheds, Err *err)
{
    Relocate frame = {.frame = rename, .set = *set, .sheds = sheds};
    frame.moved_at = NEW(rename->request->arena, uint32_t, rename->catalog->files.len + 1);
    RelocateProof *proof = relocate_note(&frame);
    resolve_close(&rename->resolver);
    return relocate_prove(&frame, proof, err);
}

bool call_form_plan(Rename *rename, const SignatureChange *change, EditSet *set, Err *err)
{
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    const Language *language = rename->catalog->files.ptr[place.file].language;
    Signature signature = {.rename = rename, .change = change, .facts = call_form_facts(language)};
    if (!signature.facts || rename->local.is_set || !rename->is_function)
        return err_set(err, ERR_FAILED, "the signature of '%.*s' cannot be changed: %s",
                       STR_ARG(rename->old),
                       signature.facts ? "it is no function"
                                       : "it is not known how its language passes arguments");
    if (!rename_find_all(rename, err) || !read_model(&signature, err) ||
        (change->add.len && !read_added(&signature, err)) || !set_order(&signature, err))
        return false;
    check_interfaces(rename, signature.facts);
    rename_choose(rename, &(RenameChoice){0});
    if (rename_is_refused(rename, &(RenameChoice){0}))
        return true;
    for (uint32_t i = 0; i < rename->files.len; i++)
        change_file(&signature, i, set);
    return rename->conflicts.len || prove(rename, set, change->remove.len > 0, err);
}

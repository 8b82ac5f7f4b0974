/* Whether something turns the old name into data: what code of the tree does, row by row of the
   language's table, with all that may be meant by the name. */
#include "refactor/rename.h"

#include "base/path.h"
#include "lang/registry.h"
#include "text/lines.h"

/* ---- who is meant ---- */

/* TypeScript: whether nothing is left of the type when the program runs. */
static bool vanishes(const Rename *rename)
{
    for (size_t i = 0; i < rename->family.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, rename->family.ptr[i])->kind;
        if (kind != SYMBOL_INTERFACE && kind != SYMBOL_TYPE && kind != SYMBOL_CONSTANT &&
            kind != SYMBOL_VARIABLE && kind != SYMBOL_OBJECT)
            return false;
    }
    return rename->facts->types_vanish;
}

static unsigned names_of(const Rename *rename)
{
    if (rename->facts->hash_is_private && str_starts(rename->old, STR("#")))
        return 0;
    if (rename->is_variant)
        return NAMES_VARIANTS |
               (rename->facts->modules_are_values && !rename->facts->interfaces_have_shape
                    ? NAMES_FIELDS
                    : 0);
    if (rename->is_type)
        return vanishes(rename) ? 0 : NAMES_TYPES;
    if (rename->is_function)
        return rename->is_member ? NAMES_METHODS : NAMES_FUNCTIONS;
    return rename->is_member ? NAMES_FIELDS | NAMES_VARIANTS * rename->is_constant : NAMES_OTHERS;
}

static bool is_beside(const Rename *rename, const CatalogFile *row)
{
    const Catalog *catalog = rename->catalog;
    for (size_t i = 0; i < rename->family.len; i++) {
        SymbolPlace place = catalog_place(catalog, rename->family.ptr[i]);
        if (str_equal(path_directory(catalog_row(catalog, place.file)->path),
                      path_directory(row->path)))
            return true;
    }
    return false;
}

/* Whether the line is a comment as a whole. */
static bool is_comment(const Language *language, Str line)
{
    Str rest = language->line_comment ? str_from(language->line_comment) : (Str){0}, mark;
    line = str_trim(line);
    while (str_take_until(&rest, ' ', &mark))
        if (mark.len && str_starts(line, mark))
            return true;
    return language->block_comment && str_starts(line, STR("* "));
}

/* ---- the rows ---- */

/* Whether the arguments have the name; a call of the function hands over its result only. */
static bool hands_over(const Rename *rename, Str text, Str arguments)
{
    if (!rename->is_function)
        return rename_speaks_of(rename, arguments);
    return rename_hands_mark(rename, text, arguments, rename->old);
}

/* Whether the text imports the word as a module: `import * as all`, `all = require(…)`. */
static bool is_module(Str text, Str word)
{
    static const char *const marks[] = {"* as ", "import "};
    for (size_t at = 0; word.len && (at = rename_find_mark(text, word, at)) != STR_NONE;
         at += word.len) {
        Str before = str_slice(text, 0, at), after = str_trim(str_from_offset(text, at + word.len));
        for (size_t i = 0; i < COUNT(marks); i++)
            if (str_ends(before, str_from(marks[i])))
                return true;
        after = str_starts(after, STR("=")) ? str_trim(str_from_offset(after, 1)) : (Str){0};
        if (str_starts(after, STR("require(")) || str_starts(after, STR("await import(")) ||
            str_starts(after, STR("importlib.import_module(")))
            return true;
    }
    return false;
}

static Str line_before(Str text, size_t at)
{
    return str_trim(str_slice(text, lines_start_at(text, at), at));
}

static Str line_after(Str text, size_t at)
{
    Str rest = str_from_offset(text, at);
    return str_trim(str_slice(rest, 0, str_find_byte(rest, '\n')));
}

/* Whether what the mark makes is only compared with a type: `typeof(A) == b.GetType()`,
   `get_class(a) === A::class`, or asked for a plain value: `typeof(A).IsInterface`. */
static bool is_compared(const char *plain, Str text, size_t at, Str mark)
{
    size_t end = at + mark.len;
    if (end >= text.len || text.ptr[end] != '(')
        return false;
    end += rename_arguments(text, end).len + 2;
    if (end < text.len && text.ptr[end] == '.' &&
        name_is_listed(plain, str_slice(text, end + 1, str_word_end(text, end + 1))))
        return true;
    Str before = line_before(text, at), after = line_after(text, end);
    bool left = str_ends(before, STR("==")) || str_ends(before, STR("!="));
    bool right = str_starts(after, STR("==")) || str_starts(after, STR("!="));
    Str other = left ? before : after;
    return (left || right) &&
           (str_equal(mark, STR("typeof")) || str_find(other, STR("::class")) != STR_NONE);
}

/* Whether the type at the offset is handed over as a whole: `dump(Level)`, but not `f(Level.LOW)`,
   and not to one of the marks. */
static bool is_handed(const NameData *data, Str text, size_t at, Str type)
{
    Str before = line_before(text, at), after = line_after(text, at + type.len);
    Str callee = rename_callee_around(text, at), rest = str_from(data->marks), mark;
    bool listed = str_equal(str_last_word(before), STR("in"));
    bool given = str_ends(before, STR("=")) && (!after.len || after.ptr[0] == ';') &&
                 str_find(before, STR("type ")) == STR_NONE;
    bool argument = callee.len && before.len && byte_in(before.ptr[before.len - 1], "(,") &&
                    (!after.len || byte_in(after.ptr[0], ",)"));
    Str to =
        callee.len ? str_slice(text, 0, (size_t)(callee.ptr - text.ptr) + callee.len) : (Str){0};
    while (argument && str_take_until(&rest, ' ', &mark))
        argument = !str_ends(to, mark);
    return listed || given || argument;
}

/* Whether the name of a type is read, which the symbol is not: `type(self).__name__`. */
static bool is_of_type(const Rename *rename, const NameData *data, Str text, size_t at)
{
    bool called;
    Str line = str_slice(text, lines_start_at(text, at), at);
    return !(data->names & NAMES_TYPES) &&
           name_is_listed(rename->facts->type_words, rename_last_step(line, &called));
}

/* Whether the mark at the offset takes no name: it is the name of a member, or only compares. */
static bool is_idle(const Rename *rename, const NameData *data, Str text, size_t at, Str mark)
{
    Str after = line_after(text, at + mark.len), around = rename_callee_around(text, at);
    bool beside = data->reach == REACH_BESIDE || data->reach == REACH_TREE;
    bool named = data->reach == REACH_SHOWN && byte_is_word(mark.ptr[mark.len - 1]) &&
                 str_starts(after, STR("="));
    return named || (mark.ptr[0] == '.' && is_of_type(rename, data, text, at)) ||
           (beside && (is_compared(rename->facts->plain, text, at, mark) ||
                       (around.len && name_is_listed(rename->facts->plain, around))));
}

/* Python: whether the expression in braces that is shown with its value has the name: `{old(2)=}`.
 */
static bool is_shown_before(const Rename *rename, Str text, size_t at)
{
    Str line = str_slice(text, lines_start_at(text, at), at);
    size_t open = str_find_last_byte(line, '{');
    return open != STR_NONE &&
           rename_find_mark(str_from_offset(line, open), rename->old, 0) != STR_NONE;
}

/* Whether the construct is no call, but an argument: `all.forEach(System.out::println)`. */
static bool is_handed_on(Str text, size_t end)
{
    while (end < text.len && byte_in(text.ptr[end], " \t"))
        end++;
    return end < text.len && byte_in(text.ptr[end], "),");
}

/* Whether an index is a plain text: `Level["Warn"]`. */
static bool is_written_key(Str text, size_t at)
{
    char quote = at < text.len ? text.ptr[at] : 0;
    size_t end = at + 1;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return byte_in(quote ? quote : 'x', "\"'") && end + 1 < text.len && text.ptr[end] == quote &&
           text.ptr[end + 1] == ']';
}

static bool is_evidence(const Rename *rename, const NameData *data, Str text, size_t at, Str mark)
{
    if (is_idle(rename, data, text, at, mark))
        return false;
    if (data->reach == REACH_JOINED)
        return rename_joins_value(rename, text, at);
    if (data->reach == REACH_SHOWN && is_handed_on(text, at + mark.len))
        return rename_names_carrier(rename, text, rename_line_at(text, at));
    if (data->reach == REACH_SHOWN) {
        size_t start = at, next = at + mark.len;
        if (str_equal(mark, STR("$")) && next < text.len && byte_is_word(text.ptr[next]))
            return rename_may_be_value(rename, text,
                                       str_slice(text, next, str_word_end(text, next)));
        while (start && (byte_is_word(text.ptr[start - 1]) || byte_in(text.ptr[start - 1], ".()")))
            start--;
        if (mark.ptr[0] == '.')
            return rename_may_be_value(rename, text, str_slice(text, start, at));
        bool of_enum = data->needs && str_starts(str_from(data->needs), STR("Enum"));
        ((Rename *)rename)->shown_plain = of_enum ? rename->facts->enum_values : NULL;
        return rename_shows_value(rename, text, rename_arguments(text, at + mark.len));
    }
    if (data->reach == REACH_MODULE)
        return is_module(text, str_first_word(str_trim(rename_arguments(text, at + mark.len))));
    if (data->reach == REACH_MADE) {
        Str callee = rename_callee_around(text, at);
        return callee.len &&
               (rename_is_owner_named(rename, callee) ||
                (name_is_listed("cls replace", callee) && rename_speaks_of(rename, text)));
    }
    if (data->reach == REACH_INDEXED && is_written_key(text, at + mark.len))
        return false; /* renamed with the member */
    if (data->reach == REACH_INDEXED) {
        Str word = str_word_before(text, at);
        return rename_is_owner_named(rename, word) ||
               (name_is_listed("cls", word) && rename_speaks_of(rename, text));
    }
    if (data->reach == REACH_BEFORE)
        return is_shown_before(rename, text, at);
    return data->reach != REACH_AROUND ||
           hands_over(rename, text, rename_arguments(text, at + mark.len));
}

/* Whether what is shown may be a value of the type. */
static bool is_shown(const NameData *data)
{
    return data->reach == REACH_SHOWN || data->reach == REACH_JOINED;
}

static bool reaches(const Rename *rename, const NameData *data, const CatalogFile *row, Str text)
{
    if (data->reach == REACH_TYPED)
        return rename_may_serialize(rename, &rename->holders, text);
    if (data->reach == REACH_TREE || data->reach == REACH_AROUND || data->reach == REACH_BEFORE ||
        data->reach == REACH_MODULE || data->reach == REACH_MADE || data->reach == REACH_INDEXED ||
        data->reach == REACH_HANDED)
        return true;
    return is_shown(data) || rename_speaks_of(rename, text) || is_beside(rename, row);
}

/* The first place where an owner is handed over as a whole. */
static void scan_handed(Rename *rename, NameEvidence *evidence, const NameData *data,
                        const CatalogFile *row, Str text)
{
    for (size_t i = 0; i < rename->owners.len; i++) {
        Str type = rename_owner_name(rename, i);
        for (size_t at = 0; (at = rename_find_mark(text, type, at)) != STR_NONE; at += type.len)
            if (!evidence->path.len && !is_comment(row->language, rename_line_at(text, at)) &&
                is_handed(data, text, at, type))
                *evidence = (NameEvidence){row->path, type, (uint32_t)lines_at_offset(text, at)};
    }
}

static void scan_row(Rename *rename, NameEvidence *evidence, const NameData *data,
                     const CatalogFile *row, Str text)
{
    if (data->reach == REACH_HANDED) {
        scan_handed(rename, evidence, data, row, text);
        return;
    }
    Str rest = str_from(data->marks), mark;
    while (!evidence->path.len && str_take_until(&rest, ' ', &mark))
        for (size_t at = 0; (at = rename_find_mark(text, mark, at)) != STR_NONE; at += mark.len)
            if (!is_comment(row->language, rename_line_at(text, at)) &&
                is_evidence(rename, data, text, at, mark)) {
                *evidence = (NameEvidence){row->path, mark, (uint32_t)lines_at_offset(text, at)};
                break;
            }
}

void rename_begin_data(Rename *rename)
{
    const NameData *data = rename->facts->data;
    bool typed = false, shown = false;
    for (size_t i = 0; data && data[i].marks; i++) {
        bool meant = data[i].names & names_of(rename);
        typed |= meant && data[i].reach == REACH_TYPED;
        shown |= meant && is_shown(&data[i]);
    }
    if (typed)
        rename_find_holders(rename);
    if (shown)
        rename_find_carriers(rename);
}

void rename_scan_data(Rename *rename, const CatalogFile *row, Str text)
{
    const NameData *data = rename->facts->data;
    unsigned names = names_of(rename);
    rename->scanned = row;
    for (size_t i = 0; data && data[i].marks && i < COUNT(rename->evidence); i++) {
        bool idle = is_shown(&data[i]) && !rename->carriers; /* a move changes no name */
        if (!idle && data[i].names & names && data[i].reach != REACH_DECLARED &&
            !rename->evidence[i].path.len && reaches(rename, &data[i], row, text))
            scan_row(rename, &rename->evidence[i], &data[i], row, text);
    }
}

/* ---- what the declaration says ---- */

/* The declaration with the lines before it that belong to it: attributes, decorators. */
static Str declaration_of(const RenameFile *file, const Symbol *symbol, bool head)
{
    size_t start = MIN(symbol->lead, symbol->start), end = head ? symbol->name_end : symbol->end;
    while (start && start > 1) {
        size_t before = start - 1;
        while (before && file->text.ptr[before - 1] != '\n')
            before--;
        Str line = str_trim(str_slice(file->text, before, start));
        if (!line.len || !byte_in(line.ptr[0], "#@["))
            break;
        start = before;
    }
    while (end < file->text.len && file->text.ptr[end] != '\n')
        end++;
    return str_slice(file->text, start, end);
}

/* Whether a declaration of the symbol or, with `around`, of its types has one of the marks. */
static bool declares_mark(const Rename *rename, const char *marks, bool around, Str *found)
{
    for (size_t f = 0; f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        const CatalogFile *row = &rename->catalog->files.ptr[file->id];
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            uint32_t id = row->first + (uint32_t)i + 1;
            bool own = rename_has(rename, id), owner = around && rename_is_owner(rename, id);
            if ((own || owner) &&
                rename_has_mark(
                    declaration_of(file, &file->outline.symbols.ptr[i], owner || rename->is_type),
                    marks, found))
                return true;
        }
    }
    return false;
}

/* Whether the text has one of the tags, which `|` separates, and a name follows. */
static bool has_tag(Str text, const char *tags)
{
    Str rest = str_from(tags), tag;
    while (str_take_until(&rest, '|', &tag)) {
        size_t at = rename_find_mark(text, tag, 0), end = at + tag.len;
        if (at != STR_NONE && end < text.len && !byte_in(text.ptr[end], ",\""))
            return true;
    }
    return false;
}

/* Whether each field that is declared has a tag that names it: `json:"x"`, but not `json:",x"`. */
static bool is_named_apart(const Rename *rename, const char *tag)
{
    for (size_t f = 0; f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        const CatalogFile *row = &rename->catalog->files.ptr[file->id];
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            if (!rename_has(rename, row->first + (uint32_t)i + 1))
                continue;
            if (!has_tag(declaration_of(file, &file->outline.symbols.ptr[i], false), tag))
                return false;
        }
    }
    return true;
}

static void tell(Rename *rename, Str path, uint32_t line, Str mark)
{
    rename_add_told(rename, path, line,
                    str_format(rename->request->arena,
                               "by '%.*s' the program may show or look up the name '%.*s'",
                               STR_ARG(mark), STR_ARG(rename->old)));
}

void rename_check_data(Rename *rename)
{
    const NameData *data = rename->facts->data;
    unsigned names = names_of(rename);
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    const CatalogFile *home = catalog_row(rename->catalog, place.file);
    bool hidden =
        !lang_shows(home->language, rename->old) && !lang_shows(home->language, rename->new);
    bool moves = lang_shows(home->language, rename->old) != lang_shows(home->language, rename->new);
    for (size_t i = 0; data && data[i].marks && i < COUNT(rename->evidence); i++) {
        NameEvidence *evidence = &rename->evidence[i];
        Str found;
        if (data[i].reach == REACH_DECLARED && data[i].names & names &&
            declares_mark(rename, data[i].marks, true, &found))
            *evidence = (NameEvidence){home->path, found, home->entries[place.index].start_line};
        if (!evidence->path.len || (data[i].shown_only && hidden) ||
            (data[i].needs && !declares_mark(rename, data[i].needs, true, &found)) ||
            (data[i].tag && !moves && is_named_apart(rename, data[i].tag)))
            continue;
        tell(rename, evidence->path, evidence->line, evidence->mark);
    }
}

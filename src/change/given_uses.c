/* An expression has the type if it is a name that the file declares so, a field that some file
   declares so, or a literal. Where it is handed on, what is declared there must name the type;
   otherwise an interface is asked for. */
#include "change/given_uses.h"

#include "text/lines.h"

/* Methods that printing looks for in any value. */
static const char *const printed = "String Error Format GoString";

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    const Consequence *use;
    Str type, method;
    Str wanted;    /* the interface; empty: anything but the type */
    StrVec fields; /* of all files */
    StrVec names;  /* of this file */
    size_t *count;
} Seeking;

static void add(Seeking *seeking, const UseText *file, size_t token)
{
    Consequence use = *seeking->use;
    use.line = use_text_line(file, token);
    ++*seeking->count;
    use_text_add(seeking->uses, seeking->found, file, &use);
}

static bool begins_line(const UseText *file, size_t i)
{
    return !i || use_text_line(file, i) != use_text_line(file, i - 1);
}

/* ---- values of the type ---- */

/* Notes what one mention of the type declares: `q Quantity`, `q, r := unit.Quantity{`. A name that
   begins its line is a field. */
static void note_names(Seeking *seeking, const UseText *file, size_t mention)
{
    Arena *arena = seeking->uses->arena;
    size_t at = mention;
    if (at > 1 && use_text_mark(file, at - 1) == '.')
        at -= 2;
    bool set = false;
    for (char mark; at > 1 && (mark = use_text_mark(file, at - 1)); at--) {
        if (!byte_in(mark, ":=") && !(mark == '&' && seeking->wanted.len))
            break;
        set |= mark == '=';
    }
    while (at && use_text_is_any_word(file, at - 1) &&
           (set || use_text_line(file, at - 1) == use_text_line(file, mention))) {
        Str name = use_text_at(file, at - 1);
        bool field = !set && begins_line(file, at - 1) && begins_line(file, mention + 1);
        *VEC_PUSH(arena, field ? &seeking->fields : &seeking->names) = name;
        if (at < 3 || use_text_mark(file, at - 2) != ',')
            return;
        at -= 2;
    }
}

/* The end of the expression at a token whose value has the type; 0: another token. *start is where
   it begins, with what it is a member of. */
static size_t value_at(const Seeking *seeking, const UseText *file, size_t i, size_t *start)
{
    Str word = use_text_at(file, i);
    bool member = i && use_text_mark(file, i - 1) == '.';
    size_t end = i + 1;
    if (!use_text_is_any_word(file, i))
        return 0;
    if (str_equal(word, seeking->type) && use_text_mark(file, end) == '{')
        end = use_text_close(file, end) + 1;
    else if (!change_texts_have(member ? &seeking->fields : &seeking->names, word))
        return 0;
    char next = use_text_mark(file, end);
    if (next && byte_in(next, ".([") && !begins_line(file, end)) /* the value of more than it */
        return 0;
    *start = i;
    while (*start > 1 && use_text_mark(file, *start - 1) == '.') {
        size_t at = *start - 2, depth = 0;
        for (; at; at--) { /* what is in brackets belongs to it */
            char mark = use_text_mark(file, at);
            depth += mark && byte_in(mark, ")]");
            if (!depth)
                break;
            depth -= mark && byte_in(mark, "([");
        }
        *start = at;
    }
    return end;
}

/* ---- what is asked for ---- */

static bool names_type(Str text, Str type)
{
    for (size_t at = 0, next; (next = str_find(str_from_offset(text, at), type)) != STR_NONE;) {
        size_t begin = at + next, end = begin + type.len;
        if ((!begin || !byte_is_word(text.ptr[begin - 1])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return true;
        at = end;
    }
    return false;
}

/* The head of a declaration, up to its body. */
static Str head_of(const UseText *file, uint32_t line)
{
    Str text = str_from_offset(file->text, lines_offset(file->text, line));
    return str_slice(text, 0, MIN(str_find(text, STR("{\n")), str_find(text, STR("\n\n"))));
}

/* Whether a declared type is not that of the value, or with `wanted` the interface. */
static bool is_other_type(const Seeking *seeking, Str text)
{
    return seeking->wanted.len ? names_type(text, seeking->wanted)
                               : !names_type(text, seeking->type);
}

/* Whether a function of the name asks for something else than the type, as its head says. One that
   no file declares is known if it prints. */
static bool asks_for_other(const Seeking *seeking, const UseText *file, size_t name)
{
    Catalog *catalog = seeking->uses->catalog;
    const IdSpan all = catalog_named(catalog, names_find(&catalog->names, use_text_at(file, name)));
    for (size_t i = 0; i < all.len; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        const CatalogFile *row = catalog_row(catalog, place.file);
        const UseText *other = use_text_open(seeking->uses, row->path);
        if (!symbol_is_callable((SymbolKind)row->entries[place.index].kind) || !other)
            continue;
        return is_other_type(seeking, head_of(other, row->entries[place.index].start_line));
    }
    bool prints = name > 1 && use_text_mark(file, name - 1) == '.' &&
                  str_is_listed(use_text_at(file, name - 2), "fmt log");
    return prints && str_is_listed(seeking->method, printed);
}

/* The bracket that opens around a token; 0: none does. */
static size_t opening_of(const UseText *file, size_t i)
{
    size_t depth = 0;
    while (i-- > 1) {
        char mark = use_text_mark(file, i);
        depth += mark && byte_in(mark, ")]}");
        if (mark && byte_in(mark, "([{") && !depth--)
            return i;
    }
    return 0;
}

static bool is_given_to_other(const Seeking *seeking, const UseText *file, size_t start, size_t end)
{
    char before = start ? use_text_mark(file, start - 1) : '\0', next = use_text_mark(file, end);
    bool handed = before && byte_in(before, "(,") && next && byte_in(next, "),");
    size_t open = handed ? opening_of(file, start) : 0;
    return open && use_text_mark(file, open) == '(' && use_text_is_any_word(file, open - 1) &&
           asks_for_other(seeking, file, open - 1);
}

/* Whether a function whose head does not name the type returns the value. */
static bool is_returned_as_other(const Seeking *seeking, const UseText *file, size_t start)
{
    size_t i = start;
    if (!start || !use_text_is_word(file, start - 1, STR("return")))
        return false;
    while (i && !(use_text_is_word(file, i, STR("func")) && begins_line(file, i)))
        i--;
    Str head = head_of(file, use_text_line(file, i));
    size_t list = str_find_last_byte(head, ')');
    Str before = str_trim(str_slice(head, 0, list));
    bool several = list != STR_NONE && !str_trim(str_from_offset(head, list + 1)).len;
    Str result = several ? before : str_from_offset(head, list == STR_NONE ? 0 : list + 1);
    return use_text_is_word(file, i, STR("func")) && is_other_type(seeking, result);
}

/* Whether a declared variable of another type gets the value: `var _ I = T{}`. */
static bool is_kept_as_other(const Seeking *seeking, const UseText *file, size_t start)
{
    size_t i = start;
    while (i && !begins_line(file, i))
        i--;
    if (start < i + 4 || use_text_mark(file, start - 1) != '=' ||
        !use_text_is_word(file, i, STR("var")))
        return false;
    Str text =
        str_slice(file->text, file->tokens.ptr[i + 2].start, file->tokens.ptr[start - 1].start);
    return str_trim(text).len && is_other_type(seeking, text);
}

static void look_in(Seeking *seeking, const UseText *file)
{
    for (size_t i = 1; i < file->tokens.len; i++) {
        bool of_value = seeking->method.len && use_text_is_word(file, i, seeking->method) &&
                        use_text_mark(file, i - 1) == '.' && i > 1 &&
                        byte_in(use_text_mark(file, i - 2), "])");
        size_t start = i, end = value_at(seeking, file, i, &start);
        char before = start ? use_text_mark(file, start - 1) : '\0';
        bool address = before && byte_in(before, "&*");
        if (address && end && seeking->wanted.len) {
            start--;
            address = false;
        }
        if (of_value || (end && !address &&
                         (is_given_to_other(seeking, file, start, end) ||
                          is_returned_as_other(seeking, file, start) ||
                          is_kept_as_other(seeking, file, start))))
            add(seeking, file, i);
    }
}

void given_uses_add(TextUses *uses, const FileIdVec *files, const GivenType *given, size_t *count,
                    ConsequenceVec *found)
{
    Seeking seeking = {.uses = uses,
                       .found = found,
                       .use = given->use,
                       .type = given->type,
                       .method = given->method,
                       .wanted = given->interface,
                       .count = count};
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < files->len; i++) {
            const UseText *file = use_text_open(uses, uses->catalog->files.ptr[files->ptr[i]].path);
            seeking.names.len = 0;
            for (size_t k = 0; file && k < file->tokens.len; k++)
                if (use_text_is_word(file, k, given->type))
                    note_names(&seeking, file, k);
            if (file && pass)
                look_in(&seeking, file);
        }
}

/* ---- heirs ---- */

/* Whether a value of the type at the token is made: `T(`, `T{`, `make<T>(`, `new T`, `T name;`. */
static bool is_made(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1), after = use_text_mark(file, i + 2);
    bool made = i && use_text_is_word(file, i - 1, STR("new"));
    bool declared = i && str_is_listed(use_text_at(file, i - 1), "class struct def public private");
    bool variable = lang_is_c(file->language) && use_text_is_any_word(file, i + 1) && after &&
                    byte_in(after, ";{(=");
    return !declared && (made || next == '(' || (next == '{' && lang_is_c(file->language)) ||
                         (next == '>' && after == '(') || variable);
}

void given_uses_add_heir(TextUses *uses, Arena scratch, const Consequence *heir, Str type, Str base,
                         ConsequenceVec *found)
{
    uint32_t id = catalog_find_file(uses->catalog, heir->path);
    const UseText *own = use_text_open(uses, heir->path);
    if (id == FILE_NOWHERE || !own || !type.len)
        return;
    Consequence use = *heir;
    size_t count = 0;
    use.why =
        str_format(uses->arena, "a %.*s is no full %.*s any more", STR_ARG(type), STR_ARG(base));
    const FileIdVec files = use_text_users(uses, scratch, id);
    const GivenType given = {.type = type, .interface = base, .use = &use};
    if (lang_facts(own->language)->interfaces_match_by_shape) {
        given_uses_add(uses, &files, &given, &count, found);
        return;
    }
    for (size_t f = 0; f < files.len; f++) {
        const UseText *file = use_text_open(uses, uses->catalog->files.ptr[files.ptr[f]].path);
        bool late = file && (lang_is_c(file->language) || lang_hints_types(file->language));
        for (size_t i = 0; late && i < file->tokens.len; i++) {
            use.line = use_text_line(file, i);
            bool own_maker = str_equal(file->path, heir->path) && use_text_mark(file, i + 1) == '(';
            if (use_text_is_word(file, i, type) && is_made(file, i) && !own_maker &&
                !(str_equal(file->path, heir->path) && use.line == heir->line))
                use_text_add(uses, found, file, &use);
        }
    }
}

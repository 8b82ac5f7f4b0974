/* A name in a string, a comment or another file is a mention, unless something reads it as a name:
   a function that looks up by name, a quoted type, a placeholder, a template, an example that is
   run, a file of the build. What does is decided by the text around the place. */
#include "refactor/rename.h"

#include "base/path.h"
#include "index/catalog/classify.h"
#include "text/lines.h"

/* Bytes before a place in which the bracket around it is looked for. */
#define REACH_BYTES 400
/* Bytes that a line of plain text may have besides the name and still be data. */
#define DATA_LINE_BYTES 40

/* ---- the text around ---- */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

static size_t back_over_blanks(Str text, size_t at)
{
    while (at && is_blank(text.ptr[at - 1]))
        at--;
    return at;
}

static Str line_around(Str text, size_t at, size_t *column)
{
    size_t start = lines_start_at(text, at), end = at;
    while (end < text.len && text.ptr[end] != '\n')
        end++;
    *column = at - start;
    return str_slice(text, start, end);
}

/* The offset of the bracket that is open at `at`, or STR_NONE. Strings are not recognised, so the
   search ends soon. */
static size_t open_bracket(Str text, size_t at)
{
    int depth = 0;
    for (size_t i = at, last = at > REACH_BYTES ? at - REACH_BYTES : 0; i > last; i--) {
        char byte = text.ptr[i - 1];
        if (byte == ')' || byte == ']')
            depth++;
        else if ((byte == '(' || byte == '[') && depth-- == 0)
            return i - 1;
        else if ((byte == ';' || byte == '}') && !depth)
            return STR_NONE;
    }
    return STR_NONE;
}

/* Whether any word of the chain that ends at `at` is listed: `mock.patch.object`. */
static bool chain_is_listed(const char *words, Str text, size_t at)
{
    at = back_over_blanks(text, at);
    while (at && byte_in(text.ptr[at - 1], ")]!?") && at > 1)
        at -= text.ptr[at - 1] == ')' && text.ptr[at - 2] == '(' ? 2 : 1;
    while (true) {
        Str word = str_word_before(text, at);
        if (word.len && name_is_listed(words, word))
            return true;
        at -= word.len;
        if (!word.len || !at || !byte_in(text.ptr[at - 1], ".:>"))
            return false;
        while (at && byte_in(text.ptr[at - 1], ".:->?"))
            at--;
    }
}

/* The quotes around the place, if the string has only one line. */
typedef struct Quoted {
    size_t start, end; /* of the quotes */
    Str inner;
} Quoted;

static bool find_quotes(Str text, const NameSite *site, size_t length, Quoted *quoted)
{
    size_t start = site->start, end = site->start + length;
    while (start && !byte_in(text.ptr[start - 1], "\"'`\n"))
        start--;
    while (end < text.len && !byte_in(text.ptr[end], "\"'`\n"))
        end++;
    if (!start || end >= text.len || text.ptr[end] == '\n' || text.ptr[start - 1] == '\n')
        return false;
    *quoted = (Quoted){start - 1, end, str_slice(text, start, end)};
    return true;
}

static bool has_only(Str text, const char *bytes)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_word(text.ptr[i]) && !byte_in(text.ptr[i], bytes))
            return false;
    return true;
}

/* ---- by its module or its type ---- */

/* The name of a file without its extensions. */
static Str stem(Str path)
{
    Str base = path_base(path);
    size_t dot = str_find_byte(base, '.');
    return dot == STR_NONE ? base : str_slice(base, 0, dot);
}

static bool names_home(const Rename *rename, Str word)
{
    const Catalog *catalog = rename->catalog;
    if (!word.len)
        return false;
    for (size_t i = 0; i < rename->family.len; i++) {
        const CatalogFile *file =
            catalog_row(catalog, catalog_place(catalog, rename->family.ptr[i]).file);
        Str package = handle_last_part(catalog_name(catalog, file->package));
        if (str_equal(stem(file->path), word) || str_equal(package, word) ||
            str_equal(path_base(path_directory(file->path)), word))
            return true;
    }
    for (size_t i = 0; i < rename->owners.len; i++)
        if (str_equal(catalog_name(catalog, catalog_entry(catalog, rename->owners.ptr[i])->name),
                      word))
            return true;
    return false;
}

/* `module:name`, `module.name`, `Type#name`, `pkg\name`. */
static bool is_qualified(const Rename *rename, Str text, const NameSite *site)
{
    size_t at = site->start;
    if (!at || !byte_in(text.ptr[at - 1], ".:#\\@/$"))
        return false;
    while (at && byte_in(text.ptr[at - 1], ".:#\\@/$"))
        at--;
    return names_home(rename, str_word_before(text, at));
}

/* ---- strings ---- */

/* Whether the string is the argument of something that looks it up. */
bool rename_is_argument(const char *words, Str text, size_t quote)
{
    size_t open = open_bracket(text, quote);
    if (open != STR_NONE && chain_is_listed(words, text, open))
        return true;
    size_t before = back_over_blanks(text, quote); /* `#[link_name = "old"]` */
    if (before && text.ptr[before - 1] == '=')
        quote = before - 1;
    return chain_is_listed(words, text, quote);
}

/* JavaScript: `"name" in value`. */
static bool is_asked_for(const RenameFacts *facts, Str text, const Quoted *quoted)
{
    size_t end = quoted->end + 1;
    while (end < text.len && is_blank(text.ptr[end]))
        end++;
    Str rest = str_from_offset(text, MIN(end, text.len));
    return facts->exports && (str_starts(rest, STR("in ")) || str_starts(rest, STR("in\n")));
}

bool rename_is_looked_up(const RenameFile *file, const RenameFacts *facts, const NameSite *site,
                         size_t length)
{
    Quoted quoted;
    return find_quotes(file->text, site, length, &quoted) && quoted.inner.len == length &&
           (rename_is_argument(facts->by_name, file->text, quoted.start) ||
            is_asked_for(facts, file->text, &quoted));
}

/* Ruby: `%w[name other]`. */
static bool is_word_of_list(Str text, const NameSite *site)
{
    size_t column;
    Str line = line_around(text, site->start, &column);
    Str before = str_slice(line, 0, column);
    return str_find(before, STR("%w")) != STR_NONE || str_find(before, STR("%i")) != STR_NONE;
}

/* Whether the string can be a type: it is written where types are. */
static bool is_quoted_type(const RenameQuestion *question, Str text, const Quoted *quoted)
{
    size_t at = back_over_blanks(text, quoted->start);
    if (!question->rename->is_type || !lang_hints_types(question->file->language) || !at ||
        !has_only(quoted->inner, ".[]|, "))
        return false;
    char before = text.ptr[at - 1];
    if (before == ':')
        return at > 1 && !byte_in(text.ptr[at - 2], "\"'");
    if (before == '[' || before == ',') {
        size_t open = before == '[' ? at - 1 : open_bracket(text, at - 1);
        Str word = open == STR_NONE ? (Str){0} : str_word_before(text, open);
        return open != STR_NONE && text.ptr[open] == '[' && word.len &&
               ((word.ptr[0] >= 'A' && word.ptr[0] <= 'Z') ||
                name_is_listed("list dict set tuple type", word));
    }
    return byte_in(before, ">|");
}

/* Python: whether a quoted type is surely one, and no text in a dictionary or of a subscript. */
static bool is_annotation(Str text, const Quoted *quoted)
{
    static const char generics[] =
        "Optional Union List Dict Set FrozenSet Tuple Type Iterable Iterator Sequence Mapping "
        "Callable Awaitable Generator ClassVar Final list dict set frozenset tuple type";
    size_t at = back_over_blanks(text, quoted->start), column;
    Str line = line_around(text, at, &column);
    if (at > 1 && text.ptr[at - 1] == '>')
        return text.ptr[at - 2] == '-';
    size_t open = at && byte_in(text.ptr[at - 1], "[,") ? open_bracket(text, at) : STR_NONE;
    if (open != STR_NONE)
        return text.ptr[open] == '[' && name_is_listed(generics, str_word_before(text, open));
    bool parameter = str_starts(str_trim(line), STR("def ")) || open_bracket(text, at) != STR_NONE;
    return at > 1 && text.ptr[at - 1] == ':' && byte_is_word(text.ptr[at - 2]) && parameter &&
           str_find_byte(line, '{') == STR_NONE && str_find(line, STR("lambda")) == STR_NONE;
}

/* Whether the name is a placeholder: `{name}`, `{0.name}`, `{name:>8}`. */
static bool is_placeholder(Str text, const NameSite *site, size_t length)
{
    size_t at = site->start, end = site->start + length;
    while (at && (byte_is_word(text.ptr[at - 1]) || byte_in(text.ptr[at - 1], ".$")))
        at--;
    while (end < text.len && (byte_is_word(text.ptr[end]) || byte_in(text.ptr[end], ".[")))
        end++;
    return at && text.ptr[at - 1] == '{' && end < text.len && byte_in(text.ptr[end], "}:!,(");
}

/* Whether an opening mark of a template is before the place on its line, without its end. */
static bool is_in_template(Str text, const NameSite *site)
{
    static const struct {
        const char *open, *close;
    } marks[] = {{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"${", "}"},
                 {"#{", "}"},  {"@{", "}"},  {"*{", "}"},  {"<?", "?>"}};
    size_t column;
    Str line = line_around(text, site->start, &column);
    Str before = str_slice(line, 0, column);
    for (size_t i = 0; i < COUNT(marks); i++) {
        Str rest = before;
        size_t open;
        while ((open = str_find(rest, str_from(marks[i].open))) != STR_NONE) {
            rest = str_from_offset(rest, open + 2);
            if (str_find(rest, str_from(marks[i].close)) == STR_NONE)
                return true;
        }
    }
    return false;
}

/* `x["name"]`, where x may have the symbol: of a member any value, else a module or what holds the
   globals. */
static bool is_subscript(const RenameQuestion *question, Str text, const Quoted *quoted)
{
    static const char wholes[] = "exports module globalThis window global self this globals locals "
                                 "vars __dict__ modules GLOBALS";
    const Rename *rename = question->rename;
    size_t open = quoted->start, end = quoted->end + 1;
    if (!open || text.ptr[open - 1] != '[' || end >= text.len || text.ptr[end] != ']' || open < 2)
        return false;
    size_t at = open - 1;
    bool call = at > 1 && text.ptr[at - 1] == ')' && text.ptr[at - 2] == '(';
    Str word = str_word_before(text, call ? at - 2 : at);
    if (!word.len && !call && !byte_in(text.ptr[at - 1], ")]>"))
        return false;
    if (rename->is_member)
        return !lang_hints_types(question->file->language) || names_home(rename, word);
    if (name_is_listed(wholes, word))
        return true;
    const ImportLinkVec *links = resolve_imports(rename->resolver, question->file->id);
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].alias &&
            str_equal(catalog_name(rename->catalog, links->ptr[i].alias), word))
            return true;
    return false;
}

/* TypeScript: `Pick<P, "name">`. */
static bool is_type_argument(Str text, const Quoted *quoted)
{
    size_t at = back_over_blanks(text, quoted->start), end = quoted->end + 1;
    while (end < text.len && is_blank(text.ptr[end]))
        end++;
    return at && end < text.len && byte_in(text.ptr[at - 1], "<,|") && byte_in(text.ptr[end], ">|");
}

/* JavaScript: whether the string is a key of a value, or of a pattern: `{ ["old"]: x } = m`. Only a
   pattern takes what is no field. */
static bool is_key(const RenameQuestion *question, Str text, const Quoted *quoted)
{
    Str before = str_trim(str_slice(text, 0, quoted->start));
    Str after = str_trim(str_from_offset(text, quoted->end + 1));
    if (!question->facts->exports || !before.len || !byte_in(before.ptr[before.len - 1], "{,["))
        return false;
    if (str_ends(before, STR("[")) && str_starts(after, STR("]")))
        after = str_trim(str_from_offset(after, 1));
    if (!str_starts(after, STR(":")))
        return false;
    size_t close = str_find_byte(after, '}');
    Str rest = close == STR_NONE ? (Str){0} : str_trim(str_from_offset(after, close + 1));
    return question->rename->is_member || str_starts(rest, STR("=")) || str_starts(rest, STR("of"));
}

/* PHP: whether a whole string may be called: it is no key; a method is in a pair with its object.
 */
static bool is_callable(const Rename *rename, Str text, const Quoted *quoted)
{
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    if (!rename->is_member && catalog_row(rename->catalog, place.file)->package)
        return false;
    size_t open = open_bracket(text, quoted->start);
    if (rename->is_member && (open == STR_NONE || text.ptr[open] != '[' ||
                              !byte_in(text.ptr[back_over_blanks(text, quoted->start) - 1], ",")))
        return false;
    size_t at = back_over_blanks(text, quoted->start), end = quoted->end + 1;
    while (end < text.len && is_blank(text.ptr[end]))
        end++;
    bool key = end + 1 < text.len && text.ptr[end] == '=' && text.ptr[end + 1] == '>';
    bool subscript = at && text.ptr[at - 1] == '[' && end < text.len && text.ptr[end] == ']' &&
                     at > 1 && (byte_is_word(text.ptr[at - 2]) || text.ptr[at - 2] == ']');
    return !key && !subscript;
}

/* Whether an example in the text is run by a test: a line after `>>>`. */
static bool is_example(const RenameQuestion *question, Str text, const NameSite *site)
{
    size_t column;
    Str line = str_trim(line_around(text, site->start, &column));
    return lang_has_docstrings(question->file->language) &&
           (str_starts(line, STR(">>>")) || str_starts(line, STR("... ")));
}

/* Whether the string is one of a list of members: `__slots__ = ("name",)`. */
static bool is_slot(Str text, const NameSite *site)
{
    size_t column;
    Str line = line_around(text, site->start, &column);
    return str_find(line, STR("__slots__")) != STR_NONE ||
           str_find(line, STR("__match_args__")) != STR_NONE;
}

/* PHP: whether the string is a path to the file of the type, which moves with it: no other file has
   that name. */
static bool is_path_of_file(const Rename *rename, Str text, const NameSite *site)
{
    const Catalog *catalog = rename->catalog;
    SymbolPlace place = catalog_place(catalog, rename->symbol);
    Str home = path_base(catalog_row(catalog, place.file)->path);
    Str rest = str_from_offset(text, site->start);
    size_t files = 0;
    bool begins = site->start && byte_in(text.ptr[site->start - 1], "/\"'");
    if (!rename->facts->files_have_type_names || !rename->is_type || !begins ||
        !str_equal(str_slice(home, 0, str_find_byte(home, '.')), rename->old) ||
        !str_starts(rest, home) || rest.len == home.len || !byte_in(rest.ptr[home.len], "\"'"))
        return false;
    for (size_t i = 0; i < catalog->files.len; i++)
        files += str_equal(path_base(catalog->files.ptr[i].path), home);
    return files == 1;
}

/* Whether the name alone means the symbol in the code around the place. */
static bool means_symbol(const RenameQuestion *question)
{
    const Rename *rename = question->rename;
    uint32_t around = rename->catalog->files.ptr[question->file->id].first + question->symbol;
    NameMeaning meaning =
        resolve_visible(rename->resolver, around, rename->old, rename->request->arena);
    for (size_t i = 0; i < meaning.symbols.len; i++)
        if (!rename_has(rename, meaning.symbols.ptr[i]))
            return false;
    return meaning.symbols.len && !meaning.doubtful && !meaning.leaves;
}

/* Whether the text in quotes is the index of the enumeration, by which it means the member:
   `Level["Warn"]`. */
static bool is_key_of_type(const RenameQuestion *question, Str text, const NameSite *site)
{
    const Rename *rename = question->rename;
    size_t open = site->start, end = site->start + rename->old.len;
    if (!rename->is_variant || open < 3 || end + 1 >= text.len || text.ptr[open - 2] != '[' ||
        text.ptr[open - 1] != text.ptr[end] || text.ptr[end + 1] != ']')
        return false;
    Str type = str_word_before(text, open - 2);
    NameMeaning meaning = {0};
    if (type.len && text.ptr[open - 2 - type.len - 1] != '.')
        meaning =
            resolve_visible(rename->resolver,
                            rename->catalog->files.ptr[question->file->id].first + question->symbol,
                            type, rename->request->arena);
    for (size_t i = 0; i < meaning.symbols.len; i++)
        if (!rename_is_owner(rename, meaning.symbols.ptr[i]))
            return false;
    return meaning.symbols.len && !meaning.doubtful && !meaning.leaves;
}

RenameVerdict rename_judge_string(const RenameQuestion *question, const NameSite *site,
                                  const char **why)
{
    const Rename *rename = question->rename;
    const RenameFacts *facts = question->facts;
    Str text = question->file->text;
    Quoted quoted;
    *why = "in a string that names it";
    if (is_example(question, text, site)) {
        *why = "in an example that tests run";
        return RENAME_AMBIGUOUS;
    }
    if (facts->braces_are_code && is_placeholder(text, site, rename->old.len) &&
        (!rename->is_function || rename->is_member)) {
        *why = "a placeholder in a string";
        return RENAME_AMBIGUOUS;
    }
    if (rename->is_member && is_in_template(text, site)) {
        *why = "in a template";
        return RENAME_AMBIGUOUS;
    }
    if (facts->types_mix && rename->looks_up && is_word_of_list(text, site))
        return RENAME_AMBIGUOUS;
    if (!find_quotes(text, site, rename->old.len, &quoted))
        return RENAME_STRING;
    bool whole = quoted.inner.len == rename->old.len;
    if (is_path_of_file(rename, text, site))
        return RENAME_EXACT;
    if (is_quoted_type(question, text, &quoted) && is_annotation(text, &quoted) &&
        !str_word_before(text, site->start).len && means_symbol(question))
        return RENAME_EXACT;
    if (whole && is_key_of_type(question, text, site))
        return RENAME_EXACT;
    bool path = has_only(quoted.inner, ".:#\\@/$") && is_qualified(rename, text, site);
    bool named =
        rename_is_argument(facts->by_name, text, quoted.start) || path ||
        is_quoted_type(question, text, &quoted) ||
        (whole && rename->is_member &&
         (is_slot(text, site) || is_asked_for(facts, text, &quoted))) ||
        (whole && (is_subscript(question, text, &quoted) || is_key(question, text, &quoted))) ||
        (whole && rename->is_member && !rename->is_function && facts->types &&
         is_type_argument(text, &quoted)) ||
        (whole && facts->strings_are_callable && (rename->is_function || rename->is_type) &&
         is_callable(rename, text, &quoted));
    if (!named && whole && rename->looks_up) {
        named = true;
        *why = "a string, and some code looks up names by strings";
    }
    return named ? RENAME_AMBIGUOUS : RENAME_STRING;
}

/* ---- comments ---- */

/* Rust: whether the line of a doc comment is in a block of code. */
static bool is_in_fence(Str text, size_t at)
{
    size_t column, fences = 0;
    while (true) {
        Str line = str_trim(line_around(text, at, &column));
        if (!str_starts(line, STR("///")) && !str_starts(line, STR("//!")))
            return fences % 2;
        fences += str_find(line, STR("```")) != STR_NONE;
        if (at < column + 1)
            return fences % 2;
        at -= column + 1;
    }
}

bool rename_is_directive(const RenameQuestion *question, const NameSite *site)
{
    static const char *const marks[] = {
        "//go:", "//export ", "# type:",   "#cython:", "// #",          "@callback", "@throws",
        "@uses", "@method",   "@property", "@mixin",   "@dataProvider", "@depends",  "@covers"};
    size_t column;
    Str line = str_trim(line_around(question->file->text, site->start, &column));
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(line, str_from(marks[i])) != STR_NONE)
            return true;
    return is_in_fence(question->file->text, site->start);
}

/* ---- other files ---- */

/* Whether the file says by one of these words that it calls code of another language. */
static bool has_word_of(Str text, const char *words, const Language *language)
{
    Str rest = words ? str_from(words) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        if (word.len && lang_has_name(language, text, word))
            return true;
    return false;
}

/* Whether a linker, or the loader of another language, can know the symbol. */
static bool is_linked(const Rename *rename)
{
    return rename->facts->names_are_global && !rename->is_hidden && !rename->is_member &&
           !rename->is_type;
}

/* Whether a declaration of the family says that code of other languages calls it. */
static bool is_exported(const Rename *rename)
{
    static const char *const marks[] = {"no_mangle",           "extern \"C\"", "//export",
                                        "export_name",         "wasm_bindgen", "pyfunction",
                                        "UnmanagedCallersOnly"};
    const Catalog *catalog = rename->catalog;
    for (size_t f = 0; f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            const Symbol *symbol = &file->outline.symbols.ptr[i];
            if (!rename_has(rename, catalog->files.ptr[file->id].first + (uint32_t)i + 1))
                continue;
            Str head = str_slice(file->text, symbol->lead, symbol->name_start);
            for (size_t m = 0; m < COUNT(marks); m++)
                if (str_find(head, str_from(marks[m])) != STR_NONE)
                    return true;
        }
    }
    return false;
}

static bool is_of_kind(Str path, const char *extensions)
{
    Str base = path_base(path);
    size_t dot = str_find_last_byte(base, '.');
    return dot != STR_NONE && name_is_listed(extensions, str_from_offset(base, dot + 1));
}

/* Whether the place is code of a page: a handler, a script, or between the marks of a template. */
static bool is_code_of_page(const Rename *rename, Str text, const NameSite *site)
{
    size_t end = site->start + rename->old.len;
    char before = site->start ? text.ptr[site->start - 1] : 0;
    bool attribute = end < text.len && byte_in(text.ptr[end], "\"'") && byte_in(before, "\"'");
    return is_in_template(text, site) || attribute || (rename->is_function && site->next == '(');
}

static bool is_for_linker(const Rename *rename, Str text, const NameSite *site)
{
    char before = site->start ? text.ptr[site->start - 1] : 0;
    return rename->is_macro ? true : byte_in(before, ",=_\"'");
}

/* Whether code may find the symbol by a name that it reads: types, members of enumerations, and
   what other languages call. */
static bool may_be_named(const Rename *rename)
{
    return rename->is_type || rename->is_variant || is_exported(rename);
}

/* Whether the name is a value of its own: between quotes, signs of data or the ends of the line. In
   plain text numbers may follow, but a word of a sentence is no value. */
static bool is_value(Str text, const NameSite *site, size_t length, bool prose)
{
    size_t start = site->start, end = start + length, column;
    Str line = str_trim(line_around(text, start, &column));
    while (start && byte_in(text.ptr[start - 1], " \r"))
        start--;
    while (end < text.len && byte_in(text.ptr[end], " \r"))
        end++;
    char before = start ? text.ptr[start - 1] : '\n', after = end < text.len ? text.ptr[end] : '\n';
    if (!prose)
        return byte_in(before, "\"'=:,;|.>/[(\t\n-") && byte_in(after, "\"'=:,;|<])\t\n#");
    return line.len <= length + DATA_LINE_BYTES && !byte_in(line.ptr[0], "#*->`|=") &&
           !byte_in(line.ptr[line.len - 1], ".:!?`)") &&
           byte_in(before, str_find_byte(line, ' ') == STR_NONE ? "=:,;|\t\n./$" : "=:,;|\t\n") &&
           (byte_in(after, "=:,;|\t\n-") || byte_is_digit(after));
}

RenameVerdict rename_judge_text(const RenameQuestion *question, const NameSite *site,
                                const char **why)
{
    static const char pages[] =
        "html htm xhtml jinja jinja2 j2 erb haml slim hbs mustache handlebars ejs tmpl gotmpl tpl "
        "njk liquid pug jsp jspx ftl vm cshtml razor vbhtml twig xaml axaml fxml qml ui mjml eex "
        "heex leex";
    static const char links[] = "map sym syms exports exp ver ld lds x t def list symbols";
    static const char builds[] = "mk cmake mak am ac in bzl bazel sh bat pro gn gyp build";
    const Rename *rename = question->rename;
    const CatalogFile *row = &rename->catalog->files.ptr[question->file->id];
    const LangFacts *facts = lang_facts(row->language);
    const RenameFacts *own = rename_facts(row->language);
    Str text = question->file->text, base = path_base(row->path);
    bool prose = facts->holds_prose || facts->is_plain_text;
    *why = NULL;
    if (is_of_kind(row->path, rename->facts->hosts))
        *why = "in a file that holds code of the language";
    else if (is_of_kind(row->path, pages) && is_code_of_page(rename, text, site))
        *why = "in a page or a template";
    else if (rename->is_type && is_of_kind(row->path, "xml xaml config") && site->start &&
             byte_in(text.ptr[site->start - 1], "\"'>."))
        *why = "in a file that may name classes";
    else if (is_linked(rename) && is_of_kind(row->path, links))
        *why = "in a file for the linker";
    else if ((is_linked(rename) || rename->is_macro) &&
             (is_of_kind(row->path, builds) || name_is_listed("Makefile makefile GNUmakefile "
                                                              "CMakeLists.txt meson.build",
                                                              base)) &&
             is_for_linker(rename, text, site))
        *why = "in a file of the build";
    else if (!prose && is_qualified(rename, text, site))
        *why = "named with its module or type";
    else if (own && site->where != NAME_IN_COMMENT &&
             (has_word_of(text, own->foreign, row->language)
                  ? is_linked(rename) || is_exported(rename)
                  : site->where == NAME_IN_CODE && is_exported(rename)))
        *why = "in code of another language, which may call it";
    else if (!own && site->where != NAME_IN_COMMENT && may_be_named(rename) &&
             is_value(text, site, rename->old.len, prose))
        *why = "in a file of data, which may name it";
    return *why ? RENAME_AMBIGUOUS : RENAME_TEXT;
}

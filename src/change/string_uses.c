/* A file is named by its path without the ending, with dots between folders, or as a path that
   begins in any folder above it. Two parts are the least, so that a word alone is no name. */
#include "change/string_uses.h"

#include "base/path.h"
#include "text/lines.h"

/* Names of one file, one for each folder that a path may begin in. */
#define NAMES_MAX 6

typedef struct ModuleNames {
    Str dotted[NAMES_MAX], paths[NAMES_MAX];
    size_t count;
} ModuleNames;

static Str without_ending(Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    size_t dot = str_find_last_byte(path, '.');
    bool ends = dot != STR_NONE && (slash == STR_NONE || dot > slash);
    return ends ? str_slice(path, 0, dot) : path;
}

static Str with_dots(Arena *arena, Str path)
{
    char *text = NEW(arena, char, path.len + 1);
    for (size_t i = 0; i < path.len; i++)
        text[i] = path.ptr[i];
    for (size_t i = 0; i < path.len; i++)
        if (text[i] == '/')
            text[i] = '.';
    return (Str){text, path.len};
}

/* Lists the names from the whole path down to its last two parts. A file that stands for its folder
   has the folder's name. */
static void name_module(Arena *arena, Str path, ModuleNames *names)
{
    static const Str fronts[] = {STR_INIT("/__init__"), STR_INIT("/index"), STR_INIT("/mod")};
    Str name = without_ending(path);
    for (size_t i = 0; i < COUNT(fronts); i++)
        if (str_ends(name, fronts[i]))
            name = str_slice(name, 0, name.len - fronts[i].len);
    *names = (ModuleNames){0};
    while (names->count < NAMES_MAX && name.len) {
        size_t slash = str_find_byte(name, '/');
        bool whole = !names->count;
        if (slash == STR_NONE && !whole)
            break;
        names->paths[names->count] = name;
        names->dotted[names->count++] = with_dots(arena, name);
        name = slash == STR_NONE ? (Str){0} : str_from_offset(name, slash + 1);
    }
}

static bool is_part(char c)
{
    return byte_is_word(c) || byte_in(c, "-$");
}

/* Whether a text has the name, not within a longer one. */
static bool has_name(Str text, Str name)
{
    for (size_t at = 0, next; (next = str_find(str_from_offset(text, at), name)) != STR_NONE;) {
        size_t from = at + next, end = from + name.len;
        at = from + 1;
        bool begins = !from || !(is_part(text.ptr[from - 1]) || text.ptr[from - 1] == '.') ||
                      (from > 1 && text.ptr[from - 1] == '.' && text.ptr[from - 2] == '.');
        if (begins && (end == text.len || !is_part(text.ptr[end])))
            return true;
    }
    return false;
}

static bool names_module(Str text, const ModuleNames *names)
{
    for (size_t i = 0; i < names->count; i++) {
        bool parts = str_find_byte(names->paths[i], '/') != STR_NONE;
        if (parts && (has_name(text, names->dotted[i]) || has_name(text, names->paths[i])))
            return true;
    }
    return false;
}

/* Whether a relative path in a text leads from the folder of `file` to the path of a module. */
static bool leads_to(Arena *arena, Str file, Str text, Str path)
{
    if (!str_starts(text, STR("./")) && !str_starts(text, STR("../")))
        return false;
    Str whole = path_join(arena, path_directory(file), text);
    whole = path_normalise(arena, whole);
    if (!without_ending(path).len) /* `.env` has a name, and no ending */
        return str_equal(whole, path);
    return str_equal(whole, path) || str_equal(without_ending(whole), without_ending(path)) ||
           str_equal(whole, without_ending(path));
}

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    ModuleNames names;
    Str path;   /* where the file was */
    Str member; /* a symbol that must be named behind the module; or empty */
} Seeking;

static bool is_named_by(const Seeking *seeking, const UseText *file, Str text)
{
    Str value =
        text.len > 1 && byte_in(text.ptr[0], "\"'`") ? str_slice(text, 1, text.len - 1) : text;
    if (!seeking->member.len)
        return names_module(value, &seeking->names) ||
               leads_to(seeking->uses->arena, file->path, value, seeking->path);
    for (size_t i = 0; i < seeking->names.count; i++)
        for (size_t k = 0; k < 2; k++)
            if (has_name(value,
                         str_format(seeking->uses->arena, k ? "%.*s:%.*s" : "%.*s.%.*s",
                                    STR_ARG(seeking->names.dotted[i]), STR_ARG(seeking->member))))
                return true;
    return false;
}

static void add(const Seeking *seeking, const UseText *file, uint32_t line)
{
    Consequence use = seeking->use;
    use.line = line;
    use_text_add(seeking->uses, seeking->found, file, &use);
}

/* Reads settings line by line: values there have no quotes. */
static void look_at_lines(const Seeking *seeking, const UseText *file)
{
    Str rest = file->text, line;
    for (uint32_t number = 1; str_take_line(&rest, &line); number++)
        if (is_named_by(seeking, file, line) && !str_starts(str_trim(line), STR("#")))
            add(seeking, file, number);
}

/* Whether the line has an import that leads to a file. */
static bool is_import(const Seeking *seeking, uint32_t file, uint32_t line)
{
    ImportLinkVec links = {0};
    catalog_imports(seeking->uses->catalog, seeking->uses->arena, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].line == line && links.ptr[i].target != FILE_NOWHERE)
            return true;
    return false;
}

static void look_at_strings(const Seeking *seeking, const UseText *file, uint32_t id)
{
    for (size_t i = 0; i < file->tokens.len; i++)
        if (file->tokens.ptr[i].kind == TOKEN_STRING &&
            is_named_by(seeking, file, use_text_at(file, i)) &&
            !is_import(seeking, id, use_text_line(file, i)))
            add(seeking, file, use_text_line(file, i));
}

static void look_in_all(Seeking *seeking)
{
    const Catalog *catalog = seeking->uses->catalog;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const Language *language = catalog->files.ptr[f].language;
        const LangFacts *facts = lang_facts(language);
        const UseText *file = catalog->files.ptr[f].path.len && !facts->holds_prose
                                  ? use_text_open(seeking->uses, catalog->files.ptr[f].path)
                                  : NULL;
        if (!file)
            continue;
        if (facts->holds_data || facts->is_plain_text)
            look_at_lines(seeking, file);
        else
            look_at_strings(seeking, file, f);
    }
}

/* Whether no file of the new state has the module's name: `a/index.js` is `a` as `a.js` was. */
static bool is_gone(const TextUses *uses, const ModuleNames *names)
{
    Arena *arena = uses->arena;
    const Catalog *catalog = uses->catalog;
    for (uint32_t f = 0; f < catalog->files.len && names->count; f++) {
        ModuleNames other;
        Str path = catalog->files.ptr[f].path;
        if (!str_starts(path, names->paths[0]))
            continue;
        name_module(arena, path, &other);
        if (other.count && str_equal(other.paths[0], names->paths[0]))
            return false;
    }
    return true;
}

/* Symbols of one file that are looked for. */
#define MEMBERS_MAX 20

void string_uses_add(TextUses *uses, uint32_t index, ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    Seeking seeking = {.uses = uses, .found = found, .path = file->old.path};
    if (!file->old.path.len)
        return;
    name_module(uses->arena, file->old.path, &seeking.names);
    if (is_gone(uses, &seeking.names)) {
        seeking.use = (Consequence){.fault = USE_GONE,
                                    .file = index,
                                    .reported = REPORTED_FILE,
                                    .target = file->old.path,
                                    .why = STR("it names the file, which is gone")};
        look_in_all(&seeking);
        return;
    }
    size_t looked = 0;
    for (uint32_t i = 0; i < file->symbols.len && looked < MEMBERS_MAX; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        const Symbol *old = changed_old_symbol(uses->set, changed);
        bool gone = changed->kind == CHANGE_REMOVED || changed->kind == CHANGE_RENAMED ||
                    changed->kind == CHANGE_MOVED || changed->kind == CHANGE_MOVED_RENAMED;
        if (!gone || !old || old->parent || changed->old_file != index)
            continue;
        looked++;
        seeking.member = old->name;
        seeking.use = (Consequence){.fault = USE_AFFECTED,
                                    .file = index,
                                    .reported = i,
                                    .why = STR("it names the symbol, which is gone")};
        look_in_all(&seeking);
    }
}

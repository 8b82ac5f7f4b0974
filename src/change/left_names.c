/* A name is kept with the first run of word characters in it, so that a text is read once for all
   names. Names that the change itself still writes, or that another declaration has, count only
   where the text says whose they are. */
#include "change/left_names.h"

#include "base/path.h"
#include "change/affected.h"
#include "change/setting_keys.h"
#include "change/shims.h"
#include "change/type_names.h"
#include "lang/lang.h"
#include "manifest/manifest.h"
#include "text/lines.h"
#include "text/terms.h"

/* Names of a change, and of one of its files: settings may lose thousands. */
#define NAMES_MAX 400
#define FILE_NAMES_MAX 60
/* Shorter names mean anything. */
#define WORD_BYTES_MIN 3
#define WORD_BYTES_MAX 100

typedef struct Gathering {
    Arena *arena;
    const ChangeSet *set;
    Catalog *catalog;
    LeftNames *names;
    TermSet common;
} Gathering;

/* ---- words ---- */

static bool is_word(char c)
{
    return byte_is_word(c) || (unsigned char)c >= 0x80;
}

static Str run_at(Str text, size_t from)
{
    size_t end = from;
    while (end < text.len && is_word(text.ptr[end]))
        end++;
    return str_slice(text, from, end);
}

/* Whether a name is hardly a word of prose: `a_b`, `aB`, `a-b`, `a1b`. */
static bool is_distinct(Str word)
{
    bool humps = false;
    for (size_t i = 1; i + 1 < word.len; i++) {
        char last = word.ptr[i - 1], c = word.ptr[i];
        humps |= byte_in(c, "_-:/.") || byte_is_digit(c) ||
                 (c >= 'A' && c <= 'Z' && last >= 'a' && last <= 'z');
    }
    return humps && word.len > WORD_BYTES_MIN;
}

static void note_common(void *context, uint32_t term, Str word, bool joined)
{
    (void)word;
    *(uint32_t *)context = joined ? 0 : term;
}

static bool is_common(const Gathering *gathering, Str word)
{
    uint32_t term = 0;
    if (word.len < WORD_BYTES_MIN)
        return true;
    terms_visit(word, note_common, &term);
    return !is_distinct(word) && term_set_has(gathering->common, term);
}

/* The word by which text names a symbol. Keys and targets keep their signs: `test:unit`. */
static Str word_of(const Symbol *symbol)
{
    bool whole = symbol->kind == SYMBOL_KEY || symbol->kind == SYMBOL_TARGET;
    Str name = symbol->name;
    while (name.len && !is_word(name.ptr[0]))
        name = str_from_offset(name, 1);
    size_t end = 0;
    while (end < name.len && (is_word(name.ptr[end]) || byte_in(name.ptr[end], "-.:/\\")))
        end++;
    if (end < name.len && symbol->kind >= SYMBOL_SECTION && !byte_in(name.ptr[end], "?!=\"'("))
        return (Str){0}; /* a rule of several parts, a pattern */
    name = str_slice(name, 0, end);
    for (size_t i = name.len; i-- > 0 && !whole;)
        if (byte_in(name.ptr[i], ".:/\\")) {
            name = str_from_offset(name, i + 1);
            break;
        }
    return name;
}

/* ---- which names ---- */

static bool is_of_data(const ChangeSide *side)
{
    const LangFacts *facts = lang_facts(side->outline.language);
    return facts->holds_data || facts->is_plain_text;
}

static bool is_prose(const ChangeSide *side)
{
    const LangFacts *facts = lang_facts(side->outline.language);
    return facts->holds_prose && !facts->is_plain_text;
}

/* Whether it is declared within a function, where nothing else can name it. */
static bool is_local(const SymbolVec *symbols, const Symbol *symbol)
{
    int depth = 0;
    for (uint32_t at = symbol->parent; at && depth < 20; at = symbols->ptr[at - 1].parent, depth++)
        if (symbol_is_function(symbols->ptr[at - 1].kind))
            return true;
    return false;
}

static bool is_special(Str name)
{
    return name.len > 4 && str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

/* Whether a key is of a file that lists packages, whose names mean what is elsewhere. */
static bool is_of_package(const ChangeSide *side, const Symbol *symbol)
{
    static const Str runs[] = {STR_INIT("scripts"), STR_INIT("tasks"), STR_INIT("bin"),
                               STR_INIT("aliases"), STR_INIT("features")};
    Str base = path_base(side->path);
    Str owner = symbol->parent ? side->outline.symbols.ptr[symbol->parent - 1].name : (Str){0};
    bool lock = str_find(base, STR("lock")) != STR_NONE || str_ends(base, STR(".sum"));
    if (symbol->kind != SYMBOL_KEY || !(lock || manifest_kind_with_dependencies(side->path)))
        return false;
    for (size_t i = 0; i < COUNT(runs) && !lock; i++)
        if (str_ends(owner, runs[i]))
            return false;
    return true;
}

/* Whether the change takes the old name of a symbol away. */
static bool is_left(const Gathering *gathering, const ChangedFile *file,
                    const ChangedSymbol *changed)
{
    const Symbol *old = changed_old_symbol(gathering->set, changed);
    bool gone = changed->kind == CHANGE_REMOVED || changed->kind == CHANGE_INLINED;
    bool renamed = changed->kind == CHANGE_RENAMED || changed->kind == CHANGE_MOVED_RENAMED;
    if (!old || !(gone || renamed) || old->kind == SYMBOL_SECTION ||
        old->kind == SYMBOL_CODE_BLOCK || old->kind == SYMBOL_IMPL || old->kind == SYMBOL_EXPORT ||
        old->kind == SYMBOL_DOCUMENT)
        return false;
    const ChangeSide *side = changed_old_side(gathering->set, changed);
    if (is_prose(side) || is_of_package(side, old) || is_local(&side->outline.symbols, old) ||
        is_special(old->name) ||
        (old->kind == SYMBOL_RULE &&
         str_starts(old->name, STR("#"))) || /* the element has the id */
        (!is_of_data(side) && affected_is_gone_with_owner(gathering->set, changed)))
        return false;
    const LostName lost = {.old = side,
                           .new = &file->new,
                           .symbol = changed->old_symbol,
                           .now = gone ? (Str){0} : changed_symbol(gathering->set, changed)->name,
                           .scratch = gathering->arena};
    return !shims_give(&lost) && !type_names_keep(gathering->set, changed);
}

/* ---- who else has a name ---- */

static const ChangedFile *changed_file(const ChangeSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].new.path, path) ||
            str_equal(set->files.ptr[i].old.path, path))
            return &set->files.ptr[i];
    return NULL;
}

/* Whether another file than `own`, or with NULL any file, declares the name in the new state. */
static bool is_declared_elsewhere(const Gathering *gathering, Str name, const ChangedFile *own)
{
    Catalog *catalog = gathering->catalog;
    const IdSpan same = catalog_named(catalog, names_find(&catalog->names, name));
    for (size_t i = 0; i < same.len; i++) {
        const CatalogFile *row = &catalog->files.ptr[catalog_place(catalog, same.ptr[i]).file];
        if (row->class != FILE_DOC && !changed_file(gathering->set, row->path))
            return true;
    }
    for (size_t f = 0; f < gathering->set->files.len; f++) {
        const SymbolVec *symbols = &gathering->set->files.ptr[f].new.outline.symbols;
        for (size_t i = 0; i < symbols->len && &gathering->set->files.ptr[f] != own; i++)
            if (str_equal(symbols->ptr[i].name, name) && !is_local(symbols, &symbols->ptr[i]))
                return true;
    }
    return false;
}

/* Lines of the change that are read for names. */
typedef struct Written {
    LeftNames *names;
    const ChangeSide *side;
    size_t from; /* where they begin in the side's text */
    bool old;
} Written;

static void note_written(void *context, uint32_t name, size_t start, size_t end)
{
    const Written *written = context;
    const TokenVec *tokens = &written->side->tokens;
    uint32_t token = code_tokens_from(tokens, written->from + start);
    (void)end;
    bool comment = token < tokens->len && tokens->ptr[token].kind == TOKEN_COMMENT;
    LeftName *left = &written->names->list.ptr[name];
    *(written->old ? &left->erased : &left->written) += !comment;
}

static void read_lines(LeftNames *names, const ChangeSide *side, size_t first, size_t count,
                       bool old)
{
    size_t from = lines_offset(side->text, first), to = lines_offset(side->text, first + count);
    Written written = {names, side, from, old};
    if (count && to > from)
        left_names_scan(names, str_slice(side->text, from, to), note_written, &written);
}

/* Names that lines of the change write are still there in some form. A setting on one long line may
   write it as a value only. */
static void mark_written(LeftNames *names)
{
    for (size_t f = 0; f < names->set->files.len; f++) {
        const ChangedFile *file = &names->set->files.ptr[f];
        for (size_t i = 0; i < file->hunks.len && !is_prose(&file->new); i++) {
            const LineHunk *hunk = &file->hunks.ptr[i];
            read_lines(names, &file->new, hunk->new_start, hunk->new_count, false);
            read_lines(names, &file->old, hunk->old_start, hunk->old_count, true);
        }
    }
    for (size_t i = 0; i < names->list.len; i++) {
        LeftName *name = &names->list.ptr[i];
        bool fewer = name->of_data && name->written < name->erased;
        if (name->written && !fewer && name->reported != REPORTED_FILE)
            name->shared = true;
    }
}

/* ---- places ---- */

/* The end of a name at an offset; STR_NONE: it is not there, or part of a longer word. */
static size_t end_at(Str text, size_t start, Str word)
{
    size_t end = start + word.len;
    if (!str_starts(str_from_offset(text, start), word) ||
        (is_word(word.ptr[0]) && start && is_word(text.ptr[start - 1])) ||
        (is_word(word.ptr[word.len - 1]) && end < text.len && is_word(text.ptr[end])))
        return STR_NONE;
    return end;
}

void left_names_scan(const LeftNames *names, Str text, LeftVisit visit, void *context)
{
    for (size_t at = 0; at < text.len;) {
        if (!is_word(text.ptr[at])) {
            at++;
            continue;
        }
        Str run = run_at(text, at);
        const uint64_t *first = map_find(&names->anchors, run);
        for (uint32_t next = first ? (uint32_t)*first : 0; next;) {
            const LeftName *name = &names->list.ptr[next - 1];
            size_t end =
                name->anchor <= at ? end_at(text, at - name->anchor, name->word) : STR_NONE;
            if (end != STR_NONE)
                visit(context, next - 1, at - name->anchor, end);
            next = name->next;
        }
        at += run.len;
    }
}

static void add_sought(Arena *arena, Map *known, StrVec *sought, Str text)
{
    bool added = false;
    map_put(known, text, &added);
    if (added)
        *VEC_PUSH(arena, sought) = text;
}

/* The tool that reads a file of targets: `make` of Makefile, `just` of justfile. */
static Str tool_of(Str path)
{
    Str base = path_base(path);
    for (size_t i = 1; i + 4 <= base.len; i++)
        if (str_equal_nocase(str_slice(base, i, i + 4), STR("file")))
            return str_slice(base, 0, i);
    return STR("make");
}

void left_names_commands(const LeftName *name, Str commands[LEFT_COMMANDS_MAX])
{
    memset(commands, 0, LEFT_COMMANDS_MAX * sizeof *commands);
    if (name->kind == SYMBOL_TARGET) {
        Str tool = tool_of(name->path);
        commands[0] = str_equal(tool, STR("Make")) ? STR("make") : tool;
        commands[1] = STR("$(MAKE)");
    } else if (name->kind == SYMBOL_KEY && str_equal(name->owner, STR("scripts"))) {
        commands[0] = STR("run");
        commands[1] = STR("npm");
        commands[2] = STR("yarn");
        commands[3] = STR("pnpm");
    }
}

/* A word alone is no module's name: the folder is in it, or a sign that a path begins here. */
static void add_module_sought(Arena *arena, Map *known, StrVec *sought, const LeftName *name)
{
    static const char *const signs[] = {".", "/", "', '", "\", \"", "','", "\",\"", "\" / \""};
    for (size_t i = 0; i < COUNT(signs); i++)
        add_sought(
            arena, known, sought,
            str_format(arena, "%.*s%s%.*s", STR_ARG(name->folder), signs[i], STR_ARG(name->word)));
    add_sought(arena, known, sought, str_format(arena, "./%.*s", STR_ARG(name->word)));
}

StrVec left_names_sought(Arena *arena, const LeftNames *names)
{
    static const char *const signs[] = {".", ":", "::", "#", "/", "->", "\\"};
    StrVec sought = {0};
    Map known = map_open(arena);
    for (size_t i = 0; i < names->list.len; i++) {
        const LeftName *name = &names->list.ptr[i];
        bool path = name->reported == REPORTED_FILE && !name->package.len;
        const Str before[] = {name->owner, name->stem, name->folder};
        if (name->is_module) {
            add_module_sought(arena, &known, &sought, name);
            continue;
        }
        if (!name->shared && !name->common)
            add_sought(arena, &known, &sought, name->word);
        else if (path)
            add_sought(arena, &known, &sought,
                       path_depth(name->path) ? name->path
                                              : str_format(arena, "./%.*s", STR_ARG(name->path)));
        Str commands[LEFT_COMMANDS_MAX];
        left_names_commands(name, commands);
        for (size_t k = 0; k < LEFT_COMMANDS_MAX && commands[k].len && name->common; k++)
            add_sought(arena, &known, &sought,
                       str_format(arena, "%.*s %.*s", STR_ARG(commands[k]), STR_ARG(name->word)));
        for (size_t k = 0; k < COUNT(before) && !path && (name->shared || name->common); k++)
            for (size_t s = 0; s < COUNT(signs) && before[k].len > 1; s++)
                add_sought(arena, &known, &sought,
                           str_format(arena, "%.*s%s%.*s", STR_ARG(before[k]), signs[s],
                                      STR_ARG(name->word)));
    }
    return sought;
}

/* ---- gathering ---- */

static void add(Gathering *gathering, LeftName name)
{
    LeftNames *names = gathering->names;
    bool added = false;
    if (name.word.len > WORD_BYTES_MAX)
        return;
    while (name.anchor < name.word.len && !is_word(name.word.ptr[name.anchor]))
        name.anchor++;
    Str anchor = run_at(name.word, name.anchor);
    if (!anchor.len)
        return;
    if (names->list.len >= NAMES_MAX) {
        names->unsought++;
        return;
    }
    uint64_t *first = map_put(&names->anchors, anchor, &added);
    name.next = (uint32_t)*first;
    *first = names->list.len + 1;
    *VEC_PUSH(gathering->arena, &names->list) = name;
}

static Str stem_of(Str path)
{
    Str base = path_base(path);
    return str_slice(base, 0, str_find_byte(base, '.'));
}

/* Whether a container has a name of two letters, which a sign after it makes plain: `v1::f`. */
static bool is_short(SymbolKind kind, Str word)
{
    return word.len == 2 && (kind == SYMBOL_NAMESPACE || kind == SYMBOL_MODULE);
}

static void add_symbols(Gathering *gathering, uint32_t index)
{
    const ChangedFile *file = &gathering->set->files.ptr[index];
    size_t count = 0;
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (count >= FILE_NAMES_MAX) {
            gathering->names->unsought += changed->new_symbol == SYMBOL_ABSENT;
            continue;
        }
        if (!is_left(gathering, file, changed))
            continue;
        const Symbol *old = changed_old_symbol(gathering->set, changed);
        const ChangeSide *side = changed_old_side(gathering->set, changed);
        Str word = word_of(old);
        if (!word.len)
            continue;
        count++;
        Str owner = old->parent ? side->outline.symbols.ptr[old->parent - 1].name : (Str){0};
        size_t from = lines_offset(side->text, old->start_line),
               to = lines_offset(side->text, old->start_line + 1);
        add(gathering,
            (LeftName){.word = word,
                       .file = index,
                       .reported = i,
                       .kind = old->kind,
                       .path = side->path,
                       .owner = owner,
                       .head = str_trim(str_slice(side->text, from, to)),
                       .stem = stem_of(side->path),
                       .folder = path_base(path_directory(side->path)),
                       .shared = is_declared_elsewhere(gathering, old->name, NULL),
                       .common = is_common(gathering, word) && !is_short(old->kind, word),
                       .distinct = is_distinct(word),
                       .language = side->outline.language,
                       .of_data = !lang_follows_calls(side->outline.language)});
    }
}

/* ---- packages ---- */

Str left_names_package(Str clause)
{
    Str name = str_trim(clause);
    while (name.len && byte_in(name.ptr[name.len - 1], ");.\"'"))
        name.len--;
    for (size_t i = name.len; i-- > 0;)
        if (byte_in(name.ptr[i], " (\"'"))
            return str_from_offset(name, i + 1);
    return name;
}

/* Whether a file of the new state is in the package, or in one within it. With a name: and declares
   it. */
static bool has_package(const Gathering *gathering, Str package, Str name)
{
    Catalog *catalog = gathering->catalog;
    for (size_t f = 0; f < gathering->set->files.len; f++) {
        const Outline *outline = &gathering->set->files.ptr[f].new.outline;
        bool in = str_equal(left_names_package(outline->package), package);
        for (size_t i = 0; in && name.len && i < outline->symbols.len; i++)
            if (!outline->symbols.ptr[i].parent && str_equal(outline->symbols.ptr[i].name, name))
                return true;
        if (in && !name.len)
            return true;
    }
    for (size_t f = 0; f < catalog->files.len && !name.len; f++) {
        const CatalogFile *row = &catalog->files.ptr[f];
        Str own =
            row->path.len ? left_names_package(catalog_name(catalog, row->package)) : (Str){0};
        if (str_starts(own, package) && !changed_file(gathering->set, row->path) &&
            (own.len == package.len || !is_word(own.ptr[package.len])))
            return true;
    }
    const IdSpan same =
        name.len ? catalog_named(catalog, names_find(&catalog->names, name)) : (IdSpan){0};
    for (size_t i = 0; i < same.len; i++) {
        const CatalogFile *row = &catalog->files.ptr[catalog_place(catalog, same.ptr[i]).file];
        if (str_equal(left_names_package(catalog_name(catalog, row->package)), package) &&
            !changed_file(gathering->set, row->path))
            return true;
    }
    return false;
}

/* Adds the declarations of a file that is in another package now, and the package if it is gone. */
static void add_package(Gathering *gathering, uint32_t index)
{
    const ChangedFile *file = &gathering->set->files.ptr[index];
    Str package = left_names_package(file->old.outline.package), last = package;
    const SymbolVec *symbols = &file->old.outline.symbols;
    size_t count = 0;
    if (!package.len || !file->new.path.len ||
        str_equal(package, left_names_package(file->new.outline.package)) || is_prose(&file->old))
        return;
    for (size_t i = last.len; i-- > 0;)
        if (byte_in(last.ptr[i], ".:/\\"))
            last = str_from_offset(last, i + 1);
    LeftName name = {.file = index,
                     .reported = REPORTED_FILE,
                     .kind = SYMBOL_PACKAGE,
                     .path = file->old.path,
                     .owner = last,
                     .package = package,
                     .word = package,
                     .distinct = is_distinct(package)};
    if (!has_package(gathering, package, (Str){0}))
        add(gathering, name);
    for (size_t i = 0; i < symbols->len && count < FILE_NAMES_MAX; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        name.word = symbol->name;
        name.kind = symbol->kind;
        name.shared = is_declared_elsewhere(gathering, symbol->name, file);
        name.common = is_common(gathering, symbol->name);
        name.distinct = false;
        if (symbol->parent || symbol->modifiers & MODIFIER(PRIVATE) || !symbol->name.len ||
            symbol->kind == SYMBOL_PACKAGE || symbol->kind == SYMBOL_MODULE ||
            has_package(gathering, package, symbol->name))
            continue;
        count++;
        add(gathering, name);
    }
}

/* ---- paths ---- */

static void put_path(LeftNames *names, Str path)
{
    bool added = true;
    while (added && path.len && !str_equal(path, STR("."))) {
        map_put(&names->paths, path, &added);
        path = path_directory(path);
    }
}

/* Notes the files and folders of the new state. */
static void note_paths(const Gathering *gathering)
{
    const Catalog *catalog = gathering->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (!changed_file(gathering->set, catalog->files.ptr[i].path))
            put_path(gathering->names, catalog->files.ptr[i].path);
    for (size_t i = 0; i < gathering->set->files.len; i++)
        put_path(gathering->names, gathering->set->files.ptr[i].new.path);
}

/* Whether tools take a folder for this file in it. */
static bool is_front(Str path)
{
    static const Str fronts[] = {STR_INIT("CMakeLists.txt"), STR_INIT("action.yml"),
                                 STR_INIT("action.yaml"),    STR_INIT("main.tf"),
                                 STR_INIT("package.json"),   STR_INIT("go.mod"),
                                 STR_INIT("Cargo.toml"),     STR_INIT("Makefile"),
                                 STR_INIT("Dockerfile"),     STR_INIT("meson.build")};
    Str base = path_base(path);
    for (size_t i = 0; i < COUNT(fronts); i++)
        if (str_equal(base, fronts[i]))
            return true;
    return false;
}

static void add_gone(Gathering *gathering, uint32_t index, Str path, bool folder)
{
    const LeftNameVec *list = &gathering->names->list;
    Str base = path_base(path);
    for (size_t i = 0; i < list->len; i++)
        if (list->ptr[i].reported == REPORTED_FILE && str_equal(list->ptr[i].path, path))
            return;
    add(gathering, (LeftName){.word = base,
                              .file = index,
                              .reported = REPORTED_FILE,
                              .path = path,
                              .is_folder = folder,
                              .common = folder && is_common(gathering, base),
                              .distinct = is_distinct(base)});
}

/* A file that stands for its folder has the folder's name. */
static Str module_of(Str path)
{
    static const Str fronts[] = {STR_INIT("__init__"), STR_INIT("index"), STR_INIT("mod")};
    Str base = path_base(path), stem = stem_of(path);
    for (size_t i = 0; i < COUNT(fronts); i++)
        if (str_equal(stem, fronts[i]) && path_depth(path))
            return path_directory(path);
    return str_slice(path, 0, path.len - base.len + stem.len);
}

/* Adds the name without its ending, by which documents include each other, and by which strings and
   settings name a module. */
static void add_stem(Gathering *gathering, uint32_t index, Str path)
{
    Str base = path_base(path), stem = stem_of(path);
    const ChangeSide *side = &gathering->set->files.ptr[index].old;
    const Language *language = side->outline.language;
    bool prose = language && lang_facts(language)->holds_prose, code = lang_follows_calls(language);
    LeftName name = {.word = stem,
                     .file = index,
                     .reported = REPORTED_FILE,
                     .path = str_slice(path, 0, path.len - base.len + stem.len),
                     .is_stem = true};
    if (!stem.len || stem.len >= base.len)
        return;
    if (prose && !is_common(gathering, stem))
        add(gathering, name);
    if (!code)
        return;
    name.is_module = true;
    name.path = module_of(path);
    name.word = path_base(name.path);
    name.folder = path_base(path_directory(name.path));
    add(gathering, name);
}

/* Adds a path that is gone, and the folders that are gone with it. */
static void add_path(Gathering *gathering, uint32_t index)
{
    Str path = gathering->set->files.ptr[index].old.path, folder = path_directory(path);
    add_gone(gathering, index, path, false);
    add_stem(gathering, index, path);
    for (bool front = is_front(path);
         !str_equal(folder, STR(".")) && (front || !map_find(&gathering->names->paths, folder));
         folder = path_directory(folder)) {
        add_gone(gathering, index, folder, true);
        front = false;
    }
}

/* Adds the path of a file of settings whose readers may break (setting_uses.h). */
static void add_settings(Gathering *gathering, uint32_t index)
{
    BrokenKeyVec keys;
    Str path = gathering->set->files.ptr[index].new.path;
    setting_keys_broken(gathering->arena, gathering->set, index, &keys);
    if (keys.len)
        add(gathering, (LeftName){.word = path_base(path),
                                  .file = index,
                                  .reported = REPORTED_FILE,
                                  .path = path,
                                  .is_read = true});
}

void left_names_gather(Arena *arena, const ChangeSet *set, Catalog *catalog, LeftNames *names)
{
    *names = (LeftNames){.anchors = map_open(arena), .paths = map_open(arena), .set = set};
    Gathering gathering = {arena, set, catalog, names, terms_common(arena)};
    bool gone = false;
    for (uint32_t i = 0; i < set->files.len; i++) {
        add_symbols(&gathering, i);
        add_package(&gathering, i);
        add_settings(&gathering, i);
    }
    for (uint32_t i = 0; i < set->files.len && !gone; i++)
        gone = set->files.ptr[i].old.path.len &&
               !str_equal(set->files.ptr[i].old.path, set->files.ptr[i].new.path);
    if (gone)
        note_paths(&gathering);
    for (uint32_t i = 0; i < set->files.len && gone; i++) {
        Str path = set->files.ptr[i].old.path;
        if (path.len && !map_find(&names->paths, path))
            add_path(&gathering, i);
    }
    mark_written(names);
}

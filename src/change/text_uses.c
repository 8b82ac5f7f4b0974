/* Files are read as tokens. A member is a word after a dot, an arrow or two colons; where other
   types have a member of that name, the file must also name the type. */
#include "change/text_uses.h"

#include "base/limits.h"
#include "base/map.h"
#include "change/affected.h"
#include "change/places.h"
#include "text/lines.h"

/* Files that are read, and their bytes together: more would take longer than the rest. */
#define FILES_MAX 400
#define BYTES_MAX (16 * MB)

typedef struct UseText {
    Str path, text;
    const Language *language;
    const ChangedFile *changed; /* NULL: the change leaves it as it is */
    TokenVec tokens;
} UseText;

struct TextUses {
    Arena *arena;
    const ChangeSet *set;
    Catalog *catalog;
    ChangeTexts texts;
    Map known; /* path → UseText */
    size_t files, bytes;
};

/* ---- files ---- */

TextUses *text_uses_open(Arena *arena, const ChangeSet *set, Catalog *catalog,
                         const ChangeTexts *texts)
{
    TextUses *uses = NEW(arena, TextUses, 1);
    *uses = (TextUses){.arena = arena, .set = set, .catalog = catalog, .known = map_open(arena)};
    uses->texts = texts ? *texts : (ChangeTexts){0};
    return uses;
}

static const ChangedFile *changed_file(const TextUses *uses, Str path)
{
    for (size_t i = 0; i < uses->set->files.len; i++)
        if (str_equal(uses->set->files.ptr[i].new.path, path))
            return &uses->set->files.ptr[i];
    return NULL;
}

static bool read_text(const TextUses *uses, const ChangedFile *changed, Str path, Str *text)
{
    if (changed)
        *text = changed->new.text;
    return changed ||
           (uses->texts.read && uses->texts.read(uses->texts.context, uses->arena, path, text));
}

/* NULL: it cannot be read, or enough files were. */
static const UseText *open_text(TextUses *uses, Str path)
{
    uint64_t *known = map_find(&uses->known, path);
    if (known)
        return (const UseText *)(uintptr_t)*known;
    UseText *file = NULL;
    Str text = {0};
    const ChangedFile *changed = changed_file(uses, path);
    if (uses->files < FILES_MAX && uses->bytes < BYTES_MAX &&
        read_text(uses, changed, path, &text) && text.len <= BYTES_MAX) {
        file = NEW(uses->arena, UseText, 1);
        *file = (UseText){.path = path, .text = text, .changed = changed};
        file->language = lang_detect(path, str_slice(text, 0, SOURCE_HEAD_BYTES));
        code_tokens_read(uses->arena, file->language, text, &file->tokens);
        uses->files++;
        uses->bytes += text.len;
    }
    *map_put(&uses->known, path, NULL) = (uint64_t)(uintptr_t)file;
    return file;
}

/* ---- tokens ---- */

static Str word_at(const UseText *file, size_t i)
{
    if (i >= file->tokens.len)
        return (Str){0};
    const Token *token = &file->tokens.ptr[i];
    return str_slice(file->text, token->start, token->end);
}

static char mark_at(const UseText *file, size_t i)
{
    bool mark = i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_MARK;
    return mark ? file->text.ptr[file->tokens.ptr[i].start] : '\0';
}

static bool is_word_at(const UseText *file, size_t i, Str word)
{
    return i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_WORD &&
           str_equal(word_at(file, i), word);
}

static bool has_word(const UseText *file, Str word)
{
    for (size_t i = 0; i < file->tokens.len; i++)
        if (is_word_at(file, i, word))
            return true;
    return false;
}

static size_t token_from(const UseText *file, size_t offset)
{
    size_t low = 0, high = file->tokens.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->tokens.ptr[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether an argument or a field at the token is given by its name: `n=1`, `n: 1`. */
static bool is_named(const UseText *file, size_t i)
{
    char next = mark_at(file, i + 1);
    bool word = i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_WORD;
    return word && ((next == '=' && !byte_in(mark_at(file, i + 2), "=>")) ||
                    (next == ':' && mark_at(file, i + 2) != ':'));
}

/* Reads the list that the bracket at `open` begins. */
static void read_list(const UseText *file, Arena *arena, size_t open, CallArguments *arguments)
{
    size_t depth = 0;
    bool begins = false; /* an argument begins here */
    *arguments = (CallArguments){0};
    for (size_t i = open; i < file->tokens.len; i++) {
        char mark = mark_at(file, i);
        if (begins && !(mark && byte_in(mark, ")]}"))) {
            if (file->tokens.ptr[i].kind == TOKEN_COMMENT ||
                file->tokens.ptr[i].kind == TOKEN_INDENT)
                continue;
            arguments->spread |= mark == '*' || mark == '.';
            if (is_named(file, i))
                *VEC_PUSH(arena, &arguments->names) = word_at(file, i);
            else
                arguments->placed++;
        }
        begins = mark && ((depth == 1 && mark == ',') || (!depth && byte_in(mark, "([{")));
        depth += mark && byte_in(mark, "([{");
        depth -= mark && byte_in(mark, ")]}");
        if (!depth)
            return;
    }
}

/* Whether the change leaves a line of the new text as it is. */
static bool is_kept(const UseText *file, uint32_t line)
{
    for (size_t i = 0; file->changed && i < file->changed->hunks.len; i++) {
        const LineHunk *hunk = &file->changed->hunks.ptr[i];
        if (line >= hunk->new_start && line < hunk->new_start + hunk->new_count)
            return false;
    }
    return true;
}

/* Tokens that are looked at before a field of a literal, and lines of a function after a call. */
#define TOKENS_BACK 400
#define LINES_ON 200

/* Whether a word is the name of a field in a value of the type: `Type { word: 1 }`. */
static bool is_in_literal(const UseText *file, size_t i, Str type)
{
    size_t depth = 0, first = i > TOKENS_BACK ? i - TOKENS_BACK : 0;
    char last = i ? mark_at(file, i - 1) : '\0';
    if (!is_named(file, i) || !last || !byte_in(last, "{,("))
        return false;
    for (size_t k = i; k-- > first;) {
        char mark = mark_at(file, k);
        if (mark && byte_in(mark, ")]}"))
            depth++;
        else if (mark && byte_in(mark, "([{") && !depth--)
            return k && is_word_at(file, k - 1, type);
    }
    return false;
}

/* The variable that a line assigns to, or declares with a value; empty: none. */
static Str variable_of(const UseText *file, size_t first, size_t name)
{
    for (size_t i = first; i < name; i++)
        if (mark_at(file, i) == '=' && i > first && mark_at(file, i + 1) != '=')
            return file->tokens.ptr[i - 1].kind == TOKEN_WORD     ? word_at(file, i - 1)
                   : i > first + 1 && mark_at(file, i - 1) == ':' ? word_at(file, i - 2)
                                                                  : (Str){0};
    return (Str){0};
}

void text_uses_follow(TextUses *uses, const Consequence *call, Str name, uint32_t last,
                      ConsequenceVec *found)
{
    const UseText *file = open_text(uses, call->path);
    if (!file)
        return;
    size_t first = token_from(file, lines_offset(file->text, call->line)), i = first;
    size_t end = lines_offset(file->text, MIN(last, call->line + LINES_ON) + 1);
    size_t stop = lines_offset(file->text, call->line + 1);
    while (i < file->tokens.len && file->tokens.ptr[i].start < stop && !is_word_at(file, i, name))
        i++;
    Str variable = variable_of(file, first, i);
    uint32_t told = call->line;
    for (; variable.len && i < file->tokens.len && file->tokens.ptr[i].start < end; i++) {
        uint32_t line = (uint32_t)lines_at_offset(file->text, file->tokens.ptr[i].start);
        if (!is_word_at(file, i, variable) || line == told || !is_kept(file, line))
            continue;
        if (mark_at(file, i + 1) == '=' && mark_at(file, i + 2) != '=')
            return;
        told = line;
        Consequence *use = VEC_PUSH(uses->arena, found);
        *use = *call;
        use->line = line;
        use->likely = true;
        use->why = str_format(uses->arena, "'%.*s' is its result: %.*s", STR_ARG(variable),
                              STR_ARG(call->why));
    }
}

bool text_uses_arguments(TextUses *uses, Str path, uint32_t line, Str name,
                         CallArguments *arguments)
{
    const UseText *file = open_text(uses, path);
    if (!file)
        return false;
    size_t end = lines_offset(file->text, line + 1);
    for (size_t i = token_from(file, lines_offset(file->text, line));
         i < file->tokens.len && file->tokens.ptr[i].start < end; i++)
        if (is_word_at(file, i, name) && mark_at(file, i + 1) == '(') {
            read_list(file, uses->arena, i + 1, arguments);
            return true;
        }
    return false;
}

/* ---- files that may use another ---- */

static Str folder_of(Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    return slash == STR_NONE ? (Str){0} : str_slice(path, 0, slash);
}

static bool imports(const TextUses *uses, Arena lent, uint32_t file, uint32_t target)
{
    ImportLinkVec links = {0};
    catalog_imports(uses->catalog, &lent, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].target == target)
            return true;
    return false;
}

/* By file id: whether it has an edge to a symbol of the file. */
static bool *files_with_edges(const TextUses *uses, uint32_t target)
{
    Catalog *catalog = uses->catalog;
    const CatalogFile *row = catalog_row(catalog, target);
    uint64_t *set = NEW(uses->arena, uint64_t, catalog->symbol_count / 64 + 1);
    bool *files = NEW(uses->arena, bool, catalog->files.len);
    EdgeVec edges = {0};
    for (uint32_t i = 0; i < row->count; i++)
        set[(row->first + i) / 64] |= (uint64_t)1 << (row->first + i) % 64;
    catalog_edges_into(catalog, uses->arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        files[catalog_place(catalog, edges.ptr[i].caller).file] = true;
    return files;
}

/* A project with no more files of a language is read as a whole. */
#define SMALL_PROJECT 60

typedef VEC(uint32_t) FileIdVec;

static FileIdVec users_of(const TextUses *uses, Arena scratch, uint32_t target)
{
    Catalog *catalog = uses->catalog;
    const CatalogFile *row = &catalog->files.ptr[target];
    bool *edges = files_with_edges(uses, target);
    FileIdVec files = {0};
    size_t same = 0;
    for (uint32_t f = 0; f < catalog->files.len; f++)
        same += catalog->files.ptr[f].path.len && catalog->files.ptr[f].language == row->language;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *other = &catalog->files.ptr[f];
        bool near =
            other->language == row->language &&
            (same <= SMALL_PROJECT || str_equal(folder_of(other->path), folder_of(row->path)));
        if (other->path.len && (near || edges[f] || imports(uses, scratch, f, target)))
            *VEC_PUSH(uses->arena, &files) = f;
    }
    return files;
}

/* ---- members ---- */

static bool is_member(SymbolKind kind)
{
    return kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_EVENT ||
           kind == SYMBOL_ENUM_MEMBER;
}

/* Whether it is a constant or a variable of a file. */
static bool is_value(const Symbol *symbol)
{
    return !symbol->parent && (symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE);
}

/* Whether the type around it is gone, too, and its uses are reported. */
static bool is_gone_with_owner(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangedFile *file = &set->files.ptr[changed->file];
    const Symbol *old = changed_old_symbol(set, changed);
    for (size_t i = 0; i < file->symbols.len && changed->new_symbol == SYMBOL_ABSENT; i++)
        if (file->symbols.ptr[i].new_symbol == SYMBOL_ABSENT &&
            file->symbols.ptr[i].old_file == changed->old_file &&
            file->symbols.ptr[i].old_symbol + 1 == old->parent)
            return true;
    return false;
}

static bool keeps_name(const ChangeSet *set, const ChangedSymbol *changed)
{
    return changed->new_symbol != SYMBOL_ABSENT &&
           str_equal(changed_symbol(set, changed)->name, changed_old_symbol(set, changed)->name);
}

/* Whether reads of the old symbol are no edges, and some may break. */
static bool is_sought(const ChangeSet *set, const ChangedSymbol *changed)
{
    const Symbol *old = changed_old_symbol(set, changed);
    bool read = old && old->parent && (is_member(old->kind) || old->modifiers & MODIFIER(GETTER));
    return (read || (old && is_value(old) && keeps_name(set, changed))) &&
           !is_gone_with_owner(set, changed) && (changed->breaking.len || changed->value.len);
}

/* Whether only code in other files is concerned. */
static bool is_of_outsiders(const ChangedSymbol *changed)
{
    return !(affected_all(changed) & (AFFECTS_USERS | AFFECTS_FITTING | AFFECTS_WRITERS));
}

/* Whether another symbol of the new state has that name, outside of the changed one. */
static bool has_namesake(const TextUses *uses, const ChangedSymbol *changed, Str name, Str owner)
{
    const IdSpan same = catalog_named(uses->catalog, names_find(&uses->catalog->names, name));
    Str path = uses->set->files.ptr[changed->file].new.path;
    for (size_t i = 0; i < same.len; i++) {
        SymbolPlace place = catalog_place(uses->catalog, same.ptr[i]);
        const CatalogFile *row = catalog_row(uses->catalog, place.file);
        uint32_t parent = row->entries[place.index].parent;
        Str outer = parent ? catalog_name(uses->catalog, row->entries[parent].name) : (Str){0};
        if (!str_equal(row->path, path) || !str_equal(outer, owner))
            return true;
    }
    return false;
}

static bool is_after_owner(const UseText *file, size_t i)
{
    char last = i ? mark_at(file, i - 1) : '\0', before = i > 1 ? mark_at(file, i - 2) : '\0';
    return last == '.' || (last == '>' && before == '-') || (last == ':' && before == ':');
}

typedef struct Sought {
    const ChangedSymbol *changed;
    uint32_t file, reported;
    Str name, owner;
    bool gone, apart; /* it is gone; others have its name */
    bool writes;      /* only assignments are concerned */
    Str stem, folder; /* of a value of a file: other files may write `stem.NAME` */
    Str why;
} Sought;

static void add_use(TextUses *uses, ConsequenceVec *found, const UseText *file,
                    const Sought *sought, size_t token)
{
    uint32_t line = (uint32_t)lines_at_offset(file->text, file->tokens.ptr[token].start);
    if (!is_kept(file, line))
        return;
    for (size_t i = found->len; i-- > 0;)
        if (found->ptr[i].line == line && found->ptr[i].reported == sought->reported &&
            found->ptr[i].file == sought->file && str_equal(found->ptr[i].path, file->path))
            return;
    *VEC_PUSH(uses->arena, found) = (Consequence){.fault = sought->gone ? USE_GONE : USE_AFFECTED,
                                                  .file = sought->file,
                                                  .reported = sought->reported,
                                                  .path = file->path,
                                                  .line = line,
                                                  .user = file->path,
                                                  .likely = true,
                                                  .why = sought->why};
}

static bool is_assigned(const UseText *file, size_t i)
{
    char next = mark_at(file, i + 1), after = mark_at(file, i + 2);
    return (next == '=' && after != '=' && after != '>') ||
           (next && byte_in(next, "+-*/%&|^") && (after == '=' || after == next));
}

/* Whether a word of the name may be a use. */
static bool may_mean(const UseText *file, size_t i, const Sought *sought)
{
    bool after = is_after_owner(file, i);
    size_t owner = i - (after ? mark_at(file, i - 1) == '.' ? 2 : 3 : 0);
    if (!sought->stem.len)
        return after || is_in_literal(file, i, sought->owner);
    if (after)
        return owner < i &&
               (is_word_at(file, owner, sought->stem) || is_word_at(file, owner, sought->folder));
    return !sought->apart && !is_named(file, i);
}

static void find_in(TextUses *uses, ConsequenceVec *found, const UseText *file,
                    const Sought *sought)
{
    if (sought->apart && sought->owner.len && !has_word(file, sought->owner))
        return;
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!is_word_at(file, i, sought->name) || !may_mean(file, i, sought))
            continue;
        bool called = mark_at(file, i + 1) == '(';
        if (called && !sought->stem.len)
            continue;
        if (!sought->writes || is_assigned(file, i))
            add_use(uses, found, file, sought, i);
    }
}

/* The names by which other files may call a file: its own without the ending, and its folder's. */
static void name_module(Str path, Str *stem, Str *folder)
{
    size_t slash = str_find_last_byte(path, '/');
    Str file = str_from_offset(path, slash == STR_NONE ? 0 : slash + 1);
    Str above = folder_of(path);
    size_t last = str_find_last_byte(above, '/');
    *stem = str_slice(file, 0, str_find_byte(file, '.'));
    *folder = str_from_offset(above, last == STR_NONE ? 0 : last + 1);
}

static void find_member(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                        Sought sought)
{
    const ChangedSymbol *changed = sought.changed;
    const ChangeSide *side = &uses->set->files.ptr[changed->old_file].old;
    const Symbol *old = changed_old_symbol(uses->set, changed);
    sought.name = old->name;
    if (old->parent)
        sought.owner = side->outline.symbols.ptr[old->parent - 1].name;
    else
        name_module(side->path, &sought.stem, &sought.folder);
    sought.gone = !keeps_name(uses->set, changed);
    sought.apart = has_namesake(uses, changed, sought.name, sought.owner);
    unsigned affects = affected_all(changed);
    sought.writes = !sought.gone && affects & AFFECTS_WRITERS &&
                    !(affects & ~(unsigned)(AFFECTS_WRITERS | AFFECTS_HEIRS));
    sought.why = changed->breaking.len ? changed->breaking.ptr[0] : changed->value;
    Str own = uses->set->files.ptr[sought.file].new.path;
    for (size_t i = 0; i < files->len; i++) {
        const UseText *file = open_text(uses, uses->catalog->files.ptr[files->ptr[i]].path);
        if (file && !(is_of_outsiders(changed) && str_equal(file->path, own)))
            find_in(uses, found, file, &sought);
    }
}

/* ---- literals without names ---- */

/* Whether a type gained a field, or its fields have another order, and others may be made by place.
 */
static bool has_other_places(const ChangeSet *set, const ChangedFile *file,
                             const ChangedSymbol *changed)
{
    const LangFacts *facts = lang_facts(file->new.outline.language);
    bool field = changed->kind == CHANGE_ADDED && changed->new_symbol != SYMBOL_ABSENT &&
                 changed_symbol(set, changed)->kind == SYMBOL_FIELD;
    return field && facts->placed_kinds &&
           str_find(str_from(facts->placed_kinds), STR("struct")) != STR_NONE;
}

/* Adds the rows of a list of values, whose type is written once: `[]T{{1, 2}}`. False: it has no
   rows.
 */
static bool find_rows(TextUses *uses, ConsequenceVec *found, const UseText *file,
                      const Sought *sought, size_t open)
{
    size_t depth = 0;
    bool any = false;
    for (size_t i = open; i < file->tokens.len; i++) {
        char mark = mark_at(file, i);
        bool row = mark == '{' && depth == 1 && byte_in(mark_at(file, i - 1), "{,:");
        CallArguments list;
        if (row)
            read_list(file, uses->arena, i, &list);
        if (row && list.placed > 1 && !list.names.len)
            add_use(uses, found, file, sought, i);
        any |= row;
        depth += mark && byte_in(mark, "([{");
        depth -= mark && byte_in(mark, ")]}");
        if (!depth)
            break;
    }
    return any;
}

/* Adds values of the type in braces whose fields have no names, and are more than none. */
static void find_literals(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                          Sought sought)
{
    for (size_t f = 0; f < files->len; f++) {
        const UseText *file = open_text(uses, uses->catalog->files.ptr[files->ptr[f]].path);
        for (size_t i = 0; file && i < file->tokens.len; i++) {
            CallArguments list;
            if (!is_word_at(file, i, sought.name) || mark_at(file, i + 1) != '{' ||
                is_word_at(file, i - (i > 0), STR("struct")))
                continue;
            read_list(file, uses->arena, i + 1, &list);
            if (!find_rows(uses, found, file, &sought, i + 1) && list.placed > 1 && !list.names.len)
                add_use(uses, found, file, &sought, i);
        }
    }
}

/* ---- all ---- */

static void add_of_file(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                        ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        bool member = is_sought(uses->set, changed);
        bool places = has_other_places(uses->set, file, changed);
        Sought sought = {.changed = changed, .file = index, .reported = i};
        if (!member && !places)
            continue;
        if (!files.len)
            files = users_of(uses, scratch, id);
        if (member)
            find_member(uses, found, &files, sought);
        const Symbol *symbol = changed_symbol(uses->set, changed);
        if (places && symbol->parent) {
            sought.name = file->new.outline.symbols.ptr[symbol->parent - 1].name;
            sought.why = STR("its values are given by place, and there is a new field");
            find_literals(uses, found, &files, sought);
        }
    }
}

void text_uses_add(TextUses *uses, Arena scratch, ConsequenceVec *found)
{
    const Places places = places_of(uses->arena, uses->set, uses->catalog);
    for (uint32_t i = 0; i < uses->set->files.len; i++)
        if (places.new[i] != FILE_NOWHERE)
            add_of_file(uses, scratch, i, places.new[i], found);
}

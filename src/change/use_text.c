/* A file is read once. The number of files and their bytes are limited. */
#include "change/use_text.h"

#include "base/hash.h"
#include "base/limits.h"
#include "text/lines.h"

#include <stdlib.h>

/* Files that are read, and their bytes together: more would take longer than the review. */
#define FILES_MAX 4000
#define BYTES_MAX (64 * MB)

/* ---- files ---- */

TextUses *text_uses_open(Arena *arena, const ChangeSet *set, Catalog *catalog,
                         const ChangeTexts *texts)
{
    TextUses *uses = NEW(arena, TextUses, 1);
    *uses = (TextUses){.arena = arena,
                       .set = set,
                       .catalog = catalog,
                       .known = map_open(arena),
                       .looked = map_open(arena)};
    uses->texts = texts ? *texts : (ChangeTexts){0};
    return uses;
}

size_t text_uses_unread(const TextUses *uses)
{
    return uses->unread;
}

size_t text_uses_skipped(const TextUses *uses)
{
    return uses->skipped;
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

/* What is known of a word of the text, by its hash (UseText.words). */
enum {
    WORD_IN_TEXT,
    WORD_IS_TOKEN
};

static void read_words(Arena *arena, UseText *file)
{
    for (size_t from = 0, end; from < file->text.len; from = end) {
        while (from < file->text.len && !byte_is_word(file->text.ptr[from]))
            from++;
        end = str_word_end(file->text, from);
        if (end > from)
            id_map_put(&file->words, arena, hash_fast(str_slice(file->text, from, end)),
                       WORD_IN_TEXT);
    }
    for (size_t i = 0; i < file->tokens.len; i++)
        if (file->tokens.ptr[i].kind == TOKEN_WORD)
            id_map_put(&file->words, arena, hash_fast(use_text_at(file, i)), WORD_IS_TOKEN);
}

const UseText *use_text_open(TextUses *uses, Str path)
{
    uint64_t *known = map_find(&uses->known, path);
    if (known)
        return (const UseText *)(uintptr_t)*known;
    UseText *file = NULL;
    Str text = {0};
    const ChangedFile *changed = changed_file(uses, path);
    bool room = uses->files < FILES_MAX && uses->bytes < BYTES_MAX;
    uses->unread += !room;
    if (room && read_text(uses, changed, path, &text) && text.len <= BYTES_MAX) {
        file = NEW(uses->arena, UseText, 1);
        *file = (UseText){.path = path, .text = text, .changed = changed};
        file->language = lang_detect(path, str_slice(text, 0, SOURCE_HEAD_BYTES));
        code_tokens_read(uses->arena, file->language, text, &file->tokens);
        read_words(uses->arena, file);
        uses->files++;
        uses->bytes += text.len;
    }
    *map_put(&uses->known, path, NULL) = (uint64_t)(uintptr_t)file;
    return file;
}

/* ---- tokens ---- */

Str use_text_at(const UseText *file, size_t i)
{
    if (i >= file->tokens.len)
        return (Str){0};
    const Token *token = &file->tokens.ptr[i];
    return str_slice(file->text, token->start, token->end);
}

char use_text_mark(const UseText *file, size_t i)
{
    bool mark = i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_MARK;
    return mark ? file->text.ptr[file->tokens.ptr[i].start] : '\0';
}

bool use_text_is_any_word(const UseText *file, size_t i)
{
    return i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_WORD;
}

bool use_text_is_word(const UseText *file, size_t i, Str word)
{
    return use_text_is_any_word(file, i) && str_equal(use_text_at(file, i), word);
}

bool use_text_may_have(const UseText *file, Str word)
{
    size_t from = 0;
    while (from < word.len && !byte_is_word(word.ptr[from]))
        from++;
    Str first = str_slice(word, from, str_word_end(word, from));
    return !first.len || id_map_get(&file->words, hash_fast(first)) != ID_MAP_NONE ||
           use_text_has_word(file, word);
}

bool use_text_has_word(const UseText *file, Str word)
{
    return id_map_get(&file->words, hash_fast(word)) == WORD_IS_TOKEN;
}

bool use_text_is_named(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1);
    bool word = i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_WORD;
    return word && ((next == '=' && !byte_in(use_text_mark(file, i + 2), "=>")) ||
                    (next == ':' && use_text_mark(file, i + 2) != ':'));
}

/* Whether a pair without braces begins there, `"a" => 1` or `:a => 1`: it may be an option. */
static bool begins_pair(const UseText *file, size_t i)
{
    size_t key = i + (use_text_mark(file, i) == ':');
    bool plain = key < file->tokens.len && (key > i || file->tokens.ptr[key].kind == TOKEN_STRING);
    return plain && use_text_mark(file, key + 1) == '=' && use_text_mark(file, key + 2) == '>';
}

void use_text_list(const UseText *file, Arena *arena, size_t open, CallArguments *arguments)
{
    size_t depth = 0;
    bool begins = false; /* an argument begins here */
    *arguments = (CallArguments){0};
    for (size_t i = open; i < file->tokens.len; i++) {
        char mark = use_text_mark(file, i);
        if (begins && !(mark && byte_in(mark, ")]}"))) {
            if (file->tokens.ptr[i].kind == TOKEN_COMMENT ||
                file->tokens.ptr[i].kind == TOKEN_INDENT)
                continue;
            arguments->spread |= mark == '*' || mark == '.' || begins_pair(file, i);
            if (use_text_is_named(file, i))
                *VEC_PUSH(arena, &arguments->names) = use_text_at(file, i);
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

bool use_text_keeps(const UseText *file, uint32_t line)
{
    return !file->changed || !line_diff_adds(&file->changed->hunks, line);
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

typedef struct NearFile {
    uint32_t id;
    bool unlinked; /* only its folder or the size of the project speaks for it */
    Str path;
} NearFile;
typedef VEC(NearFile) NearFileVec;

static int by_nearness(const void *a, const void *b)
{
    const NearFile *one = a, *other = b;
    return one->unlinked != other->unlinked ? one->unlinked - other->unlinked
                                            : str_compare(one->path, other->path);
}

/* Not by id, which depends on the history of the index: there may be more files than are read.
   Linked ones come first. */
static FileIdVec order_near(Arena *arena, NearFileVec *found)
{
    FileIdVec files = {0};
    if (found->len)
        qsort(found->ptr, found->len, sizeof *found->ptr, by_nearness);
    for (size_t i = 0; i < found->len; i++)
        *VEC_PUSH(arena, &files) = found->ptr[i].id;
    return files;
}

FileIdVec use_text_users(const TextUses *uses, Arena scratch, uint32_t target)
{
    Catalog *catalog = uses->catalog;
    const CatalogFile *row = &catalog->files.ptr[target];
    bool *edges = files_with_edges(uses, target);
    NearFileVec found = {0};
    size_t same = 0;
    for (uint32_t f = 0; f < catalog->files.len; f++)
        same += catalog->files.ptr[f].path.len && catalog->files.ptr[f].language == row->language;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *other = &catalog->files.ptr[f];
        bool near =
            other->language == row->language &&
            (same <= SMALL_PROJECT || str_equal(folder_of(other->path), folder_of(row->path)));
        bool linked = other->path.len && (edges[f] || imports(uses, scratch, f, target));
        if (other->path.len && (near || linked))
            *VEC_PUSH(uses->arena, &found) = (NearFile){f, !linked, other->path};
    }
    return order_near(uses->arena, &found);
}

FileIdVec use_text_tied(const TextUses *uses, Arena scratch, uint32_t target)
{
    const Catalog *catalog = uses->catalog;
    bool *edges = files_with_edges(uses, target);
    FileIdVec files = {0};
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if (catalog->files.ptr[f].path.len && f != target &&
            (edges[f] || imports(uses, scratch, f, target)))
            *VEC_PUSH(uses->arena, &files) = f;
    return files;
}

uint32_t use_text_line(const UseText *file, size_t i)
{
    return (uint32_t)lines_at_offset(file->text, file->tokens.ptr[i].start);
}

size_t use_text_from_line(const UseText *file, uint32_t line)
{
    return code_tokens_from(&file->tokens, lines_offset(file->text, line));
}

size_t use_text_line_first(const UseText *file, size_t i)
{
    size_t begin = file->tokens.ptr[i].start;
    while (begin && file->text.ptr[begin - 1] != '\n')
        begin--;
    while (i && file->tokens.ptr[i - 1].start >= begin)
        i--;
    return i;
}

size_t use_text_line_end(const UseText *file, size_t i)
{
    size_t end = file->tokens.ptr[i].start;
    while (end < file->text.len && file->text.ptr[end] != '\n')
        end++;
    while (i < file->tokens.len && file->tokens.ptr[i].start < end)
        i++;
    return i;
}

size_t use_text_close(const UseText *file, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < file->tokens.len; i++) {
        char mark = use_text_mark(file, i);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        if (!depth)
            return i;
    }
    return file->tokens.len;
}

size_t use_text_opening(const UseText *file, size_t close, size_t back)
{
    size_t depth = 0, first = close > back ? close - back : 0;
    for (size_t i = close + 1; i-- > first;) {
        char mark = use_text_mark(file, i);
        depth += mark && byte_in(mark, ")]}");
        depth -= depth && mark && byte_in(mark, "([{");
        if (!depth)
            return i;
    }
    return 0;
}

void use_text_add(TextUses *uses, ConsequenceVec *found, const UseText *file,
                  const Consequence *use)
{
    if (!use_text_keeps(file, use->line))
        return;
    for (size_t i = found->len; i-- > 0;)
        if (found->ptr[i].line == use->line && found->ptr[i].reported == use->reported &&
            found->ptr[i].file == use->file && str_equal(found->ptr[i].path, file->path))
            return;
    Consequence *row = VEC_PUSH(uses->arena, found);
    *row = *use;
    row->path = file->path;
    row->user = file->path;
    row->likely = true;
}

/* Bases of bases that are followed. */
#define BASES_DEPTH_MAX 6
/* Tokens of a class's head before its body. */
#define HEAD_TOKENS 60

static bool derives_from(const TextUses *uses, Str type, Str base, int depth);

/* The same, by what the libraries of the changed files' languages declare. */
static bool is_known_heir(const TextUses *uses, Str type, Str base, int depth)
{
    for (size_t f = 0; f < uses->set->files.len; f++) {
        const char *rows = lang_facts(uses->set->files.ptr[f].new.outline.language)->known_heirs;
        Str rest = str_from(rows ? rows : ""), row;
        while (str_take_until(&rest, ' ', &row)) {
            size_t sign = str_find_byte(row, '=');
            Str heirs = str_from_offset(row, sign + 1), heir;
            while (str_take_until(&heirs, ',', &heir))
                if (str_equal(heir, type))
                    return derives_from(uses, str_slice(row, 0, sign), base, depth - 1);
        }
    }
    return false;
}

/* The same, by what a changed file declares: bases of the library are no edges. */
static bool derives_in(const TextUses *uses, const ChangeSide *side, Str type, Str base, int depth)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        if (!symbol_is_type(symbols->ptr[i].kind) || !str_equal(symbols->ptr[i].name, type))
            continue;
        const StrVec bases = change_side_bases(uses->arena, side, i);
        for (size_t k = 0; k < bases.len; k++)
            if (derives_from(uses, bases.ptr[k], base, depth))
                return true;
    }
    return false;
}

/* Whether a type of the new state has the name among its bases, itself or through one of them. */
static bool derives_from(const TextUses *uses, Str type, Str base, int depth)
{
    Catalog *catalog = uses->catalog;
    const IdSpan same = catalog_named(catalog, names_find(&catalog->names, type));
    if (str_equal(type, base))
        return true;
    if (depth && is_known_heir(uses, type, base, depth))
        return true;
    for (size_t f = 0; depth && f < uses->set->files.len; f++)
        if (derives_in(uses, &uses->set->files.ptr[f].new, type, base, depth - 1))
            return true;
    for (size_t i = 0; depth && i < same.len; i++) {
        EdgeVec edges = {0};
        catalog_edges_of(catalog, uses->arena, same.ptr[i], &edges);
        for (size_t k = 0; k < edges.len; k++) {
            if (edges.ptr[k].kind != REFERENCE_BASE)
                continue;
            Str name =
                edges.ptr[k].callee == SYMBOL_NOWHERE
                    ? catalog_name(catalog, edges.ptr[k].external)
                    : catalog_name(catalog, catalog_entry(catalog, edges.ptr[k].callee)->name);
            size_t colon = str_find_last_byte(name, ':');
            name = str_from_offset(name, colon == STR_NONE ? 0 : colon + 1);
            if (derives_from(uses, name, base, depth - 1))
                return true;
        }
    }
    return false;
}

bool use_text_derives(const TextUses *uses, const StrVec *types, Str base)
{
    for (size_t i = 0; i < types->len; i++)
        if (derives_from(uses, types->ptr[i], base, BASES_DEPTH_MAX))
            return true;
    return false;
}

bool use_text_begins_heir(const UseText *file, size_t open, Str type)
{
    bool named = false;
    for (size_t k = open; k-- > 0 && open - k < HEAD_TOKENS;) {
        char mark = use_text_mark(file, k);
        if (mark && byte_in(mark, ";{}"))
            return false;
        if (str_is_listed(use_text_at(file, k), "class struct record object"))
            return named;
        named |= use_text_is_word(file, k, type) &&
                 !(k && str_is_listed(use_text_at(file, k - 1), "class struct record object"));
    }
    return false;
}

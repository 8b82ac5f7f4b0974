/* Evidence from a file's path, and factors for its role. */
#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "search/rank_state.h"

#include <stdlib.h>

/* Factors for files that most questions are not about. */
#define TEST_ROLE 0.5F
#define DOC_ROLE 0.6F
#define ASIDE_ROLE 0.6F
#define FOREIGN_ROLE 0.6F
#define DATA_ROLE 0.7F
#define MADE_ROLE 0.6F
/* For code if the question asks for prose. */
#define CODE_ROLE 0.8F
/* For code of rare platforms, and for one platform's variant of usual code. */
#define PLATFORM_ROLE 0.72F
#define PLATFORM_ASKED_ROLE 1.2F /* … if the question names one */
/* Weight of words in the names of containers, and factor for declarations of values. */
#define OWNER_SHARE 0.3F
#define VALUE_WORTH 0.8F
/* For an older version next to a newer one: v3/ next to v4/. */
#define FORMER_ROLE 0.75F

/* ---- words of the path ---- */

typedef struct PathLook {
    const RankState *state;
    uint64_t met;          /* bits of the question's terms */
    uint32_t count, found; /* words of the path; those that match */
} PathLook;

static void look_at_word(void *context, uint32_t term, Str word, bool joined)
{
    PathLook *look = context;
    (void)word;
    bool met = false;
    for (size_t i = 0; i < look->state->term_count; i++)
        if (look->state->terms[i].asked->term == term) {
            look->met |= UINT64_C(1) << i;
            met = true;
        }
    look->count += !joined;
    look->found += !joined && met;
}

/* Share of the question's weight in the matching terms of that kind. */
static float share_of(const RankState *state, uint64_t met, QuestionTermKind kind)
{
    float sum = 0;
    for (size_t i = 0; i < state->term_count; i++)
        if (met >> i & 1 && state->terms[i].asked->kind == kind)
            sum += state->terms[i].idf;
    return MIN(sum / state->weight, 1.0F);
}

/* Whether a file name carries no meaning, so that its folder's name is used. */
static bool is_plain(Str stem)
{
    static const Str names[] = {STR_INIT("index"), STR_INIT("mod"),  STR_INIT("__init__"),
                                STR_INIT("main"),  STR_INIT("init"), STR_INIT("lib")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(stem, names[i]))
            return true;
    return false;
}

static bool names_place(const RankState *state, Str path)
{
    for (size_t i = 0; i < state->question->places.len; i++) {
        Str asked = state->question->places.ptr[i].path;
        while (str_starts(asked, STR("./")))
            asked = str_from_offset(asked, 2);
        bool same = str_equal(path, asked) ||
                    (str_ends(path, asked) && path.ptr[path.len - asked.len - 1] == '/') ||
                    (str_ends(asked, path) && asked.ptr[asked.len - path.len - 1] == '/');
        if (same)
            return true;
    }
    return false;
}

/* The number in a leading folder v3/; 0: none. */
static unsigned leading_version(Str path)
{
    unsigned number = 0;
    size_t end = 1;
    if (!path.len || path.ptr[0] != 'v')
        return 0;
    for (; end < path.len && end < 4 && byte_is_digit(path.ptr[end]); end++)
        number = 10 * number + (unsigned)(path.ptr[end] - '0');
    return end < path.len && path.ptr[end] == '/' ? number : 0;
}

/* The version in the first such folder; *at: where it begins in the path. */
static unsigned version_of(Str path, size_t *at)
{
    for (Str rest = path;;) {
        unsigned version = leading_version(rest);
        size_t slash = str_find_byte(rest, '/');
        *at = path.len - rest.len;
        if (version || slash == STR_NONE)
            return version;
        rest = str_from_offset(rest, slash + 1);
    }
}

static uint64_t folder_key(Str path, size_t at)
{
    return hash_fast(str_slice(path, 0, at));
}

/* Finds the latest version in each folder that has versions. */
static void find_versions(RankState *state, Arena *arena)
{
    const Catalog *catalog = state->index->catalog;
    size_t at = 0;
    state->versions_known = true;
    for (size_t i = 0; i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path;
        unsigned version = version_of(path, &at);
        uint64_t key = version ? folder_key(path, at) : 0;
        uint32_t latest = version ? id_map_get(&state->versions, key) : 0;
        if (version && (latest == ID_MAP_NONE || latest < version))
            id_map_put(&state->versions, arena, key, version);
    }
}

/* Whether the file is of a former version that the question does not name. */
static bool is_former(RankState *state, Arena *arena, Str path)
{
    size_t at = 0;
    unsigned version = version_of(path, &at);
    PathLook look = {.state = state};
    if (!version)
        return false;
    if (!state->versions_known)
        find_versions(state, arena);
    Str name = str_from_offset(path, at);
    terms_visit(str_slice(name, 0, str_find_byte(name, '/')), look_at_word, &look);
    return !look.met && id_map_get(&state->versions, folder_key(path, at)) > version;
}

void rank_add_place(RankState *state, Arena *arena, RankedFile *file)
{
    Str path = state->index->catalog->files.ptr[file->file].path;
    Str base = path_base(path), folder = path_directory(path);
    size_t dot = str_find_last_byte(str_from_offset(base, 1), '.');
    Str stem = dot == STR_NONE ? base : str_slice(base, 0, dot + 1);
    if (is_plain(stem) && folder.len > 1) {
        stem = path_base(folder);
        folder = path_directory(folder);
    }
    PathLook name = {.state = state}, above = {.state = state};
    terms_visit(stem, look_at_word, &name);
    terms_visit(folder, look_at_word, &above);
    file->evidence[RANK_FILE_WORDS] = share_of(state, name.met, QUESTION_WORD);
    file->evidence[RANK_FILE_FULL] = name.count ? (float)name.found / (float)name.count : 0;
    file->evidence[RANK_FILE_PAIR] = share_of(state, name.met, QUESTION_PAIR);
    file->evidence[RANK_FOLDER] = share_of(state, above.met & ~name.met, QUESTION_WORD);
    file->evidence[RANK_PLACE] = names_place(state, path);
    if (is_former(state, arena, path))
        file->role *= FORMER_ROLE;
}

/* ---- parts ---- */

/* Share of the question's weight in the names of the declaration's containers. */
static float owner_share(const RankState *state, const CatalogFile *row, uint32_t entry)
{
    PathLook look = {.state = state};
    for (uint32_t owner = row->entries[entry].parent; owner; owner = row->entries[owner].parent)
        terms_visit(catalog_name(state->index->catalog, row->entries[owner].name), look_at_word,
                    &look);
    return share_of(state, look.met, QUESTION_WORD);
}

static bool is_value(const Entry *entry)
{
    return entry->kind == SYMBOL_VARIABLE || entry->kind == SYMBOL_CONSTANT ||
           entry->kind == SYMBOL_FIELD || entry->kind == SYMBOL_ENUM_MEMBER;
}

void rank_refine_part(const RankState *state, uint32_t file, RankedPart *part)
{
    const CatalogFile *row = catalog_row(state->index->catalog, file);
    if (!part->entry)
        return;
    part->score += OWNER_SHARE * owner_share(state, row, part->entry);
    if (is_value(&row->entries[part->entry]))
        part->score *= VALUE_WORTH;
}

/* ---- roles ---- */

/* Files of unknown languages are documentation by class, but need not be prose. */
bool rank_is_prose(const CatalogFile *file)
{
    bool plain = lang_facts(file->language)->is_plain_text;
    return file->class == FILE_DOC && (!plain || str_ends(file->path, STR(".txt")) ||
                                       str_starts(path_base(file->path), STR("README")));
}

/* `win/tcp.c`, `file_windows.go`: the usual platforms have their own variant. */
static bool is_for_platform(Str path)
{
    static const Str folders[] = {STR_INIT("win"),    STR_INIT("win32"),   STR_INIT("windows"),
                                  STR_INIT("os2"),    STR_INIT("vms"),     STR_INIT("msdos"),
                                  STR_INIT("aix"),    STR_INIT("solaris"), STR_INIT("plan9"),
                                  STR_INIT("cygwin"), STR_INIT("haiku")};
    static const Str names[] = {STR_INIT("windows"), STR_INIT("win32"), STR_INIT("win"),
                                STR_INIT("os390"),   STR_INIT("sunos"), STR_INIT("solaris"),
                                STR_INIT("aix"),     STR_INIT("plan9"), STR_INIT("cygwin"),
                                STR_INIT("haiku"),   STR_INIT("zos")};
    Str rest = path, folder;
    while (str_find_byte(rest, '/') != STR_NONE && str_take_until(&rest, '/', &folder))
        for (size_t i = 0; i < COUNT(folders); i++)
            if (str_equal(folder, folders[i]))
                return true;
    Str stem = str_slice(rest, 0, str_find_byte(rest, '.'));
    size_t mark = str_find_last_byte(stem, '_');
    Str last = mark == STR_NONE ? stem : str_from_offset(stem, mark + 1);
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(last, names[i]))
            return true;
    return false;
}

float rank_role(const RankState *state, uint32_t file)
{
    const CatalogFile *row = &state->index->catalog->files.ptr[file];
    const Question *question = state->question;
    static const float roles[FILE_CLASS_COUNT] = {
        [FILE_SOURCE] = 1,           [FILE_TEST] = TEST_ROLE,      [FILE_DOC] = DOC_ROLE,
        [FILE_DATA] = DATA_ROLE,     [FILE_GENERATED] = MADE_ROLE, [FILE_VENDORED] = FOREIGN_ROLE,
        [FILE_MINIFIED] = MADE_ROLE, [FILE_LARGE] = DATA_ROLE,     [FILE_BINARY] = DATA_ROLE,
        [FILE_POINTER] = DATA_ROLE};
    float role = roles[row->class];
    if ((row->class == FILE_TEST && question->asks_for_tests) ||
        (row->class == FILE_DOC && question->asks_for_docs))
        role = 1;
    if (state->docs)
        return row->class == FILE_DOC ? 1 : CODE_ROLE;
    if (row->class == FILE_SOURCE && classify_is_aside(row->path) && !question->asks_for_docs)
        role = ASIDE_ROLE;
    if (row->class == FILE_SOURCE && is_for_platform(row->path))
        role = question->asks_for_platform ? PLATFORM_ASKED_ROLE : PLATFORM_ROLE;
    if (row->class == FILE_SOURCE && classify_is_foreign(row->path))
        role = FOREIGN_ROLE;
    return role;
}

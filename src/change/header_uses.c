/* The language's rows say which header declares a name (LangHeads.headers). A file sees a header if
   its text, or that of a file which it includes, names it in an include. */
#include "change/header_uses.h"

#include "base/path.h"

/* Files that one file may see: more are not followed. */
#define SEEN_MAX 400

typedef struct Seeking {
    TextUses *uses;
    const char *const *rows;
    Str header, names; /* of the lost one */
    uint32_t index;
    ConsequenceVec *found;
} Seeking;

/* The names of a header; empty: no row has it. */
static Str names_of(const char *const *rows, Str header)
{
    for (size_t i = 0; rows[i]; i += 2)
        if (str_equal(str_from(rows[i]), header))
            return str_from(rows[i + 1]);
    return (Str){0};
}

/* Lists the files that one sees in the new state, itself first. */
static FileIdVec seen_from(const TextUses *uses, Arena *arena, uint32_t file)
{
    bool *seen = NEW(arena, bool, uses->catalog->files.len);
    FileIdVec files = {0};
    *VEC_PUSH(arena, &files) = file;
    seen[file] = true;
    for (size_t i = 0; i < files.len && files.len < SEEN_MAX; i++) {
        ImportLinkVec links = {0};
        catalog_imports(uses->catalog, arena, files.ptr[i], &links);
        for (size_t k = 0; k < links.len; k++) {
            uint32_t target = links.ptr[k].target;
            if (target == FILE_NOWHERE || seen[target])
                continue;
            seen[target] = true;
            *VEC_PUSH(arena, &files) = target;
        }
    }
    return files;
}

static bool sees(const FileIdVec *files, uint32_t id)
{
    for (size_t i = 0; i < files->len; i++)
        if (files->ptr[i] == id)
            return true;
    return false;
}

/* Whether one of the files includes a header that declares the name, or one that is not known. */
static bool is_declared(const Seeking *seeking, Arena *arena, const FileIdVec *files, Str name)
{
    for (size_t i = 0; i < files->len; i++) {
        const UseText *file =
            use_text_open(seeking->uses, seeking->uses->catalog->files.ptr[files->ptr[i]].path);
        if (!file)
            return true;
        for (size_t k = 0; seeking->rows[k]; k += 2)
            if (str_is_listed(name, seeking->rows[k + 1]) &&
                str_find(file->text, str_format(arena, "<%s>", seeking->rows[k])) != STR_NONE)
                return true;
    }
    return false;
}

/* The name at a token as the rows have it: `uint8_t`, `std::vector`; empty: none of the library. */
static Str name_at(Arena *arena, const UseText *file, size_t i)
{
    if (i >= file->tokens.len || file->tokens.ptr[i].kind != TOKEN_WORD)
        return (Str){0};
    char last = i ? use_text_mark(file, i - 1) : '\0';
    bool of_std = i > 2 && last == ':' && use_text_mark(file, i - 2) == ':' &&
                  use_text_is_word(file, i - 3, STR("std"));
    bool of_other =
        !of_std && last &&
        (byte_in(last, ".:") || (i > 1 && last == '>' && use_text_mark(file, i - 2) == '-'));
    return of_other ? (Str){0}
           : of_std ? str_format(arena, "std::%.*s", STR_ARG(use_text_at(file, i)))
                    : use_text_at(file, i);
}

static void look_in(const Seeking *seeking, Arena scratch, uint32_t user, const FileIdVec *seen)
{
    Catalog *catalog = seeking->uses->catalog;
    const UseText *file = use_text_open(seeking->uses, catalog->files.ptr[user].path);
    for (size_t i = 0; file && i < file->tokens.len; i++) {
        Arena lent = scratch;
        Str name = name_at(&lent, file, i), rest = seeking->names, next;
        bool listed = false;
        while (name.len && !listed && str_take_until(&rest, ' ', &next))
            listed = str_equal(next, name);
        if (!listed ||
            catalog_named(catalog, names_find(&catalog->names, use_text_at(file, i))).len ||
            is_declared(seeking, &lent, seen, name))
            continue;
        const Consequence use = {
            .fault = USE_AFFECTED,
            .file = seeking->index,
            .reported = REPORTED_PASSED,
            .target = seeking->header,
            .line = use_text_line(file, i),
            .why = str_format(seeking->uses->arena,
                              "'%.*s' is of <%.*s>, which does not come with it any more",
                              STR_ARG(name), STR_ARG(seeking->header))};
        use_text_add(seeking->uses, seeking->found, file, &use);
    }
}

static bool has_import(const ImportVec *imports, Str name)
{
    for (size_t i = 0; i < imports->len; i++)
        if (str_equal(imports->ptr[i].name, name))
            return true;
    return false;
}

void header_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                     ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const ImportVec *old = &file->old.outline.imports, *new = &file->new.outline.imports;
    const char *const *rows = lang_facts(file->new.outline.language)->heads.headers;
    FileIdVec files = {0};
    for (size_t i = 0; rows && i < old->len; i++) {
        Str header = old->ptr[i].name;
        const Seeking seeking = {uses, rows, header, names_of(rows, header), index, found};
        if (!seeking.names.len || has_import(new, header))
            continue;
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            Arena lent = scratch;
            FileIdVec seen = seen_from(uses, &lent, files.ptr[k]);
            if (sees(&seen, id) && seen.len < SEEN_MAX)
                look_in(&seeking, lent, files.ptr[k], &seen);
        }
    }
}

#include "lsp/lsp_imports.h"

/* A statement that is longer is searched no further. */
#define STATEMENT_BYTES_MAX (64 * KB)

/* Adds the places of the word in a statement. */
static void add_sites(LspReader *reader, Str text, const Import *import, Str name,
                      LspStarts *starts)
{
    size_t end = MIN((size_t)import->end, import->start + STATEMENT_BYTES_MAX);
    Str part = str_slice(text, 0, end);
    for (size_t at = import->start; at + name.len <= part.len; at++) {
        bool whole = str_equal(str_slice(part, at, at + name.len), name) &&
                     !str_word_before(text, at).len && str_word_end(text, at) == at + name.len;
        bool known = starts->len && starts->ptr[starts->len - 1] >= at;
        if (whole && !known)
            *VEC_PUSH(&reader->arena, starts) = (uint32_t)at;
    }
}

void lsp_imports_sites(LspReader *reader, const LspFile *file, Str name, LspStarts *starts)
{
    const ImportVec *imports = &file->outline.imports;
    for (size_t i = 0; name.len && i < imports->len; i++) {
        bool same = i && imports->ptr[i].start == imports->ptr[i - 1].start;
        if (!same)
            add_sites(reader, file->text.bytes, &imports->ptr[i], name, starts);
    }
}

/* The name that a binding has in the file; a Go package has the last part of its path. */
static Str bound_name(const Import *import, const Binding *binding)
{
    if (binding->alias.len || binding->name.len)
        return binding->alias.len ? binding->alias : binding->name;
    size_t slash = str_find_last_byte(import->name, '/');
    return slash == STR_NONE ? import->name : str_from_offset(import->name, slash + 1);
}

static bool binds(const Import *import, Str name)
{
    for (size_t i = 0; i < import->bindings.len; i++)
        if (str_equal(bound_name(import, &import->bindings.ptr[i]), name))
            return true;
    return false;
}

bool lsp_imports_binding(LspReader *reader, const LspFile *file, Str name, size_t *start)
{
    const ImportVec *imports = &file->outline.imports;
    for (size_t i = 0; name.len && i < imports->len; i++) {
        LspStarts starts = {0};
        if (!binds(&imports->ptr[i], name))
            continue;
        add_sites(reader, file->text.bytes, &imports->ptr[i], name, &starts);
        if (starts.len) {
            *start = starts.ptr[0];
            return true;
        }
    }
    return false;
}

/* The statement at an offset, or NULL. */
static const Import *statement_at(const LspFile *file, size_t at)
{
    const ImportVec *imports = &file->outline.imports;
    for (size_t i = 0; i < imports->len; i++)
        if (imports->ptr[i].start <= at && at < imports->ptr[i].end)
            return &imports->ptr[i];
    return NULL;
}

void lsp_imports_meaning(LspReader *reader, const LspFile *file, size_t at, Str name, IdVec *meant)
{
    const Catalog *catalog = reader->catalog;
    const Import *import = statement_at(file, at);
    ImportLinkVec links = {0};
    if (!import)
        return;
    catalog_imports(catalog, &reader->arena, file->id, &links);
    for (size_t i = 0; i < links.len; i++) {
        const ImportLink *link = &links.ptr[i];
        Str own = catalog_name(catalog, link->name), alias = catalog_name(catalog, link->alias);
        if (link->line != import->line || link->target == FILE_NOWHERE || !own.len ||
            !(str_equal(own, name) || str_equal(alias, name)))
            continue;
        NameMeaning meaning =
            resolve_offered(lsp_tree_resolver(reader), link->target, own, &reader->arena);
        for (size_t k = 0; !meaning.leaves && !meaning.doubtful && k < meaning.symbols.len; k++)
            *VEC_PUSH(&reader->arena, meant) = meaning.symbols.ptr[k];
        return;
    }
}

/* Names are unique, so adding one waits for any other transaction that has added it but not
   committed. A long publish therefore commits its names first, in a separate transaction. If the
   publish then fails, names without symbols remain: no reader sees them, and the next publish uses
   them. */
#include "org/publish_state.h"

#include "base/limits.h"

/* Fewer new contents are committed quickly. */
#define CONTENTS_MIN 64

bool publish_names_are_many(const PublishWork *work, const IdVec *missing)
{
    return !work->names_added && missing->len >= CONTENTS_MIN;
}

/* Each name once, by its id in the catalog. */
static bool send_name(PublishWork *work, OrgCopy *copy, bool *sent, uint32_t name, Err *err)
{
    if (sent[name])
        return true;
    sent[name] = true;
    org_field_put(&copy->rows, catalog_name(work->commit->catalog, name));
    return org_copy_row(copy, err);
}

static bool send_names(PublishWork *work, const IdVec *missing, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    OrgCopy copy SCOPED(org_copy_close) = {0};
    Arena scratch = work->scratch;
    bool *sent = NEW(&scratch, bool, names_count(&catalog->names) + 1);
    if (!org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_name FROM STDIN", err))
        return false;
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (publish_files_differ(work, i) &&
            !send_name(work, &copy, sent, catalog_row(catalog, i)->entries[0].name, err))
            return false;
    for (size_t i = 0; i < missing->len; i++) {
        const CatalogFile *file = catalog_row(catalog, missing->ptr[i]);
        for (uint32_t k = 1; k < file->count; k++)
            if (!send_name(work, &copy, sent, file->entries[k].name, err))
                return false;
    }
    return org_copy_end(&copy, err);
}

bool publish_names_add(PublishWork *work, const IdVec *missing, const IdVec *links, Err *err)
{
    static const char make[] =
        "CREATE TEMP TABLE fovea_name (text text COLLATE \"C\") ON COMMIT DROP";
    static const char add[] =
        "INSERT INTO fovea.name (text) SELECT DISTINCT n.text FROM pg_temp.fovea_name n"
        " WHERE NOT EXISTS (SELECT FROM fovea.name k WHERE k.text = n.text)"
        " ORDER BY n.text ON CONFLICT (text) DO NOTHING";
    return postgres_rollback(work->org->postgres, err) &&
           postgres_begin(work->org->postgres, err) &&
           postgres_run(work->org->postgres, make, err) && send_names(work, missing, err) &&
           publish_query(work, add, NULL, 0, NULL, err) &&
           publish_links_add_externals(work, links, err) &&
           postgres_commit(work->org->postgres, err);
}

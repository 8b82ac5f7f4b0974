/* Facts and terms of a content, which are stored and dropped together. */
#include "index/store/store_state.h"

bool store_facts_put(Store *store, Str hash, const Facts *facts, Err *err)
{
    return packs_put(store->packs, hash, facts, err) &&
           term_store_put(store->terms, facts_key(hash), facts->terms, err);
}

bool store_facts_get(Store *store, Arena *arena, Str hash, bool references, Facts *facts, Err *err)
{
    return packs_get(store->packs, arena, hash, references, facts, err);
}

bool store_facts_has(Store *store, Str hash, bool *has, Err *err)
{
    return packs_has(store->packs, hash, has, err);
}

bool store_facts_adopt(Store *store, Str pack, const Str *hashes, const Str *terms, size_t count,
                       Err *err)
{
    if (!packs_adopt(store->packs, pack, hashes, count, err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (hashes[i].len && !term_store_put(store->terms, facts_key(hashes[i]), terms[i], err))
            return false;
    return true;
}

bool store_facts_drop(Store *store, Str hash, Err *err)
{
    Statement *drop = db_prepare(store->db, "DELETE FROM facts WHERE key = ?1");
    db_bind_u64(drop, 1, facts_key(hash));
    return db_run(drop, err);
}

void store_be_thrifty(Store *store)
{
    packs_be_thrifty(store->packs);
}

bool store_facts_flush(Store *store, Err *err)
{
    return packs_flush(store->packs, err) && term_store_flush(store->terms, err) &&
           term_store_tidy(store->terms, err);
}

bool store_facts_tidy(Store *store, Err *err)
{
    return packs_tidy(store->packs, err) && term_store_tidy(store->terms, err);
}

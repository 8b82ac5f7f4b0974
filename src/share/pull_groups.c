/* Groups of a pack that have wanted contents go into the store as they are. Their terms are made on
   all cores, from the texts of the work tree. */
#include "share/pull_state.h"

#include "base/parallel.h"
#include "base/zstd_frame.h"
#include "index/store/packs.h"
#include "index/terms/file_terms.h"

#include <stdatomic.h>

/* All of a group, unpacked: a group is closed at 1.5 MB, and one file of the largest that are
   indexed has some 20 MB of facts. */
#define GROUP_PLAIN_BYTES_MAX (128 * MB)
/* Adopted facts are committed after so many contents, so that other writers wait no longer than
   for a batch of a build. */
#define COMMIT_CONTENTS 4096

/* ---- visiting ---- */

static bool read_group(const Pull *pull, Arena *arena, const SharedGroup *group, uint32_t pack,
                       WantedGroup *found, Err *err)
{
    if (!shared_group_fits(found->bytes, GROUP_PLAIN_BYTES_MAX) ||
        !facts_pack_read(arena, found->bytes, true, GROUP_PLAIN_BYTES_MAX, &found->facts) ||
        found->facts.slots.len != group->count)
        return pull_refuse(pull, "a pack is damaged", err);
    for (uint32_t i = 0; i < group->count; i++)
        if (found->facts.slots.ptr[i].check !=
            facts_check(shared_hash(&pull->indices[pack], group->first + i)))
            return pull_refuse(pull, "a pack does not hold what its index says", err);
    found->group = group;
    return true;
}

/* `wanted` are those of one pack. */
static bool visit_pack(const Pull *pull, const Wanted *wanted, size_t count,
                       const GroupVisit *visit, Err *err)
{
    Arena arena SCOPED(arena_close) = {0}, work SCOPED(arena_close) = {0};
    uint32_t pack = wanted->pack;
    const SharedIndex *index = &pull->indices[pack];
    const RemoteBlob *blob = &pull->artifact.packs.ptr[pack].pack;
    Str bytes;
    arena_open(&arena, 0);
    arena_open(&work, 0);
    if (!pull_read_spool(pull, &arena, blob, &bytes, err))
        return false;
    size_t next = 0;
    for (size_t g = 0; g < index->groups.len && next < count; g++) {
        const SharedGroup *group = &index->groups.ptr[g];
        size_t from = next;
        while (next < count && wanted[next].number < group->first + group->count)
            next++;
        if (next == from)
            continue;
        WantedGroup found = {.wanted = wanted + from,
                             .count = next - from,
                             .bytes = {bytes.ptr + group->start, group->len}};
        arena_reset(&work);
        if (!read_group(pull, &work, group, pack, &found, err) ||
            !visit->visit(visit->context, &found, err))
            return false;
    }
    return true;
}

bool pull_visit_groups(const Pull *pull, const WantedVec *wanted, const GroupVisit *visit, Err *err)
{
    for (size_t from = 0, to; from < wanted->len; from = to) {
        for (to = from; to < wanted->len && wanted->ptr[to].pack == wanted->ptr[from].pack;)
            to++;
        if (pull->options->cancel && *pull->options->cancel)
            return err_set(err, ERR_INTERRUPTED, "interrupted");
        if (!visit_pack(pull, wanted->ptr + from, to - from, visit, err))
            return false;
    }
    return true;
}

/* ---- terms ---- */

typedef struct Terms {
    const Pull *pull;
    const WantedGroup *group;
    Arena arenas[PARALLEL_MAX]; /* results of each thread */
    Str *hashes, *terms;        /* by slot; an empty hash: not taken */
    _Atomic size_t next;
    _Atomic bool bad; /* facts that are none */
} Terms;

static void make_terms_of(Terms *terms, Arena *result, const Wanted *wanted)
{
    Arena work SCOPED(arena_close) = {0}, scratch SCOPED(arena_close) = {0};
    const Pull *pull = terms->pull;
    Str hash = wanted_hash(pull, wanted), text;
    uint32_t slot = wanted->number - terms->group->group->first;
    const Language *language;
    Outline outline;
    arena_open(&work, 0);
    arena_open(&scratch, 0);
    Facts facts = facts_pack_get(&work, &terms->group->facts, slot, true);
    if (!facts.outline.len || !facts.references.len ||
        !facts_decode(&work, &facts, true, &outline) || outline.note.len) {
        terms->bad = true;
        return;
    }
    if (!pull_read_file(pull, &work, wanted->file, hash, &text, &language) || !language ||
        outline.language != language)
        return;
    terms->terms[slot] = file_terms_make(result, scratch, &outline, text);
    terms->hashes[slot] = hash;
}

static void make_terms(void *state, unsigned thread)
{
    Terms *terms = state;
    for (size_t i; (i = terms->next++) < terms->group->count && !terms->bad;)
        make_terms_of(terms, &terms->arenas[thread], &terms->group->wanted[i]);
}

/* ---- adopting ---- */

typedef struct Adopt {
    Pull *pull;
    Terms terms;
    uint32_t uncommitted;
} Adopt;

static bool adopt_group(void *context, const WantedGroup *group, Err *err)
{
    Adopt *adopt = context;
    Pull *pull = adopt->pull;
    Store *store = pull->options->store;
    Terms *terms = &adopt->terms;
    unsigned cores = parallel_cores();
    uint32_t count = group->group->count;
    for (unsigned i = 0; i < cores; i++)
        arena_reset(&terms->arenas[i]);
    terms->group = group;
    terms->next = 0;
    terms->hashes = NEW(&terms->arenas[0], Str, count);
    terms->terms = NEW(&terms->arenas[0], Str, count);
    parallel_run(cores, make_terms, terms);
    if (terms->bad)
        return pull_refuse(pull, "it holds facts that cannot be read", err);
    for (uint32_t i = 0; i < count; i++)
        adopt->uncommitted += terms->hashes[i].len > 0;
    if (!store_facts_adopt(store, group->bytes, terms->hashes, terms->terms, count, err))
        return false;
    if (adopt->uncommitted < COMMIT_CONTENTS)
        return true;
    pull->report->taken += adopt->uncommitted;
    adopt->uncommitted = 0;
    return store_commit_some(store, err) && store_begin(store, err);
}

/* Reads all that is wanted once more, so that nothing is adopted of a pack that cannot be read. */
static bool ignore_group(void *context, const WantedGroup *group, Err *err)
{
    const Pull *pull = context;
    Arena work SCOPED(arena_close) = {0};
    Outline outline;
    arena_open(&work, 0);
    for (size_t i = 0; i < group->count; i++) {
        uint32_t slot = group->wanted[i].number - group->group->first;
        arena_reset(&work);
        Facts facts = facts_pack_get(&work, &group->facts, slot, true);
        if (!facts_decode(&work, &facts, true, &outline) || outline.note.len)
            return pull_refuse(pull, "it holds facts that cannot be read", err);
    }
    return true;
}

bool pull_adopt(Pull *pull, Err *err)
{
    Adopt adopt = {.pull = pull, .terms = {.pull = pull}};
    GroupVisit check = {ignore_group, pull}, visit = {adopt_group, &adopt};
    Store *store = pull->options->store;
    if (!pull->wanted.len)
        return true;
    if (!pull_visit_groups(pull, &pull->wanted, &check, err) || !store_begin(store, err))
        return false;
    for (unsigned i = 0; i < parallel_cores(); i++)
        arena_open(&adopt.terms.arenas[i], 0);
    bool ok = pull_visit_groups(pull, &pull->wanted, &visit, err) && store_commit(store, err);
    for (unsigned i = 0; i < parallel_cores(); i++)
        arena_close(&adopt.terms.arenas[i]);
    if (ok)
        pull->report->taken += adopt.uncommitted;
    else
        store_rollback(store);
    return ok;
}

bool pull_drop(Pull *pull, Err *err)
{
    Store *store = pull->options->store;
    if (!store_begin(store, err))
        return false;
    bool ok = true;
    for (size_t i = 0; i < pull->wanted.len && ok; i++)
        ok = store_facts_drop(store, wanted_hash(pull, &pull->wanted.ptr[i]), err);
    ok = ok && store_facts_tidy(store, err) && store_commit(store, err);
    if (!ok)
        store_rollback(store);
    pull->report->taken = ok ? 0 : pull->report->taken;
    return ok;
}

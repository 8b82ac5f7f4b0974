/* Groups of a pack with wanted contents go into the store unchanged. Their terms are made on all
   cores, from the texts of the work tree. */
#include "share/pull_state.h"

#include "base/parallel.h"
#include "base/zstd_frame.h"
#include "index/store/packs.h"
#include "index/terms/file_terms.h"

#include <stdatomic.h>

/* An unpacked group: a group is closed at 1.5 MB, and one of the largest indexed files has some 20
   MB of facts. */
#define GROUP_PLAIN_BYTES_MAX (128 * MB)
/* Commit after this many files, so that other writers wait at most for one build batch. */
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

/* `wanted` belong to one pack. */
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
            return err_interrupted(err);
        if (!visit_pack(pull, wanted->ptr + from, to - from, visit, err))
            return false;
    }
    return true;
}

/* ---- terms ---- */

/* Arenas stay open for all groups: reserving and releasing them for each file takes as long as the
   work. */
typedef struct TermsThread {
    Arena result, work, scratch;
} TermsThread;

/* Memory of larger files is released at once. */
#define LARGE_TEXT (1 * MB)

typedef struct Terms {
    const Pull *pull;
    const WantedGroup *group;
    TermsThread threads[PARALLEL_MAX];
    Str *hashes, *terms; /* by slot; an empty hash: not taken */
    _Atomic size_t next;
    _Atomic bool bad; /* some facts are invalid */
} Terms;

static bool read_outline(Terms *terms, Arena *work, const Wanted *wanted, Outline *outline)
{
    uint32_t slot = wanted->number - terms->group->group->first;
    arena_reset(work);
    Facts facts = facts_pack_get(work, &terms->group->facts, slot, true);
    bool good = facts.outline.len && facts.references.len &&
                facts_decode(work, &facts, true, outline) && !outline->note.len;
    if (!good)
        terms->bad = true;
    return good;
}

static void check_facts(void *state, unsigned thread)
{
    Terms *terms = state;
    Outline outline;
    for (size_t i; (i = terms->next++) < terms->group->count && !terms->bad;)
        (void)read_outline(terms, &terms->threads[thread].work, &terms->group->wanted[i], &outline);
}

static void make_terms_of(Terms *terms, TermsThread *thread, const Wanted *wanted)
{
    Arena *work = &thread->work;
    const Pull *pull = terms->pull;
    Str hash = wanted_hash(pull, wanted), text;
    uint32_t slot = wanted->number - terms->group->group->first;
    const Language *language;
    Outline outline;
    if (!read_outline(terms, work, wanted, &outline) ||
        !pull_read_file(pull, work, wanted->file, hash, &text, &language) || !language ||
        outline.language != language)
        return;
    terms->terms[slot] = file_terms_make(&thread->result, thread->scratch, &outline, text);
    terms->hashes[slot] = hash;
    if (text.len > LARGE_TEXT)
        arena_give_back(thread->scratch, thread->scratch.end);
}

static void make_terms(void *state, unsigned thread)
{
    Terms *terms = state;
    for (size_t i; (i = terms->next++) < terms->group->count && !terms->bad;)
        make_terms_of(terms, &terms->threads[thread], &terms->group->wanted[i]);
}

/* Does the work for the files of a group on all cores. */
static bool run_threads(Terms *terms, const WantedGroup *group,
                        void (*work)(void *terms, unsigned thread), Err *err)
{
    terms->group = group;
    terms->next = 0;
    parallel_run(parallel_cores(), work, terms);
    return !terms->bad || pull_refuse(terms->pull, "it holds facts that cannot be read", err);
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
    uint32_t count = group->group->count;
    for (unsigned i = 0; i < parallel_cores(); i++)
        arena_reset(&terms->threads[i].result);
    terms->hashes = NEW(&terms->threads[0].result, Str, count);
    terms->terms = NEW(&terms->threads[0].result, Str, count);
    if (!run_threads(terms, group, make_terms, err))
        return false;
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

/* Reads all wanted groups once more, so that nothing is adopted from an unreadable pack. */
static bool check_group(void *context, const WantedGroup *group, Err *err)
{
    return run_threads(context, group, check_facts, err);
}

static void open_threads(Terms *terms)
{
    for (unsigned i = 0; i < parallel_cores(); i++) {
        arena_open(&terms->threads[i].result, 0);
        arena_open(&terms->threads[i].work, 0);
        arena_open(&terms->threads[i].scratch, 0);
    }
}

static void close_threads(Terms *terms)
{
    for (unsigned i = 0; i < parallel_cores(); i++) {
        arena_close(&terms->threads[i].result);
        arena_close(&terms->threads[i].work);
        arena_close(&terms->threads[i].scratch);
    }
}

bool pull_adopt(Pull *pull, Err *err)
{
    Adopt adopt = {.pull = pull, .terms = {.pull = pull}};
    GroupVisit check = {check_group, &adopt.terms}, visit = {adopt_group, &adopt};
    Store *store = pull->options->store;
    if (!pull->wanted.len)
        return true;
    open_threads(&adopt.terms);
    bool checked = pull_visit_groups(pull, &pull->wanted, &check, err) && store_begin(store, err);
    bool ok =
        checked && pull_visit_groups(pull, &pull->wanted, &visit, err) && store_commit(store, err);
    close_threads(&adopt.terms);
    if (ok)
        pull->report->taken += adopt.uncommitted;
    else if (checked)
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

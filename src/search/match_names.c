/* All names are concatenated in one text, so the needle is searched for in all of them at once.
   Large sets of names are split between two threads. */
#include "search/match_names.h"

#include "base/parallel.h"
#include "index/catalog/names_lazy.h"

#include <endian.h>

/* Names above which a second thread pays. */
#define SHARE_NAMES_MIN 100000
#define SHARES_MAX 2u
/* Shorter needles occur in most names, so each name is compared. */
#define NEEDLE_MIN 2
/* Names are sampled in groups of MATCH_LETTERS_MAX. Few means at most 1 / LETTERS_SHARE of them. */
#define SAMPLES 32u
#define LETTERS_SHARE 64u

typedef struct Share {
    const Names *names; /* all names, or the names of one block that is not loaded */
    uint32_t from, to;  /* range of ids in `names` */
    Arena *arena;
    NamesMatched matched;
    MatchClass most; /* the last class that is listed */
    size_t better;   /* symbols in better classes */
    uint8_t *sets;   /* by name id, from the first name on: names that match get the bit; or NULL */
    uint8_t bit;
} Share;

typedef struct Task {
    const Names *names;
    const NamesQuery *query;
    const Matcher *matcher;
    char letter; /* the query, if it is a single letter */
    Share shares[SHARES_MAX];
} Task;

/* Stops listing the worst class once better classes have enough symbols. */
static void count(const NamesQuery *query, Share *share, uint32_t name, MatchClass class)
{
    size_t *counts = share->matched.counts, more = catalog_count_named(query->symbols, name);
    counts[class] += more;
    share->better += class < share->most ? more : 0;
    while (share->most > query->least && share->better >= query->wanted)
        share->better -= counts[--share->most];
}

static void put(const Task *task, Share *share, uint32_t name, MatchClass class)
{
    if (class == MATCH_NONE)
        return;
    if (share->sets) {
        share->sets[name] |= class <= share->most ? share->bit : 0;
        return;
    }
    if (class <= share->most)
        *VEC_PUSH(share->arena, &share->matched.list) = (MatchedName){name, (uint8_t) class};
    if (task->query->symbols)
        count(task->query, share, name, class);
}

/* ---- names that contain the needle ---- */

/* The name in [from, to) that contains a position of the text. Interpolates by the mean length,
   then gallops and bisects. */
static uint32_t name_at(const Names *names, uint32_t from, uint32_t to, size_t place)
{
    const uint32_t *starts = names->starts.ptr;
    size_t mean = names->text.len / names->starts.len + 1, beyond = (place - starts[from]) / mean;
    uint32_t low = from + (uint32_t)MIN(beyond, to - 1 - from), high = low + 1, step = 1;
    for (; low > from && starts[low] > place; step *= 2) {
        high = low;
        low -= MIN(step, low - from);
    }
    for (; high < to && starts[high] <= place; step *= 2) {
        low = high;
        high += MIN(step, to - high);
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (starts[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The class of a name whose first occurrence of the needle is at that place. */
static MatchClass class_of(const Task *task, Str name, size_t place, MatchClass most)
{
    const Matcher *matcher = task->matcher;
    bool whole = matcher->needle.len == matcher->folded.len;
    if (task->query->anywhere && whole)
        return MATCH_SUBSTRING;
    return match_whole(matcher, name, place, most);
}

static void match_needle(const Task *task, Share *share)
{
    const Names *names = share->names;
    bool last = share->to >= names_count(names);
    Str texts = {names->text.ptr, last ? names->text.len : names->starts.ptr[share->to]};
    size_t at = names->starts.ptr[share->from];
    while ((at = match_scan(task->matcher, texts, at)) != STR_NONE) {
        uint32_t id = name_at(names, share->from, share->to, at);
        Str name = names_get(names, id);
        size_t place = at - names->starts.ptr[id];
        share->from = id;
        put(task, share, id, class_of(task, name, place, share->most));
        at += name.len - place;
    }
}

/* ---- all names ---- */

/* A single letter occurs in most names. Names that do not begin with it are counted and not
   listed. */
static bool only_counts(const Task *task, const Share *share, Str name)
{
    return task->letter && share->most < MATCH_WORDS && name.len &&
           (name.ptr[0] | 32) != task->letter;
}

/* Letter sets of `count` names, from the table or computed into `own`; 0 for a name whose length
   cannot match. */
static const uint32_t *letters_of(const Task *task, const Names *names, uint32_t from,
                                  uint32_t count, uint32_t *own)
{
    if (from + count <= names->letters.len)
        return names->letters.ptr + from;
    for (uint32_t i = 0; i < count; i++) {
        Str name = names_get(names, from + i);
        bool far = task->query->nearly && !match_may_be_near(task->matcher, name.len);
        own[i] = far ? 0 : names_letters(name);
    }
    return own;
}

/* Matches a name that passed the filter by letters. */
static void match_lettered(const Task *task, Share *share, uint32_t id)
{
    const Matcher *matcher = task->matcher;
    Str name = names_get(share->names, id);
    size_t place = 0;
    if (task->query->nearly) {
        put(task, share, id, match_nearly(matcher, name));
        return;
    }
    if (only_counts(task, share, name)) {
        count(task->query, share, id, MATCH_SUBSTRING);
        return;
    }
    if (matcher->needle.len >= NEEDLE_MIN)
        place = match_find(name, 0, matcher->needle);
    if (place != STR_NONE)
        put(task, share, id, class_of(task, name, place, share->most));
}

/* Matches the names, of eight, whose byte in `may` is 1. */
static void match_eight(const Task *task, Share *share, uint32_t first, const uint8_t may[static 8])
{
    uint64_t all;
    memcpy(&all, may, sizeof all);
    for (all = le64toh(all); all; all &= all - 1)
        match_lettered(task, share, first + (uint32_t)__builtin_ctzll(all) / 8);
}

static void match_each(const Task *task, Share *share)
{
    uint32_t own[MATCH_LETTERS_MAX], some;
    uint8_t may[MATCH_LETTERS_MAX];
    for (uint32_t from = share->from; from < share->to; from += some) {
        some = MIN(share->to - from, (uint32_t)MATCH_LETTERS_MAX);
        const uint32_t *letters = letters_of(task, share->names, from, some, own);
        match_by_letters(task->matcher, task->query->nearly, letters, some, may);
        memset(may + some, 0, sizeof may - some);
        for (uint32_t i = 0; i < some; i += 8)
            match_eight(task, share, from + i, may + i);
    }
}

/* Whether scanning by letters is quicker than scanning the text, because the letters exclude most
   names. Estimated from samples. */
static bool tells_by_letters(const Task *task, const Share *share)
{
    uint8_t may[MATCH_LETTERS_MAX];
    size_t count = share->to - share->from, step = count / SAMPLES, found = 0;
    if (share->to > share->names->letters.len || step < MATCH_LETTERS_MAX)
        return false;
    for (size_t i = 0; i < SAMPLES; i++) {
        match_by_letters(task->matcher, false, share->names->letters.ptr + share->from + i * step,
                         MATCH_LETTERS_MAX, may);
        for (size_t k = 0; k < MATCH_LETTERS_MAX; k++)
            found += may[k];
    }
    return found * LETTERS_SHARE <= SAMPLES * MATCH_LETTERS_MAX;
}

static void match_some(const Task *task, Share *share)
{
    if (share->from >= share->to)
        return;
    if (task->query->nearly || task->matcher->needle.len < NEEDLE_MIN ||
        tells_by_letters(task, share))
        match_each(task, share);
    else
        match_needle(task, share);
}

static void match_share(void *state, unsigned number)
{
    Task *task = state;
    Share *share = &task->shares[number];
    share->names = task->names;
    share->most = MATCH_FUZZY_WORDS;
    match_some(task, share);
}

static void take_share(Arena *arena, const Share *share, NamesMatched *matched)
{
    for (size_t i = 0; i < share->matched.list.len; i++)
        if (share->matched.list.ptr[i].class <= share->most)
            *VEC_PUSH(arena, &matched->list) = share->matched.list.ptr[i];
    for (unsigned level = 0; level < MATCH_NONE; level++)
        matched->counts[level] += share->matched.counts[level];
}

static Task prepare(const Names *names, const NamesQuery *query)
{
    const Matcher *matcher = query->matcher;
    Task task = {.names = names, .query = query, .matcher = matcher};
    if (matcher->folded.len == 1 && byte_is_alpha(matcher->folded.ptr[0]))
        task.letter = matcher->folded.ptr[0];
    return task;
}

/* Splits the names among threads; returns their number. */
static unsigned share_out(Task *task)
{
    uint32_t count = names_count(task->names);
    unsigned shares = count < SHARE_NAMES_MIN ? 1 : MIN(parallel_cores(), SHARES_MAX);
    for (unsigned i = 0; i < shares; i++) {
        task->shares[i].from = i ? task->shares[i - 1].to : 1;
        task->shares[i].to = (uint32_t)((uint64_t)count * (i + 1) / shares);
    }
    return shares;
}

/* ---- lazily loaded names ---- */

/* The name around a position; *from is where it begins. */
static Str name_around(Str texts, size_t place, size_t *from)
{
    const char *end = memchr(texts.ptr + place, '\0', texts.len - place);
    for (*from = place; *from && texts.ptr[*from - 1];)
        --*from;
    return str_slice(texts, *from, end ? (size_t)(end - texts.ptr) : texts.len);
}

static bool has_match(const void *context, Arena scratch, const NamesBlock *block, Str texts)
{
    const Task *task = context;
    size_t at = 0, from;
    (void)scratch, (void)block;
    if (task->matcher->needle.len < NEEDLE_MIN)
        return true;
    while ((at = match_scan(task->matcher, texts, at)) != STR_NONE) {
        Str name = name_around(texts, at, &from);
        if (class_of(task, name, at - from, MATCH_FUZZY) != MATCH_NONE)
            return true;
        at = from + name.len;
    }
    return false;
}

static bool may_match(const NamesBlock *block, const MatchForms *forms)
{
    for (size_t i = 0; i < forms->count; i++)
        if (ngrams_are_in(block->ngrams, &forms->list[i]))
            return true;
    return false;
}

/* Whether every form has n-grams, so that blocks can be excluded. */
static bool are_known(const MatchForms *forms)
{
    for (size_t i = 0; i < forms->count; i++)
        if (!forms->list[i].len)
            return false;
    return true;
}

typedef VEC(uint32_t) BlockVec;

/* Blocks that may contain a match. */
static BlockVec list_blocks(Arena *arena, const Names *names, const MatchForms *forms)
{
    BlockVec list = {0};
    for (uint32_t i = 0; i < names->lazy->count; i++)
        if (may_match(&names->lazy->blocks[i], forms))
            *VEC_PUSH(arena, &list) = i;
    return list;
}

/* Loads blocks that may match, and keeps only those in which a name does. */
static bool match_lazily(const Names *names, const NamesQuery *query, Arena *arena,
                         NamesMatched *matched)
{
    MatchForms forms = match_forms(arena, query->matcher);
    Task task = prepare(names, query);
    Share share = {.names = names, .most = MATCH_FUZZY_WORDS, .arena = arena};
    NamesWish wish = {.wants = has_match, .context = &task};
    if (query->nearly || !are_known(&forms))
        return false;
    BlockVec blocks = list_blocks(arena, names, &forms);
    names_bring_some(names, blocks.ptr, blocks.len, &wish);
    for (size_t i = 0; i < blocks.len; i++) {
        const NamesBlock *block = &names->lazy->blocks[blocks.ptr[i]];
        if (!block->is_loaded)
            continue;
        share.from = block->first;
        share.to = block->first + block->count;
        match_some(&task, &share);
    }
    take_share(arena, &share, matched);
    return true;
}

void match_names(Names *names, const NamesQuery *query, Arena *arena, NamesMatched *matched)
{
    const Matcher *matcher = query->matcher;
    *matched = (NamesMatched){0};
    if (query->nearly && !matcher->typos)
        return;
    if (names->lazy && match_lazily(names, query, arena, matched))
        return;
    names_bring_all(names);
    Task task = prepare(names, query);
    unsigned shares = share_out(&task);
    Arena arenas[SHARES_MAX];
    for (unsigned i = 0; i < shares; i++) {
        arena_open(&arenas[i], 0);
        task.shares[i].arena = &arenas[i];
    }
    parallel_run(shares, match_share, &task);
    for (unsigned i = 0; i < shares; i++) {
        take_share(arena, &task.shares[i], matched);
        arena_close(&arenas[i]);
    }
}

/* ---- words ---- */

/* Names that stay in the cache while one word after another is searched for. */
#define WORDS_AT_ONCE 8192u

typedef struct WordsTask {
    const Names *names;
    unsigned from, to;
    Task tasks[MATCH_WORDS_MAX];
    NamesQuery queries[MATCH_WORDS_MAX];
    Matcher matchers[MATCH_WORDS_MAX];
    uint8_t *sets;
} WordsTask;

/* `sets` belongs to name 0 of `names`. */
static void mark_words(const WordsTask *words, const Names *names, uint32_t from, uint32_t to,
                       uint8_t *sets)
{
    for (unsigned i = words->from; i < words->to; i++) {
        Share share = {.names = names, .from = from, .to = to, .sets = sets};
        share.most = words->queries[i].anywhere ? MATCH_SUBSTRING : MATCH_WORDS;
        share.bit = (uint8_t)(1u << i);
        match_some(&words->tasks[i], &share);
    }
}

static void mark_share(void *state, unsigned number)
{
    const WordsTask *words = state;
    const Share *share = &words->tasks[words->from].shares[number];
    for (uint32_t from = share->from; from < share->to; from += WORDS_AT_ONCE)
        mark_words(words, words->names, from, MIN(from + WORDS_AT_ONCE, share->to), words->sets);
}

/* Marks the names of a block, which is then not kept in memory. */
static bool mark_block(const void *context, Arena scratch, const NamesBlock *block, Str texts)
{
    const WordsTask *words = context;
    Names names = names_of_block(&scratch, block, texts);
    mark_words(words, &names, 0, names_count(&names), words->sets + block->first);
    return false;
}

static void mark_lazily(const WordsTask *words, Arena scratch)
{
    NamesWish wish = {.wants = mark_block, .context = words};
    NgramVec *ngrams = NEW(&scratch, NgramVec, words->to);
    BlockVec blocks = {0};
    for (unsigned i = words->from; i < words->to; i++)
        ngrams_add_trigrams(&scratch, &ngrams[i], words->matchers[i].needle);
    for (uint32_t b = 0; b < words->names->lazy->count; b++) {
        unsigned i = words->from;
        while (i < words->to && !ngrams_are_in(words->names->lazy->blocks[b].ngrams, &ngrams[i]))
            i++;
        if (i < words->to)
            *VEC_PUSH(&scratch, &blocks) = b;
    }
    names_bring_some(words->names, blocks.ptr, blocks.len, &wish);
}

void match_words(const Names *names, Arena scratch, const MatchWords *words, uint8_t *sets)
{
    WordsTask *task = NEW(&scratch, WordsTask, 1);
    *task = (WordsTask){.names = names, .from = words->from, .to = words->to, .sets = sets};
    for (unsigned i = words->from; i < words->to; i++) {
        task->matchers[i] = match_prepare(&scratch, words->list[i]);
        task->queries[i] = (NamesQuery){.matcher = &task->matchers[i],
                                        .anywhere = words->list[i].len >= MATCH_ANYWHERE_MIN};
        task->tasks[i] = prepare(names, &task->queries[i]);
    }
    if (words->from == words->to)
        return;
    if (names->lazy)
        mark_lazily(task, scratch);
    else
        parallel_run(share_out(&task->tasks[words->from]), mark_share, task);
}

/* Looking for all names at once finds what holding the query against each finds, whatever the names
   are; and what counts as a typing error is the edit distance of the textbook. */
#include "search/match_names.h"

#include "base/buf.h"
#include "index/catalog/names_lazy.h"
#include "index/catalog/symbol.h"

#include "test.h"
#include "test_random.h"

#define ROUNDS 400
#define NAMES 700
#define LONG 70

static Str random_text(Random *random, uint32_t parts)
{
    static const char *const words[] = {"get", "Set", "user", "USER", "_",  "id", "a",    "B",
                                        "x9",  "tcp", "-",    "init", "ni", "é",  "read", "2"};
    Buf text = buf_open(test_arena(), LONG);
    for (uint32_t i = 0; i <= parts; i++)
        buf_put(&text, str_from(words[random_below(random, COUNT(words))]));
    return str_copy(test_arena(), buf_str(&text));
}

static void make_names(Names *names, Random *random)
{
    names_init(names, test_arena());
    for (int i = 0; i < NAMES; i++)
        (void)names_put(names, random_text(random, random_below(random, random_below(random, 12))));
}

/* A part of a name, with a mistake, a wildcard, two words. */
static Str random_query(const Names *names, Random *random)
{
    Str name = names_get(names, 1 + random_below(random, names_count(names) - 1));
    uint32_t from = random_below(random, (uint32_t)name.len);
    Str part = str_slice(name, from, from + 1 + random_below(random, (uint32_t)name.len));
    uint32_t at = random_below(random, (uint32_t)name.len);
    const Str forms[] = {
        name,
        part,
        random_text(random, random_below(random, 5)),
        str_format(test_arena(), "%.*s*%.*s", STR_ARG(str_slice(name, 0, from)), STR_ARG(part)),
        str_format(test_arena(), "%.*s %.*s", STR_ARG(part), STR_ARG(random_text(random, 0))),
        str_format(test_arena(), "%.*s%.*s", STR_ARG(str_slice(name, 0, at)),
                   STR_ARG(str_from_offset(name, at + 1))),
    };
    Str form = str_trim(forms[random_below(random, COUNT(forms))]);
    return form.len ? form : name;
}

static void expect_each(Names *names, Str query)
{
    NamesMatched matched;
    Matcher matcher = match_prepare(test_arena(), query);
    NamesQuery all = {.matcher = &matcher};
    match_names(names, &all, test_arena(), &matched);
    const MatchedVec *list = &matched.list;
    size_t at = 0;
    for (uint32_t id = 1; id < names_count(names); id++) {
        MatchClass class = match_whole(&matcher, names_get(names, id), 0, MATCH_NONE);
        bool found = at < list->len && list->ptr[at].name == id;
        EXPECT(found == (class != MATCH_NONE));
        if (found)
            EXPECT(list->ptr[at++].class == class);
    }
    EXPECT(at == list->len);
}

/* What is left out is not among the best. */
static void expect_enough(Names *names, uint32_t *starts, Str query, size_t wanted)
{
    NamesMatched all, best;
    size_t counts[MATCH_NONE] = {0}, total = 0, better = 0, at = 0;
    Matcher matcher = match_prepare(test_arena(), query);
    NamesQuery asked = {.matcher = &matcher};
    match_names(names, &asked, test_arena(), &all);
    const Catalog symbols = {.name_starts = starts, .by_name_count = names_count(names)};
    asked.symbols = &symbols;
    asked.wanted = wanted;
    match_names(names, &asked, test_arena(), &best);
    for (size_t i = 0; i < all.list.len; i++) {
        uint32_t name = all.list.ptr[i].name;
        counts[all.list.ptr[i].class] += starts[name + 1] - starts[name];
    }
    for (unsigned level = 0; level < MATCH_NONE; level++) {
        total += counts[level] - best.counts[level];
        if (better >= wanted)
            continue;
        EXPECT(best.counts[level] == counts[level]);
        better += counts[level];
        for (size_t i = 0; i < all.list.len; i++)
            if (all.list.ptr[i].class == level)
                for (at = 0; best.list.ptr[at].name != all.list.ptr[i].name;)
                    EXPECT(++at < best.list.len);
    }
    EXPECT(total == 0);
}

TEST(all_at_once_as_each_by_itself)
{
    Random random = {1};
    Names names;
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 20 == 0)
            make_names(&names, &random);
        expect_each(&names, random_query(&names, &random));
    }
}

TEST(the_best_of_what_is_counted)
{
    Random random = {3};
    Names names;
    uint32_t *starts = NEW(test_arena(), uint32_t, NAMES + 2);
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 20 == 0) {
            make_names(&names, &random);
            for (uint32_t id = 0; id < names_count(&names); id++)
                starts[id + 1] = starts[id] + random_below(&random, 4);
        }
        expect_enough(&names, starts, random_query(&names, &random), 1 + random_below(&random, 40));
    }
}

typedef struct Stored {
    const Names *names;
    NamesLazy lazy;
    size_t reads;
    bool damaged;
} Stored;

static Str texts_of(const Stored *stored, size_t number)
{
    const NamesBlock *block = &stored->lazy.blocks[number];
    return (Str){stored->names->text.ptr + block->start, block->bytes};
}

static bool read_stored(void *state, Arena *arena, size_t number, Str *packed)
{
    Stored *stored = state;
    (void)arena;
    stored->reads++;
    *packed = texts_of(stored, number);
    return true;
}

static bool unpack_stored(Arena *arena, Str packed, Str *texts)
{
    (void)arena;
    *texts = packed;
    return true;
}

/* A block's names are few to a third of all, its set of ngrams has room for some or for many. */
static void store_blocks(Stored *stored, const Names *names, Random *random)
{
    uint32_t count = names_count(names), id = 1;
    *stored = (Stored){.names = names,
                       .lazy = {.blocks = NEW(test_arena(), NamesBlock, count),
                                .read = read_stored,
                                .unpack = unpack_stored,
                                .state = stored,
                                .damaged = &stored->damaged}};
    while (id < count) {
        NamesBlock *block = &stored->lazy.blocks[stored->lazy.count++];
        uint32_t more = 1 + random_below(random, NAMES / 3), end = MIN(count, id + more);
        NgramVec ngrams = {0};
        Buf set = buf_open(test_arena(), 0);
        block->first = id;
        block->count = end - id;
        block->start = names->starts.ptr[id];
        for (; id < end; id++) {
            block->bytes += (uint32_t)names_get(names, id).len + 1;
            ngrams_add_name(test_arena(), &ngrams, names_get(names, id));
        }
        ngrams_put_filter(&set, &ngrams, 1 + random_below(random, block->bytes));
        block->ngrams = buf_str(&set);
    }
}

static void expect_same_list(const Names *names, const NamesMatched *a, const NamesMatched *b,
                             const Names *fetched)
{
    EXPECT_INT(a->list.len, b->list.len);
    for (size_t i = 0; i < MIN(a->list.len, b->list.len); i++) {
        uint32_t id = a->list.ptr[i].name;
        EXPECT(id == b->list.ptr[i].name && a->list.ptr[i].class == b->list.ptr[i].class);
        EXPECT(str_equal(names_get(fetched, id), names_get(names, id)));
    }
}

TEST(block_by_block_as_all_of_them)
{
    Random random = {4};
    Names names;
    Stored stored;
    size_t blocks = 0, reads = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 20 == 0)
            make_names(&names, &random);
        Names fetched;
        NamesMatched all, some;
        Str query = random_query(&names, &random);
        Matcher matcher = match_prepare(test_arena(), query);
        NamesQuery asked = {.matcher = &matcher};
        store_blocks(&stored, &names, &random);
        names_init(&fetched, test_arena());
        names_be_lazy(&fetched, &stored.lazy);
        match_names(&names, &asked, test_arena(), &all);
        match_names(&fetched, &asked, test_arena(), &some);
        blocks += stored.lazy.count;
        reads += stored.reads;
        expect_same_list(&names, &all, &some, &fetched);
        EXPECT_INT(names_find(&fetched, query), names_find(&names, query));
        EXPECT(!stored.damaged);
    }
    EXPECT(reads < blocks * 3 / 4);
}

TEST(typing_errors_block_by_block_and_all_at_once)
{
    Random random = {5};
    size_t found = 0;
    for (int i = 0; i < ROUNDS; i++) {
        Names names, fetched;
        Stored stored;
        NamesMatched plain, warm, some;
        make_names(&names, &random);
        Matcher matcher = match_prepare(test_arena(), random_query(&names, &random));
        NamesQuery asked = {.matcher = &matcher, .nearly = true};
        store_blocks(&stored, &names, &random);
        names_init(&fetched, test_arena());
        names_be_lazy(&fetched, &stored.lazy);
        match_names(&names, &asked, test_arena(), &plain);
        match_names(&fetched, &asked, test_arena(), &some);
        names_warm(&names);
        match_names(&names, &asked, test_arena(), &warm);
        found += plain.list.len;
        expect_same_list(&names, &plain, &some, &fetched);
        expect_same_list(&names, &plain, &warm, &names);
    }
    EXPECT(found > ROUNDS / 2);
}

/* As one word after the other finds them. */
static void expect_words(const Names *names, const MatchWords *words, const uint8_t *sets)
{
    for (unsigned i = words->from; i < words->to; i++) {
        Str word = words->list[i];
        Matcher matcher = match_prepare(test_arena(), word);
        for (uint32_t id = 1; id < names_count(names); id++) {
            Str name = names_get(names, id);
            bool anywhere = word.len >= MATCH_ANYWHERE_MIN;
            bool wanted = anywhere ? match_find(name, 0, word) != STR_NONE
                                   : match_whole(&matcher, name, 0, MATCH_FUZZY) <= MATCH_WORDS;
            EXPECT_INT(sets[id] >> i & 1, wanted);
        }
    }
}

TEST(words_in_memory_and_block_by_block)
{
    static const Str list[] = {STR_INIT("get"), STR_INIT("us"),  STR_INIT("init"),
                               STR_INIT("tcp"), STR_INIT("er"),  STR_INIT("nit"),
                               STR_INIT("rid"), STR_INIT("read")};
    Random random = {6};
    for (int i = 0; i < ROUNDS / 20; i++) {
        Names names, fetched;
        Stored stored;
        unsigned from = random_below(&random, COUNT(list)), count = (unsigned)COUNT(list) - from;
        make_names(&names, &random);
        store_blocks(&stored, &names, &random);
        names_init(&fetched, test_arena());
        names_be_lazy(&fetched, &stored.lazy);
        uint8_t *all = NEW(test_arena(), uint8_t, NAMES + 2);
        uint8_t *some = NEW(test_arena(), uint8_t, NAMES + 2);
        MatchWords words = {list + from, random_below(&random, count + 1), count};
        match_words(&names, *test_arena(), &words, all);
        match_words(&fetched, *test_arena(), &words, some);
        expect_words(&names, &words, all);
        EXPECT(!memcmp(all, some, names_count(&names)));
    }
}

/* Optimal string alignment by its definition. */
static size_t distance(Str a, Str b)
{
    size_t rows[LONG + 1][LONG + 1];
    for (size_t i = 0; i <= a.len; i++)
        for (size_t j = 0; j <= b.len; j++) {
            rows[i][j] = i ? i : j;
            if (!i || !j)
                continue;
            rows[i][j] = MIN(rows[i - 1][j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]),
                             MIN(rows[i - 1][j], rows[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1])
                rows[i][j] = MIN(rows[i][j], rows[i - 2][j - 2] + 1);
        }
    return rows[a.len][b.len];
}

static MatchClass class_near(const Matcher *matcher, Str name)
{
    uint32_t letters = names_letters(name);
    uint8_t may;
    match_by_letters(matcher, true, &letters, 1, &may);
    return may && match_may_be_near(matcher, name.len) ? match_nearly(matcher, name) : MATCH_NONE;
}

static bool ends_word(Str name, size_t at)
{
    return at == name.len || name.ptr[at] == '_' || !byte_is_word(name.ptr[at]) ||
           symbol_word_begins(name, at);
}

/* Whether words of the name that stand together are one word but for typing errors. */
static bool has_near_word(Str word, Str name, size_t typos)
{
    for (size_t from = 0; from < name.len; from++)
        for (size_t to = from + 1; to <= name.len; to++)
            if (symbol_word_begins(name, from) && ends_word(name, to) &&
                distance(word, str_lower(test_arena(), str_slice(name, from, to))) <= typos)
                return true;
    return false;
}

TEST(typing_errors_as_the_distance_says)
{
    Random random = {2};
    size_t near = 0, far = 0, words = 0;
    Names names;
    for (int i = 0; i < 4 * ROUNDS; i++) {
        if (i % 50 == 0)
            make_names(&names, &random);
        Str query = random_query(&names, &random);
        Matcher matcher = match_prepare(test_arena(), query);
        for (uint32_t id = 1; id < MIN(names_count(&names), 100u) && matcher.typos; id++) {
            Str name = names_get(&names, id);
            bool wanted = name.len <= 64 &&
                          distance(str_lower(test_arena(), query), str_lower(test_arena(), name)) <=
                              matcher.typos;
            MatchClass class = class_near(&matcher, name);
            EXPECT((class == MATCH_FUZZY) == wanted);
            *(wanted ? &near : &far) += 1;
            bool one = matcher.near_count == 1 && matcher.nears[0].typos && !wanted;
            if (!one)
                continue;
            bool word = has_near_word(matcher.words, name, matcher.nears[0].typos);
            EXPECT((class == MATCH_FUZZY_WORDS) == word);
            words += word;
        }
    }
    EXPECT(near > 100 && far > 100 && words > 100);
}

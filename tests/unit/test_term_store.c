#include "test.h"

#include "index/store/packs.h"
#include "index/terms/term_segment.h"

#include "text/terms.h"

#define META "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"

static Db *open_db(void)
{
    Db *db = NULL;
    Err err;
    EXPECT(db_open("", DB_MEMORY, 0, &db, &err));
    EXPECT(db_script(db, META PACKS_SCHEMA TERM_SCHEMA, &err));
    return db;
}

static void run_sql(Db *db, const char *text)
{
    Err err;
    EXPECT(db_script(db, text, &err));
}

static Str terms_of(const char *language, Str text)
{
    Outline outline = {.language = lang_find(str_from(language))};
    OutlineOptions options = {.want_docs = true};
    lang_outline(test_arena(), test_scratch(), outline.language, text, &options, &outline);
    return file_terms_make(test_arena(), test_scratch(), &outline, text);
}

static uint64_t key_of(unsigned file)
{
    return (uint64_t)file * 0x9E3779B97F4A7C15u;
}

static Str text_of(unsigned file)
{
    return str_format(
        test_arena(),
        "# head%u\ndef work%u(item):\n    return shared(item, own%u)\n\n\n"
        "class Holder%u:\n    def take(self):\n        return shared(1) + shared(2)\n",
        file, file, file, file);
}

static void put(Db *db, TermStore *store, unsigned file)
{
    Err err;
    Statement *facts = db_prepare(db, "INSERT OR REPLACE INTO facts VALUES(?1, 0)");
    db_bind_u64(facts, 1, key_of(file));
    EXPECT(db_run(facts, &err));
    EXPECT(term_store_put(store, key_of(file), terms_of("python", text_of(file)), &err));
}

static void forget(Db *db, unsigned file)
{
    Err err;
    Statement *facts = db_prepare(db, "DELETE FROM facts WHERE key = ?1");
    db_bind_u64(facts, 1, key_of(file));
    EXPECT(db_run(facts, &err));
}

/* `key/entry/code` of each hit of a word in all segments that has facts, in order of the keys. */
static size_t count_hits(Db *db, const char *word, unsigned *files)
{
    TermSegmentVec segments = {0};
    Err err;
    size_t count = 0;
    *files = 0;
    EXPECT(term_segments(db, test_arena(), &segments, &err));
    for (size_t s = 0; s < segments.len; s++) {
        const TermSegment *segment = &segments.ptr[s];
        TermHits hits;
        TermHit hit;
        uint32_t slot = UINT32_MAX;
        EXPECT(term_segment_find(db, test_arena(), segment, term_of_word(str_from(word)), &hits,
                                 &err));
        while (term_hits_next(&hits, &hit)) {
            uint32_t own = 0;
            count++;
            while (hit.part >= segment->slots[own].first + segment->slots[own].count)
                own++;
            *files += own != slot;
            slot = own;
        }
    }
    return count;
}

static uint64_t count_segments(Db *db)
{
    uint64_t count = 0;
    Err err;
    Statement *get = db_prepare(db, "SELECT count(*) FROM term_segment");
    while (db_next(get, &err))
        count = db_u64(get, 0);
    return count;
}

TEST(parts_hold_their_words)
{
    Str text =
        STR("import os\n\n# Deletes what expired.\ndef expire(keys):\n    return os.stat(keys)\n");
    FileTerms terms = file_terms_open(test_arena(), terms_of("python", text));
    unsigned found = 0;
    EXPECT_INT(terms.part_count, 2);
    EXPECT_INT(terms.parts[0].entry, 0);
    EXPECT_INT(terms.parts[1].entry, 1);
    while (file_terms_next(&terms)) {
        TermHits hits = term_hits_open(terms.hits, terms.hit_count);
        TermHit hit;
        while (term_hits_next(&hits, &hit)) {
            if (terms.term == term_of_word(STR("delete"))) {
                EXPECT_INT(hit.part, 1);
                EXPECT_INT(hit.code, TERM_IN_COMMENT);
                found++;
            }
            if (terms.term == term_of_word(STR("expired"))) {
                EXPECT_INT(hit.code, TERM_IN_COMMENT | TERM_IN_NAME | 1);
                found++;
            }
            if (terms.term == term_of_name(STR("expire"))) {
                EXPECT_INT(hit.code, TERM_NAMES_FUNCTION);
                found++;
            }
            if (terms.term == term_of_word(STR("os")))
                found += hit.part == 0 || hit.part == 1;
        }
    }
    EXPECT(!terms.failed);
    EXPECT_INT(found, 5);
}

TEST(damaged_bytes_are_no_terms)
{
    Str bytes = terms_of("python", text_of(1));
    for (size_t len = 0; len < bytes.len; len++) {
        FileTerms terms = file_terms_open(test_arena(), str_slice(bytes, 0, len));
        while (file_terms_next(&terms)) {
            TermHits hits = term_hits_open(terms.hits, terms.hit_count);
            TermHit hit;
            while (term_hits_next(&hits, &hit))
                continue;
        }
    }
    for (size_t i = 0; i < bytes.len; i++) {
        char *other = str_terminate(test_arena(), bytes);
        other[i] ^= 0x55;
        FileTerms terms = file_terms_open(test_arena(), (Str){other, bytes.len});
        while (file_terms_next(&terms))
            continue;
    }
}

TEST(words_are_found_after_a_flush_and_after_merging)
{
    Db *db SCOPED(db_close) = open_db();
    TermStore *store SCOPED(term_store_close) = term_store_open(db);
    Err err;
    unsigned files;
    for (unsigned i = 1; i <= 100; i++) {
        put(db, store, i);
        EXPECT(term_store_flush(store, &err));
    }
    EXPECT_INT(count_segments(db), 100);
    EXPECT_INT(count_hits(db, "shared", &files), 200);
    EXPECT_INT(files, 100);
    EXPECT(term_store_tidy(store, &err));
    EXPECT(count_segments(db) < 16);
    EXPECT_INT(count_hits(db, "shared", &files), 200);
    EXPECT_INT(files, 100);
    EXPECT_INT(count_hits(db, "absent", &files), 0);
}

TEST(what_has_no_facts_goes_and_what_came_twice_counts_once)
{
    Db *db SCOPED(db_close) = open_db();
    TermStore *store SCOPED(term_store_close) = term_store_open(db);
    Err err;
    unsigned files;
    for (unsigned round = 0; round < 3; round++)
        for (unsigned i = 1; i <= 20; i++) {
            put(db, store, i);
            if (i % 5 == 0)
                EXPECT(term_store_flush(store, &err));
        }
    for (unsigned i = 11; i <= 20; i++)
        forget(db, i);
    EXPECT(term_store_tidy(store, &err));
    EXPECT_INT(count_hits(db, "shared", &files), 20);
    EXPECT_INT(files, 10);
}

TEST(a_rollback_forgets_what_waits)
{
    Db *db SCOPED(db_close) = open_db();
    TermStore *store SCOPED(term_store_close) = term_store_open(db);
    Err err;
    put(db, store, 1);
    term_store_forget(store);
    EXPECT(term_store_flush(store, &err));
    EXPECT_INT(count_segments(db), 0);
}

TEST(damage_is_noticed)
{
    static const char *const harms[] = {
        "UPDATE term_segment SET head = x'00112233'",
        "DELETE FROM term_segment",
        "DELETE FROM term_piece",
        "UPDATE term_piece SET data = x'28b52ffd'",
        "UPDATE term_piece SET data = substr(data, 1, length(data) / 2)",
    };
    for (size_t i = 0; i < COUNT(harms); i++) {
        Db *db SCOPED(db_close) = open_db();
        TermStore *store SCOPED(term_store_close) = term_store_open(db);
        TermSegmentVec segments = {0};
        TermHits hits;
        Err err;
        put(db, store, 1);
        EXPECT(term_store_flush(store, &err));
        run_sql(db, harms[i]);
        bool read = term_segments(db, test_arena(), &segments, &err);
        EXPECT(!read || !term_segment_find(db, test_arena(), &segments.ptr[0],
                                           term_of_word(STR("shared")), &hits, &err));
        EXPECT_INT(db_fault(db), DB_CORRUPT);
    }
}

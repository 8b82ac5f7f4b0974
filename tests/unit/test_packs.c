#include "test.h"

#include "index/store/codec.h"
#include "index/store/facts_pack.h"
#include "index/store/packs.h"

#define FILES 12000

static Db *open_db(void)
{
    Db *db = NULL;
    Err err;
    EXPECT(db_open("", DB_MEMORY, 0, &db, &err));
    EXPECT(db_script(db, PACKS_SCHEMA, &err));
    return db;
}

static Str hash_of(unsigned file)
{
    return str_format(test_arena(), "%08x%08x", file * 2654435761u, ~file * 2246822519u);
}

static Facts facts_of(unsigned file, unsigned edition)
{
    Buf outline = buf_open(test_arena(), 0);
    for (unsigned i = 0; i < 20; i++)
        buf_printf(&outline, "symbol %u of %u in %u\n", i * i * edition, file, edition);
    return (Facts){.outline = buf_str(&outline),
                   .references = str_format(test_arena(), "references of %u", file)};
}

static void put(Packs *packs, unsigned from, unsigned count, unsigned edition)
{
    Err err;
    for (unsigned i = from; i < from + count; i++) {
        Facts facts = facts_of(i, edition);
        EXPECT(packs_put(packs, hash_of(i), &facts, &err));
    }
}

static bool has(Packs *packs, unsigned file, unsigned edition, bool references)
{
    Facts wanted = facts_of(file, edition), facts = {0};
    Err err;
    EXPECT(packs_get(packs, test_arena(), hash_of(file), references, &facts, &err));
    return str_equal(facts.outline, wanted.outline) &&
           (!references || str_equal(facts.references, wanted.references));
}

static uint64_t number(Db *db, const char *query)
{
    Statement *get = db_prepare(db, query);
    uint64_t count = 0;
    Err err;
    while (db_next(get, &err))
        count = db_u64(get, 0);
    return count;
}

static uint64_t count_packs(Db *db)
{
    return number(db, "SELECT count(*) FROM pack");
}

TEST(facts_are_found_while_they_wait_and_after)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Err err;
    put(packs, 0, FILES, 1);
    EXPECT(count_packs(db) > 2);
    for (unsigned i = 0; i < FILES; i++)
        EXPECT(has(packs, i, 1, true));
    EXPECT(!has(packs, FILES, 1, false));
    EXPECT(packs_flush(packs, &err));
    Packs *other SCOPED(packs_close) = packs_open(db);
    for (unsigned i = 0; i < FILES; i += 7) {
        EXPECT(has(other, i, 1, false));
        EXPECT(has(other, FILES - 1 - i, 1, true));
    }
}

/* Two workers may have files of one content at the same time. */
TEST(facts_that_are_put_twice_into_one_pack_stay)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Err err;
    put(packs, 0, 1, 1);
    put(packs, 0, 2, 1);
    EXPECT(packs_flush(packs, &err));
    EXPECT_INT(count_packs(db), 1);
    for (unsigned i = 0; i < 2; i++)
        EXPECT(has(packs, i, 1, true));
}

TEST(packs_whose_facts_are_replaced_go)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Err err;
    put(packs, 0, FILES, 1);
    EXPECT(packs_flush(packs, &err));
    uint64_t count = count_packs(db);
    packs_begin(packs);
    put(packs, 0, FILES, 2);
    put(packs, 0, 10, 3);
    EXPECT(packs_flush(packs, &err));
    EXPECT(count_packs(db) <= count + 1);
    for (unsigned i = 0; i < FILES; i++)
        EXPECT(has(packs, i, i < 10 ? 3 : 2, true));
}

/* By another process: this one hears nothing of it. */
TEST(an_outline_that_stays_is_not_one_that_was_replaced)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Packs *reader SCOPED(packs_close) = packs_open(db);
    Err err;
    put(packs, 0, FILES, 1);
    EXPECT(packs_flush(packs, &err));
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < FILES; i += 50)
            EXPECT(has(reader, i, 1, false));
    EXPECT(has(reader, 50, 1, true));
    packs_begin(packs);
    put(packs, 0, 100, 2);
    EXPECT(packs_flush(packs, &err));
    for (unsigned i = 0; i < FILES; i += 50)
        EXPECT(has(reader, i, i < 100 ? 2 : 1, false));
    EXPECT(db_script(db, "DELETE FROM pack; UPDATE facts SET place = place + 1", &err));
    for (unsigned i = 0; i < FILES; i += 50)
        EXPECT(!has(reader, i, i < 100 ? 2 : 1, false));
}

TEST(thin_packs_are_put_together)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Err err;
    put(packs, 0, FILES, 1);
    EXPECT(packs_flush(packs, &err));
    uint64_t count = count_packs(db);
    for (unsigned i = 0; i < 20; i++) {
        put(packs, FILES + i, 1, 1);
        EXPECT(packs_flush(packs, &err));
    }
    EXPECT_INT(count_packs(db), count + 20);
    EXPECT(db_script(db, "DELETE FROM facts WHERE place % 4096 > 15", &err));
    uint64_t left = number(db, "SELECT count(*) FROM facts");
    EXPECT(packs_tidy(packs, &err));
    EXPECT(count_packs(db) < count / 2);
    EXPECT_INT(number(db, "SELECT count(*) FROM facts"), left);
    for (unsigned i = 0; i < 20; i++)
        EXPECT(has(packs, FILES + i, 1, true));
    EXPECT(has(packs, 0, 1, true));
    EXPECT(db_script(db, "DELETE FROM facts", &err));
    EXPECT(packs_tidy(packs, &err));
    EXPECT_INT(count_packs(db), 0);
}

TEST(rows_that_lead_to_other_facts_are_noticed)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Err err;
    put(packs, 0, 100, 1);
    EXPECT(packs_flush(packs, &err));
    EXPECT(db_script(db, "UPDATE facts SET place = place + 1", &err));
    for (unsigned i = 0; i < 100; i++)
        EXPECT(!has(packs, i, 1, true));
    EXPECT(db_script(db, "UPDATE facts SET place = -1", &err));
    EXPECT(!has(packs, 1, 1, true));
}

TEST(what_a_rollback_undid_is_forgotten)
{
    Db *db SCOPED(db_close) = open_db();
    Packs *packs SCOPED(packs_close) = packs_open(db);
    Err err;
    EXPECT(db_script(db, "BEGIN", &err));
    put(packs, 0, FILES, 1);
    EXPECT(has(packs, 0, 1, true) && has(packs, 0, 1, false));
    EXPECT(db_script(db, "ROLLBACK", &err));
    packs_forget(packs);
    EXPECT(!has(packs, 0, 1, true));
    EXPECT(!has(packs, FILES - 1, 1, true));
    put(packs, 0, FILES, 2);
    EXPECT(has(packs, 0, 2, true) && has(packs, 0, 2, false));
}

static Str packed(unsigned files)
{
    FactsPack pack = facts_pack_open(test_arena());
    for (unsigned i = 0; i < files; i++) {
        Facts facts = facts_of(i, 1);
        facts_pack_put(&pack, i, &facts);
    }
    Buf blob = buf_open(test_arena(), 0);
    facts_pack_write(test_scratch(), &pack, &blob);
    return buf_str(&blob);
}

static Facts facts_of_text(Str text)
{
    Outline outline;
    OutlineOptions options = {.want_docs = true, .want_references = true, .no_ctags = true};
    lang_outline(test_arena(), test_scratch(), lang_find(STR("python")), text, &options, &outline);
    return facts_encode(test_arena(), test_scratch(), &outline);
}

static void check_cut(Str part, bool whole)
{
    CodecPieces cut = codec_cut_part(part);
    Buf head = buf_open(test_arena(), 0);
    size_t len = cut.names.len + cut.rest.len;
    for (size_t i = 0; i < cut.count; i++)
        len += cut.columns[i].len;
    if (cut.count)
        codec_put_head(&head, &cut);
    EXPECT_INT(len + head.len, part.len);
    EXPECT(!cut.names.len == !whole && !cut.rest.len == whole);
    EXPECT(str_starts(part, buf_str(&head)));
}

TEST(what_is_cut_for_compression_comes_back_whole)
{
    FactsPack pack = facts_pack_open(test_arena()), back;
    Facts facts[] = {
        facts_of_text(STR("def first(a):\n    \"\"\"What.\"\"\"\n    return second(a)\n")),
        {.outline = STR("\xFF\xFF no part")},
        facts_of_text(STR("import os\nclass Third:\n    def fourth(self):\n        os.stat(1)\n")),
    };
    for (uint32_t i = 0; i < COUNT(facts); i++) {
        check_cut(facts[i].outline, i != 1);
        facts_pack_put(&pack, i, &facts[i]);
    }
    Buf blob = buf_open(test_arena(), 0);
    facts_pack_write(test_scratch(), &pack, &blob);
    REQUIRE(facts_pack_read(test_arena(), buf_str(&blob), true, 1 * MB, &back));
    for (uint32_t i = 0; i < COUNT(facts); i++) {
        Facts got = facts_pack_get(test_arena(), &back, i, true);
        EXPECT(str_equal(got.outline, facts[i].outline));
        EXPECT(str_equal(got.references, facts[i].references));
        EXPECT(!facts_pack_get(test_arena(), &back, i, false).references.len);
    }
}

TEST(damaged_packs_are_noticed)
{
    Str blob = packed(20);
    FactsPack pack;
    REQUIRE(facts_pack_read(test_arena(), blob, true, 1 * MB, &pack));
    EXPECT_INT(pack.slots.len, 20);
    EXPECT(
        str_equal(facts_pack_get(test_arena(), &pack, 19, true).outline, facts_of(19, 1).outline));
    EXPECT_INT(facts_pack_get(test_arena(), &pack, 20, true).outline.len, 0);
    EXPECT(!facts_pack_read(test_arena(), blob, true, 100, &pack));
    for (size_t len = 0; len < blob.len; len++)
        EXPECT(!facts_pack_read(test_arena(), str_slice(blob, 0, len), true, 1 * MB, &pack));
    for (size_t i = 0; i < blob.len; i++) {
        Str damaged = str_copy(test_arena(), blob);
        ((char *)(uintptr_t)damaged.ptr)[i] ^= 0x55;
        EXPECT(!facts_pack_read(test_arena(), damaged, true, 1 * MB, &pack) ||
               facts_pack_get(test_arena(), &pack, 19, true).outline.len);
    }
}

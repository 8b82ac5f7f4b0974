/* An index of words of which the head of a segment, a piece of it or the terms of a file that is
   not stored yet were changed on purpose: it is noticed, or every question is answered with places
   that the catalog has. The first byte chooses the part, the rest is how fuzz_damaged changes it.
 */
#include "fuzz_index.h"

#include "base/zstd_frame.h"
#include "index/catalog/catalog_store.h"
#include "search/rank.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum {
    HEAD,
    PIECE,
    FRESH,
    PARTS
};

static Str parts[PARTS]; /* as they are */

static void put_tree(void)
{
    fuzz_tree_write("a.c", STR("/* Expires what is old. */\nint expire(int key) { return key; }\n"
                               "struct Keys { int old; };\n"));
    fuzz_tree_write("b.py", STR("import os\n\nclass Keys:\n    \"\"\"All keys.\"\"\"\n"
                                "    def expire(self):\n        return os.stat(self)\n"));
    fuzz_tree_write("c.md", STR("# Old keys\n\nThey expire.\n"));
}

static Str take_frame(const char *sql)
{
    Err err = {0};
    Str plain = {0};
    Statement *get = db_prepare(store_db(fuzz_store), sql);
    while (db_next(get, &err)) {
        bool taken = zstd_frame_take(&fuzz_arena, db_text(get, 0), (Str){0}, GB, &plain);
        assert(taken);
    }
    return plain;
}

static Str terms_of(Arena scratch, Str text)
{
    Outline outline = {0};
    const OutlineOptions options = {.time_ms = 5000, .want_docs = true};
    lang_outline(&scratch, fuzz_arena, lang_find(STR("python")), text, &options, &outline);
    return file_terms_make(&fuzz_arena, scratch, &outline, text);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    Arena scratch;
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    put_tree();
    fuzz_index_make(3);
    parts[HEAD] = take_frame("SELECT head FROM term_segment");
    parts[PIECE] = take_frame("SELECT data FROM term_piece");
    arena_open(&scratch, 0);
    parts[FRESH] = terms_of(scratch, STR("def expire(keys):\n    return keys\n\n\n"
                                         "class Old:\n    pass\n"));
    arena_close(&scratch);
    assert(parts[HEAD].len && parts[PIECE].len && parts[FRESH].len);
    return 0;
}

static void put_frame(Arena *arena, const char *sql, Str plain)
{
    Buf frame = buf_open(arena, 0);
    Err err = {0};
    zstd_frame_put(&frame, plain, (Str){0}, 1);
    Statement *put = db_prepare(store_db(fuzz_store), sql);
    db_bind_blob(put, 1, buf_str(&frame));
    bool done = db_run(put, &err);
    assert(done);
}

static void put_part(Arena *arena, size_t part, Str plain)
{
    static const char *const updates[] = {
        [HEAD] = "UPDATE term_segment SET head = ?1", [PIECE] = "UPDATE term_piece SET data = ?1"};
    if (part != FRESH)
        put_frame(arena, updates[part], plain);
}

static void check_ranking(const Catalog *catalog, const Ranking *ranking)
{
    for (size_t i = 0; i < ranking->files.len; i++) {
        const RankedFile *file = &ranking->files.ptr[i];
        assert(file->file < catalog->files.len && file->path.len);
        for (size_t p = 0; p < RANK_PARTS_MAX; p++)
            assert(!file->parts[p].entry ||
                   file->parts[p].entry < catalog_row(catalog, file->file)->count);
    }
}

static void ask(const Catalog *catalog, Arena *arena, Arena scratch, Str text)
{
    TermIndex index;
    Ranking ranking;
    Err err = {0};
    RankOptions options = {.limit = 20};
    Question question = question_read(arena, scratch, text);
    question_widen(arena, &question);
    for (unsigned docs = 0; docs < 2; docs++) {
        options.docs = docs;
        if (term_index_open(fuzz_store, catalog, arena, &index, &err) &&
            rank_files(&index, arena, &question, &options, &ranking, &err))
            check_ranking(catalog, &ranking);
        else
            assert(err.message[0]);
    }
}

/* What comes together is written again: that finds what is damaged, or makes what can be read. */
static void merge(Arena *arena, Str fresh)
{
    Db *db = store_db(fuzz_store);
    TermStore *store SCOPED(term_store_close) = term_store_open(db);
    TermSegmentVec segments = {0};
    Err err = {0};
    bool begun = store_begin(fuzz_store, &err);
    assert(begun);
    bool put = term_store_put(store, 1, parts[FRESH], &err) && term_store_flush(store, &err);
    assert(put);
    for (unsigned i = 0; i < 8 && put; i++)
        put = term_store_put(store, i, fresh, &err) && term_store_flush(store, &err);
    assert(put || err.message[0]);
    if (!put || !term_store_tidy(store, &err))
        assert(err.message[0]);
    else if (!term_segments(db, arena, &segments, &err))
        abort();
    store_rollback(fuzz_store);
}

static void check(Arena *arena, Arena scratch, Str fresh)
{
    Catalog *catalog = NULL;
    Err err = {0};
    bool loaded = catalog_load(arena, scratch, fuzz_store, CATALOG_ALL, &catalog, &err);
    assert(loaded && !catalog->damaged);
    if (fresh.len) {
        catalog->files.ptr[0].hash = STR("0123456789abcdef"); /* not what is stored */
        *VEC_PUSH(arena, &catalog->fresh) =
            (FreshFacts){.hash = catalog->files.ptr[0].hash, .facts = {.terms = fresh}};
    }
    ask(catalog, arena, scratch, STR("where do old keys expire"));
    ask(catalog, arena, scratch, STR("Keys.expire"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    if (!size)
        return 0;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    size_t part = data[0] % PARTS;
    Str plain = fuzz_damaged(&arena, parts[part], (Str){(const char *)data + 1, size - 1});
    Str fresh = part == FRESH ? plain : (Str){0};
    put_part(&arena, part, plain);
    check(&arena, scratch, fresh);
    merge(&arena, fresh);
    put_part(&arena, part, parts[part]);
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}

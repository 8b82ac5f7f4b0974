/* A shared graph of which one segment was changed on purpose, whole behind its checksum, or whose
   parts are any bytes: it is taken, of no use, or refused; what was taken can be read. The first
   byte chooses the segment (0: the part itself), the rest is how fuzz_damaged changes it. */
#include "fuzz_index.h"

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/catalog/catalog_store.h"
#include "share/shared_graph.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

#define SEGMENTS_MAX 64
#define FILES 5

typedef struct Piece {
    uint64_t part, number;
    Str plain;
} Piece;
static Piece pieces[SEGMENTS_MAX]; /* of the graph */
static size_t piece_count;
static Piece own[SEGMENTS_MAX]; /* of the work tree's index, as stored */
static size_t own_count;

static void put_tree(void)
{
    fuzz_tree_write("a.c", STR("#include \"a.h\"\n#define M(x) two(x)\nstruct s { int a; };\n"
                               "static int two(int x) { return x; }\n"
                               "int one(struct s *s) { return M(s->a) + strlen(\"\"); }\n"));
    fuzz_tree_write("a.h", STR("struct s;\nint one(struct s *s);\n"));
    fuzz_tree_write("p/b.py", STR("import os\nfrom p import c\nclass B(c.C):\n"
                                  "    def f(self):\n        return self.g() + os.getpid()\n"
                                  "    def g(self):\n        return c.h()\n"));
    fuzz_tree_write("p/c.py", STR("class C: pass\ndef h():\n    return C()\n"));
    fuzz_tree_write("u.ts", STR("export const y = (b: number) => b\n"));
}

static void cut_graph(const GraphParts *parts)
{
    assert(parts->len == 1);
    VarintReader in = varint_open(parts->ptr[0]);
    while (!varint_is_done(&in)) {
        Piece *piece = &pieces[piece_count++];
        assert(piece_count < SEGMENTS_MAX);
        piece->part = varint_take(&in);
        piece->number = varint_take(&in);
        bool taken = zstd_frame_take(&fuzz_arena, varint_str(&in), (Str){0}, GB, &piece->plain);
        assert(taken && !in.failed);
    }
}

static void keep_own(void)
{
    Statement *rows = store_segments_all(fuzz_store);
    Err err = {0};
    while (db_next(rows, &err)) {
        assert(own_count < SEGMENTS_MAX);
        own[own_count++] =
            (Piece){db_u64(rows, 0), db_u64(rows, 1), str_copy(&fuzz_arena, db_text(rows, 2))};
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    Arena scratch;
    WalkResult tree;
    GraphParts parts = {0};
    bool whole = false;
    Err err = {0};
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    put_tree();
    fuzz_index_make(FILES);
    arena_open(&scratch, 0);
    bool walked = git_walk(&fuzz_arena, scratch, &fuzz_repo, &(WalkOptions){0}, &tree, &err);
    assert(walked);
    GraphSource source = {.store = fuzz_store, .repo = &fuzz_repo, .files = tree.files};
    bool made = shared_graph_make(&fuzz_arena, scratch, &source, &parts, &whole, &err);
    assert(made && whole);
    cut_graph(&parts);
    keep_own();
    arena_close(&scratch);
    return 0;
}

static void put_back(void)
{
    Err err = {0};
    bool ok = store_begin(fuzz_store, &err) && store_segments_clear(fuzz_store, &err);
    for (size_t i = 0; i < own_count && ok; i++)
        ok = store_segment_put(fuzz_store, (unsigned)own[i].part, (size_t)own[i].number,
                               own[i].plain, &err);
    ok = ok && store_commit(fuzz_store, &err);
    assert(ok);
}

/* The graph in which one of the pieces is another. */
static Str put_graph(Arena *arena, size_t changed, Str plain)
{
    Buf part = buf_open(arena, 0);
    for (size_t i = 0; i < piece_count; i++) {
        Buf frame = buf_open(arena, 0);
        zstd_frame_put(&frame, i == changed ? plain : pieces[i].plain, (Str){0}, 1);
        varint_put(&part, pieces[i].part);
        varint_put(&part, pieces[i].number);
        varint_put_str(&part, buf_str(&frame));
    }
    return buf_str(&part);
}

/* All files are as the graph has them. */
static bool stamp(void *context, CatalogFile *file)
{
    (void)context;
    file->stamp = file->inode = 1;
    return true;
}

static void take(Arena *arena, Arena scratch, Str part)
{
    const GraphReader reader = {.store = fuzz_store, .repo = &fuzz_repo, .stamp = stamp};
    GraphParts parts = {0};
    GraphTaken taken;
    Catalog *catalog;
    Err err = {0};
    *VEC_PUSH(arena, &parts) = part;
    if (!shared_graph_take(scratch, &reader, &parts, &taken, &err)) {
        assert(err.message[0]);
        return;
    }
    assert(taken.verdict == GRAPH_TAKEN || taken.why);
    bool loaded = catalog_load(arena, scratch, fuzz_store, CATALOG_ALL, &catalog, &err);
    assert(loaded && !catalog->damaged);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    if (!size)
        return 0;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    size_t piece = data[0] % (piece_count + 1);
    Str input = {(const char *)data + 1, size - 1};
    if (piece)
        take(&arena, scratch,
             put_graph(&arena, piece - 1, fuzz_damaged(&arena, pieces[piece - 1].plain, input)));
    else
        take(&arena, scratch,
             fuzz_damaged(&arena, put_graph(&arena, piece_count, (Str){0}), input));
    put_back();
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}

/* Questions about the whole graph: ways, circles, what is unused. */
#include "edge_case.h"

#include "search/call_graph.h"
#include "search/unused_words.h"

/* Nodes 0 to count - 1, links as pairs `from, to` in order of from. */
static CallGraph graph_of(uint32_t count, const uint32_t (*links)[2], size_t len)
{
    CallGraph graph = {.count = count,
                       .starts = NEW(test_arena(), uint32_t, count + 2),
                       .links = NEW(test_arena(), CallLink, len + 1)};
    for (size_t i = 0; i < len; i++)
        graph.starts[links[i][0] + 1]++;
    for (uint32_t i = 0; i < count; i++)
        graph.starts[i + 1] += graph.starts[i];
    for (size_t i = 0; i < len; i++)
        graph.links[i] = (CallLink){.target = links[i][1], .line = (uint32_t)i};
    return graph;
}

static Str paths_of(const CallGraph *graph, uint32_t from, uint32_t to, size_t limit)
{
    CallPaths found;
    Buf out = buf_open(test_arena(), 0);
    call_graph_paths(graph, test_scratch(), from, to, limit, &found);
    for (size_t i = 0; i < found.count; i++) {
        for (uint32_t k = 0; k <= found.paths[i].steps; k++)
            buf_printf(&out, "%u", found.paths[i].symbols[k]);
        buf_put_byte(&out, ' ');
    }
    buf_put(&out, found.more ? STR("more") : STR(""));
    return buf_str(&out);
}

static const uint32_t diamond[][2] = {{0, 1}, {0, 2}, {0, 1}, {1, 3},
                                      {2, 3}, {3, 4}, {4, 0}, {5, 5}};

TEST(paths_are_the_shortest)
{
    CallGraph graph = graph_of(6, diamond, COUNT(diamond));
    EXPECT_STR(paths_of(&graph, 0, 3, 5), "013 023 ");
    EXPECT_STR(paths_of(&graph, 0, 3, 1), "013 more");
    EXPECT_STR(paths_of(&graph, 3, 1, 5), "3401 ");
    EXPECT_STR(paths_of(&graph, 0, 5, 5), "");
    EXPECT_STR(paths_of(&graph, 0, 0, 5), "");
}

TEST(groups_lead_to_each_other)
{
    static const uint32_t links[][2] = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 4}, {4, 2}, {5, 5}};
    CallGraph graph = graph_of(6, links, COUNT(links));
    CallGroupVec groups = call_graph_groups(&graph, test_arena());
    EXPECT_INT(groups.len, 2);
    EXPECT_INT(groups.ptr[0].count, 3);
    EXPECT_INT(groups.ptr[0].members[0], 2);
    EXPECT_INT(groups.ptr[1].members[1], 1);
}

/* A chain of a million nodes that bites its tail: no recursion. */
TEST(groups_of_a_long_chain)
{
    uint32_t count = 1000000;
    CallGraph graph = {.count = count,
                       .starts = NEW(test_arena(), uint32_t, count + 2),
                       .links = NEW(test_arena(), CallLink, count)};
    for (uint32_t i = 0; i < count; i++) {
        graph.starts[i + 1] = i + 1;
        graph.links[i].target = (i + 1) % count;
    }
    CallGroupVec groups = call_graph_groups(&graph, test_arena());
    EXPECT_INT(groups.len, 1);
    EXPECT_INT(groups.ptr[0].count, count);
}

static Str unused_of(Catalog *catalog)
{
    UnusedSymbolVec list = unused_find(catalog, test_arena());
    UnusedWords words = unused_words(catalog, test_arena(), &list);
    unused_count(&words, NULL, STR("getattr(x, '_put_' + 'text') _text_only() def _text_only"));
    unused_settle(catalog, &words, &list);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < list.len; i++) {
        put_symbol(&out, catalog, list.ptr[i].symbol);
        for (unsigned k = 0; k < UNUSED_DOUBT_COUNT; k++)
            if (list.ptr[i].doubts & 1u << k)
                buf_printf(&out, " %.*s",
                           STR_ARG(str_slice(unused_doubt_text((UnusedDoubt)k), 0, 9)));
        buf_put_byte(&out, '\n');
    }
    return buf_str(&out);
}

TEST(unused_has_no_references_and_says_its_doubts)
{
    write_file("a.py", "def _lost():\n    pass\n\n\ndef _put_together():\n    pass\n\n\n"
                       "def _text_only():\n    pass\n\n\ndef main():\n"
                       "    _used()\n\n\ndef _used():\n    pass\n\n\ndef _tested():\n    pass\n\n\n"
                       "class _Gone:\n    def inner(self):\n        pass\n");
    write_file("tests/test_a.py", "from a import _tested\n\n_tested()\n");
    BuiltTree tree = build_tree();
    EXPECT_STR(unused_of(tree.catalog), "a.py:_Gone\na.py:_lost\na.py:_put_together a string \n"
                                        "a.py:_text_only its name \n"
                                        "a.py:main exported entry poi\n"
                                        "a.py:_tested its name  used by t\n");
    close_tree(&tree);
}

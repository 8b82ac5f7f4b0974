#include "view/page.h"
#include "view/read.h"

#include "test.h"

TEST(read_cut_keeps_whole_lines)
{
    ReadCut cut = read_cut(STR("aa\nbb\ncc\n"), (ReadLimits){2, 100});
    EXPECT_INT(cut.lines, 2);
    EXPECT_INT(cut.bytes, 6);
    EXPECT_INT(cut.by, READ_CUT_LINES);
    cut = read_cut(STR("aa\nbb\ncc\n"), (ReadLimits){10, 8});
    EXPECT_INT(cut.lines, 2);
    EXPECT_INT(cut.by, READ_CUT_BYTES);
    cut = read_cut(STR("aa\nbb\ncc"), (ReadLimits){3, 8});
    EXPECT_INT(cut.lines, 3);
    EXPECT_INT(cut.by, READ_CUT_NONE);
    cut = read_cut(STR("a long line\nbb\n"), (ReadLimits){3, 8});
    EXPECT_INT(cut.bytes, 0);
    EXPECT(cut.first_line_exceeds);
    cut = read_cut((Str){0}, (ReadLimits){3, 8});
    EXPECT_INT(cut.by, READ_CUT_NONE);
}

static Str page_text(Str content, uint64_t offset, uint64_t count, uint64_t total)
{
    Buf out = buf_open(test_arena(), 0);
    Page page = {STR("a.txt"), content, offset, count, total, false};
    page_write(&out, test_scratch(), VIEW_TEXT, &page);
    return buf_str(&out);
}

TEST(page_markers)
{
    EXPECT_STR(page_text(STR("hello"), 0, 5, 5), "hello");
    EXPECT_STR(page_text(STR("he"), 0, 2, 5),
               "he\n\n[... truncated at char 2 of 5. Use offset=2 to read more.]\n");
    EXPECT_STR(page_text(STR("ll"), 2, 2, 5),
               "[Continuing from char 2 of 5]\n\nll\n\n"
               "[... truncated at char 4 of 5. Use offset=4 to read more.]\n");
    EXPECT_STR(page_text(STR("o"), 4, 1, 5), "[Continuing from char 4 of 5]\n\no");
}

/* Reading in parts is reading the file: pages joined are its text, ranges joined are its bytes, and
   what a cut read shows is the file's beginning. Files are made of pieces that are awkward to cut.
 */
#include "fovea.h"

#include "base/buf.h"
#include "config/config.h"

#include "test.h"

static Str random_text(size_t len, unsigned seed)
{
    static const char *const pieces[] = {"a",        "\n",           "\r\n",
                                         "\xC3\xA9", "\xE2\x82\xAC", "\xFF",
                                         "\xE2\x82", "plain words ", "\xF0\x9F\x98\x80",
                                         "\n\n\n",   "\xEF\xBB\xBF"};
    Buf buf = buf_open(test_arena(), 0);
    while (buf.len < len) {
        seed = seed * 1664525u + 1013904223u;
        buf_put(&buf, str_from(pieces[(seed >> 16) % COUNT(pieces)]));
    }
    return buf_str(&buf);
}

static fovea *open_file(Str text)
{
    test_file("file.txt", text);
    const fovea_options options = {
        .size = sizeof options, .root = test_directory(), .no_config = true};
    return fovea_open(&options);
}

/* The content between the markers of a page. */
static Str page_content(Str page, bool first, bool last)
{
    size_t head = first ? 0 : str_find(page, STR("]\n\n")) + 3;
    Str content = str_from_offset(page, head);
    if (last)
        return content;
    size_t mark = STR_NONE;
    for (size_t at = 0; at < content.len;) {
        size_t next = str_find(str_from_offset(content, at), STR("\n\n[... truncated at char "));
        if (next == STR_NONE)
            break;
        mark = at + next;
        at = mark + 1;
    }
    return str_slice(content, 0, mark);
}

TEST(pages_joined_are_the_text)
{
    static const uint64_t lengths[] = {1, 2, 7, 100, 999};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        Str text = random_text(lengths[i] * 40, (unsigned)i + 1);
        uint64_t total = str_count_chars(text);
        fovea *library = open_file(text);
        Buf joined = buf_open(test_arena(), 0), wanted = buf_open(test_arena(), 0);
        for (uint64_t at = 0; at < total; at += lengths[i]) {
            fovea_answer *page = fovea_page(library, "file.txt", at, lengths[i]);
            Str answer = str_copy(test_arena(), str_from(fovea_answer_text(page)));
            EXPECT_INT(fovea_answer_code(page), FOVEA_OK);
            buf_put(&joined, page_content(answer, at == 0, at + lengths[i] >= total));
            fovea_answer_free(page);
        }
        buf_put_text(&wanted, text);
        EXPECT(str_equal(buf_str(&joined), buf_str(&wanted)));
        fovea_close(library);
    }
}

TEST(ranges_joined_are_the_file)
{
    for (unsigned seed = 1; seed <= 6; seed++) {
        Str text = random_text(3000, seed);
        uint64_t total = 0, step = 1 + seed * 3;
        for (size_t i = 0; i < text.len; i++)
            total += text.ptr[i] == '\n';
        total += text.ptr[text.len - 1] != '\n';
        fovea *library = open_file(text);
        size_t at = 0;
        for (uint64_t first = 1; first <= total; first += step) {
            fovea_answer *lines = fovea_read_lines(library, "file.txt", first, step);
            Str answer = {fovea_answer_text(lines), fovea_answer_length(lines)};
            size_t end = at;
            for (uint64_t n = 0; n < step && end < text.len; n++) {
                size_t feed = str_find_byte(str_from_offset(text, end), '\n');
                end = feed == STR_NONE ? text.len : end + feed + 1;
            }
            EXPECT(str_starts(answer, str_slice(text, at, end)));
            at = end;
            fovea_answer_free(lines);
        }
        EXPECT_INT(at, text.len);
        fovea_close(library);
    }
}

TEST(a_cut_read_is_the_beginning_and_keeps_its_size)
{
    for (unsigned seed = 1; seed <= 4; seed++) {
        Str text = random_text(60000 + seed * 40000, seed);
        fovea *library = open_file(text);
        fovea_answer *answer = fovea_read(library, "file.txt");
        Str shown = {fovea_answer_text(answer), fovea_answer_length(answer)};
        size_t notice = str_find(shown, STR("\n[Truncated: showing lines 1-"));
        REQUIRE(notice != STR_NONE);
        EXPECT(str_starts(text, str_slice(shown, 0, notice)));
        EXPECT(notice <= READ_BYTES_MAX);
        EXPECT(shown.len <= READ_BYTES_MAX + MAP_BUDGET_BYTES + 200);
        fovea_answer_free(answer);
        fovea_close(library);
    }
}

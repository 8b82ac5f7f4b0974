#include "lsp/lsp_documents.h"
#include "lsp/lsp_frame.h"
#include "lsp/lsp_uri.h"
#include "test.h"

/* ---- positions ---- */

static LspText text_of(const char *bytes, LspEncoding encoding)
{
    LspText text;
    lsp_text_open(test_arena(), str_from(bytes), encoding, &text);
    return text;
}

/* `é` has two bytes, `𝒳` four and two units of UTF-16. */
static const char mixed[] = "aé𝒳b\r\nc\rd\n";

TEST(lines_end_in_three_ways)
{
    LspText text = text_of(mixed, LSP_UTF16);
    EXPECT_INT(text.lines, 4);
    EXPECT_INT(lsp_text_line_end(&text, 0), 8);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){1, 0}), 10);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){2, 0}), 12);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){3, 0}), 14);
    EXPECT_INT(text_of("", LSP_UTF16).lines, 1);
}

TEST(a_character_counts_by_the_encoding)
{
    static const uint32_t columns[] = {[LSP_UTF8] = 7, [LSP_UTF16] = 4, [LSP_UTF32] = 3};
    for (LspEncoding encoding = LSP_UTF16; encoding <= LSP_UTF32; encoding++) {
        LspText text = text_of(mixed, encoding);
        EXPECT_INT(lsp_text_offset(&text, (LspPosition){0, columns[encoding]}), 7);
        EXPECT_INT(lsp_text_position(&text, 7).character, columns[encoding]);
    }
}

TEST(positions_are_clamped)
{
    LspText text = text_of(mixed, LSP_UTF16);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){0, 99}), 8);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){99, 99}), 14);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){UINT32_MAX, UINT32_MAX}), 14);
    EXPECT_INT(lsp_text_offset(&text, (LspPosition){0, 3}), 3); /* within 𝒳 */
    EXPECT_INT(lsp_text_position(&text, 9).character, 5);       /* between CR and LF */
    EXPECT_INT(lsp_text_position(&text, 1000).line, 3);
}

TEST(every_offset_of_a_character_comes_back)
{
    const char *texts[] = {mixed, "", "\n\n", "x\xff\xfey\n", "\r\r\n\n\r", "ends"};
    for (size_t i = 0; i < COUNT(texts); i++)
        for (LspEncoding encoding = LSP_UTF16; encoding <= LSP_UTF32; encoding++) {
            LspText text = text_of(texts[i], encoding);
            for (size_t line = 0; line < text.lines; line++)
                for (size_t at = text.starts[line]; at <= lsp_text_line_end(&text, line);) {
                    LspPosition position = lsp_text_position(&text, at);
                    EXPECT_INT(position.line, line);
                    EXPECT_INT(lsp_text_offset(&text, position), at);
                    if (at >= text.bytes.len)
                        break;
                    (void)str_decode(text.bytes, &at);
                }
        }
}

/* ---- frames ---- */

static const char *take(LspFrames *frames)
{
    static const char *const names[] = {"none", NULL, "long", "bad"};
    Str text;
    LspFrameKind kind = lsp_frame_take(frames, &text);
    return kind == LSP_FRAME_WHOLE ? str_terminate(test_arena(), text) : names[kind];
}

static void put(LspFrames *frames, const char *bytes)
{
    byte_queue_put(&frames->in, str_from(bytes));
}

TEST(frames_arrive_byte_by_byte)
{
    static const char bytes[] =
        "Content-Type: x\r\ncontent-length: 2\r\n\r\n{}Content-Length:3\n\nabc";
    LspFrames frames;
    size_t whole = 0;
    lsp_frame_open(&frames);
    for (size_t i = 0; bytes[i]; i++) {
        byte_queue_put(&frames.in, (Str){bytes + i, 1});
        const char *taken = take(&frames);
        whole += strcmp(taken, "{}") == 0 || strcmp(taken, "abc") == 0;
        EXPECT(strcmp(taken, "bad") != 0);
    }
    EXPECT_INT(whole, 2);
    lsp_frame_close(&frames);
}

TEST(a_wrong_frame_is_one_fault)
{
    LspFrames frames;
    lsp_frame_open(&frames);
    put(&frames, "garbage\r\n\r\nmore {} Content-Length: 2\r\n\r\n[]");
    EXPECT_STR(str_from(take(&frames)), "bad");
    EXPECT_STR(str_from(take(&frames)), "[]");
    put(&frames, "Content-Length: -1\r\n\r\n{}Content-Length: 1\r\n\r\n7");
    EXPECT_STR(str_from(take(&frames)), "bad");
    EXPECT_STR(str_from(take(&frames)), "7");
    put(&frames, "Content-Length: 99999999999\r\n\r\n{}");
    EXPECT_STR(str_from(take(&frames)), "long");
    EXPECT_STR(str_from(take(&frames)), "none");
    lsp_frame_close(&frames);
}

/* ---- URIs ---- */

TEST(uris_name_paths)
{
    EXPECT_STR(lsp_uri_path(test_arena(), STR("file:///a/b%20c/%C3%A9.py")), "/a/b c/é.py");
    EXPECT_STR(lsp_uri_path(test_arena(), STR("file://localhost/a/../b")), "/b");
    EXPECT_STR(lsp_uri_path(test_arena(), STR("file:///a%00b")), "");
    EXPECT_STR(lsp_uri_path(test_arena(), STR("untitled:Untitled-1")), "");
    EXPECT_STR(lsp_uri_path(test_arena(), STR("file://host/a")), "");
    EXPECT_STR(lsp_uri_of(test_arena(), STR("/a b/é.py")), "file:///a%20b/%C3%A9.py");
    EXPECT_STR(lsp_uri_join(test_arena(), STR("file:///r/"), STR("x#.c")), "file:///r/x%23.c");
}

/* ---- documents ---- */

static const Json *parsed(const char *text)
{
    Json *value = NULL;
    Err err = {0};
    EXPECT(json_parse(test_arena(), str_from(text), &value, &err));
    return value;
}

static Str after(const char *changes)
{
    LspDocuments documents;
    Str why = {0};
    lsp_documents_open(test_arena(), &documents);
    lsp_documents_take_open(&documents,
                            parsed("{\"textDocument\":{\"uri\":\"file:///a\",\"languageId\":\"c\","
                                   "\"version\":1,\"text\":\"one\\ntwo\\n\"}}"),
                            &why);
    Str params = str_format(test_arena(),
                            "{\"textDocument\":{\"uri\":\"file:///a\",\"version\":7},"
                            "\"contentChanges\":%s}",
                            changes);
    lsp_documents_take_change(&documents, *test_arena(),
                              parsed(str_terminate(test_arena(), params)), &why);
    const LspDocument *document = lsp_documents_find(&documents, STR("file:///a"), (Str){0});
    EXPECT_INT(document->version, 7);
    Str text = document->lost ? STR("lost") : str_copy(test_arena(), document->text);
    EXPECT(document->lost == (why.len > 0));
    lsp_documents_close(&documents);
    return text;
}

#define RANGE(a, b, c, d) \
    "\"range\":{\"start\":{\"line\":" #a ",\"character\":" #b "},\"end\":{\"line\":" #c \
    ",\"character\":" #d "}}"

TEST(changes_are_applied_in_order)
{
    EXPECT_STR(after("[]"), "one\ntwo\n");
    EXPECT_STR(after("[{\"text\":\"all\"}]"), "all");
    EXPECT_STR(
        after("[{" RANGE(0, 0, 0, 1) ",\"text\":\"O\"},{" RANGE(0, 3, 1, 0) ",\"text\":\"\"}]"),
        "Onetwo\n");
    EXPECT_STR(after("[{" RANGE(9, 9, 9, 9) ",\"text\":\"end\"}]"), "one\ntwo\nend");
    EXPECT_STR(after("[{" RANGE(1, 0, 0, 0) ",\"text\":\"\"}]"), "two\n");
    EXPECT_STR(after("[{\"range\":{},\"text\":\"x\"}]"), "lost");
    EXPECT_STR(after("[{\"range\":{},\"text\":\"x\"},{\"text\":\"whole\"}]"), "lost");
}

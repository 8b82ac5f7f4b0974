#include "acp/acp_front.h"
#include "acp/acp_prompt.h"
#include "acp/acp_value.h"
#include "base/path.h"
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- queues ---- */

TEST(lines_leave_a_queue_in_order)
{
    ByteQueue queue;
    Str line;
    byte_queue_open(&queue);
    byte_queue_put(&queue, STR("on"));
    EXPECT(!byte_queue_take_line(&queue, &line));
    byte_queue_put(&queue, STR("e\n\ntwo\nthr"));
    EXPECT(byte_queue_take_line(&queue, &line));
    EXPECT_STR(line, "one");
    EXPECT(byte_queue_take_line(&queue, &line));
    EXPECT_STR(line, "");
    byte_queue_put(&queue, STR("ee\n"));
    EXPECT(byte_queue_take_line(&queue, &line));
    EXPECT_STR(line, "two");
    EXPECT(byte_queue_take_line(&queue, &line));
    EXPECT_STR(line, "three");
    EXPECT(!byte_queue_take_line(&queue, &line));
    EXPECT_INT(byte_queue_bytes(&queue).len, 0);
    byte_queue_close(&queue);
}

TEST(a_queue_holds_what_was_not_taken)
{
    ByteQueue queue;
    byte_queue_open(&queue);
    uint64_t put = 0, taken = 0;
    for (unsigned i = 0; i < 3000; i++) {
        Str text = str_format(test_arena(), "%0*u\n", (int)(i % 2000) + 1, i);
        byte_queue_put(&queue, text);
        put += text.len;
        size_t len = byte_queue_bytes(&queue).len, some = len * (i % 3) / 3;
        byte_queue_drop(&queue, some);
        taken += some;
        EXPECT_INT(byte_queue_bytes(&queue).len, put - taken);
    }
    EXPECT(str_ends(byte_queue_bytes(&queue), STR("2999\n")));
    byte_queue_close(&queue);
}

/* ---- prompts ---- */

static AcpPrompt read_prompt(const char *cwd, const char *blocks, bool *ok)
{
    AcpPrompt prompt;
    RpcFault fault = {0};
    Json *value = NULL;
    Err err = {0};
    *ok = json_parse(test_arena(), str_from(blocks), &value, &err) &&
          acp_prompt_read(test_arena(), str_from(cwd), value, &prompt, &fault);
    EXPECT(*ok || fault.code == RPC_INVALID_PARAMS);
    return prompt;
}

/* `handle|note` of a link. */
static Str read_link(const char *cwd, Str uri)
{
    bool ok;
    Str blocks = str_format(test_arena(),
                            "[{\"type\":\"resource_link\",\"name\":\"the name\",\"uri\":\"%.*s\"}]",
                            STR_ARG(uri));
    AcpPrompt prompt = read_prompt(cwd, str_terminate(test_arena(), blocks), &ok);
    if (!ok)
        return STR("refused");
    Str handle = prompt.handles.len ? prompt.handles.ptr[0] : (Str){0};
    Str why = prompt.notes.len ? prompt.notes.ptr[0] : (Str){0};
    EXPECT(handle.len ? str_equal(prompt.text, handle) : prompt.text.len > 0);
    return str_format(test_arena(), "%.*s|%.*s", STR_ARG(handle), STR_ARG(why));
}

TEST(links_to_files_become_handles)
{
    Str root = path_directory(str_from(test_file("a.c", STR("1\n2\n3\n"))));
    const char *cwd = str_terminate(test_arena(), root);
    static const struct {
        const char *end, *want;
    } cases[] = {
        {"/a.c", "a.c|"},
        {"/./x/../a.c", "a.c|"},
        {"/%61.c", "a.c|"},
        {"/a.c#L2:3", "a.c:2-3|"},
        {"/a.c#L2-L3", "a.c:2-3|"},
        {"/a.c#L2-3", "a.c:2-3|"},
        {"/a.c#L3", "a.c:3-3|"},
        {"/a.c#L3:2", "a.c:3-3|"},
        {"/a.c?symbol=f#L1:2", "a.c:1-2|"},
        {"/a.c#L0:2", "a.c|"},
        {"/a.c#section", "a.c|"},
        {"/a.c#L99999999999999999999:3", "a.c|"},
        {"/gone.c", "|gone.c was not read: there is no such file"},
        {"/../outside.c", "|the name was not read: it is outside of the session's directory"},
        {"", "|the name was not read: it is outside of the session's directory"},
        {"/a%00.c", "|the name was not read: it is outside of the session's directory"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Str uri = str_format(test_arena(), "file://%s%s", cwd, cases[i].end);
        EXPECT_STR(read_link(cwd, uri), cases[i].want);
    }
    EXPECT_STR(read_link(cwd, str_format(test_arena(), "file://localhost%s/a.c", cwd)), "a.c|");
    EXPECT_STR(read_link(cwd, STR("https://example.com/a.c")),
               "|the name was not read: only files are read");
    EXPECT_STR(read_link(cwd, STR("")), "refused");
}

TEST(links_do_not_lead_out_of_the_directory)
{
    (void)test_file("out.c", STR("secret\n"));
    Str root = path_join(test_arena(), str_from(test_directory()), STR("in"));
    REQUIRE(mkdir(str_terminate(test_arena(), root), 0700) == 0);
    char *link = str_terminate(test_arena(), path_join(test_arena(), root, STR("link.c")));
    REQUIRE(symlink("../out.c", link) == 0);
    const char *cwd = str_terminate(test_arena(), root);
    EXPECT_STR(read_link(cwd, str_format(test_arena(), "file://%s/link.c", cwd)),
               "|the name was not read: it is outside of the session's directory");
}

TEST(blocks_of_a_prompt_are_put_together)
{
    bool ok;
    AcpPrompt prompt = read_prompt(
        "/nowhere",
        "[{\"type\":\"text\",\"text\":\"Compare \"},"
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///nowhere/n.c\",\"text\":\"x\"}},"
        "{\"type\":\"text\",\"text\":\" with \"},"
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"zed:///1\",\"text\":\"y\"}},"
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"blob\":\"AA==\"}}]",
        &ok);
    REQUIRE(ok);
    EXPECT_STR(prompt.text, "Compare n.c with zed:///1a:b");
    REQUIRE(prompt.texts.len == 2 && prompt.notes.len == 1);
    EXPECT_STR(prompt.texts.ptr[0].path, "n.c");
    EXPECT_STR(prompt.texts.ptr[1].path, "");
    EXPECT_STR(prompt.notes.ptr[0], "a:b was not read: it is not text");
}

/* ---- values ---- */

static Str diff_text(EditStatus status, Str before, Str after)
{
    EditFile file = {.status = status, .before = before, .after = after};
    Buf out = buf_open(test_arena(), 0);
    json_write(&out, acp_diff_content(test_arena(), STR("/a"), &file), 0);
    return buf_str(&out);
}

TEST(diffs_have_whole_texts_unless_they_are_large)
{
    EXPECT_STR(diff_text(EDIT_CHANGED, STR("a\n"), STR("b\n")),
               "{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":\"a\\n\",\"newText\":\"b\\n\"}");
    EXPECT_STR(diff_text(EDIT_CREATED, (Str){0}, STR("b\n")),
               "{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":null,\"newText\":\"b\\n\"}");
    Buf many = buf_open(test_arena(), 0);
    buf_put_repeat(&many, STR("a line\n"), ACP_DIFF_BYTES_MAX / 7);
    Str same = buf_str(&many);
    Str before = str_format(test_arena(), "%.*sold 1\nold 2\n%.*s", STR_ARG(same), STR_ARG(same));
    Str after = str_format(test_arena(), "%.*sold 1\nnew\n%.*s", STR_ARG(same), STR_ARG(same));
    EXPECT_STR(
        diff_text(EDIT_CHANGED, before, after),
        "{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":\"old 2\\n\",\"newText\":\"new\\n\"}");
    EXPECT_STR(diff_text(EDIT_CHANGED, before, before),
               "{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":\"\",\"newText\":\"\"}");
}

TEST(options_are_chosen_by_id_and_value)
{
    static const Str models[] = {STR_INIT("a/1"), STR_INIT("b/2")};
    const AcpOptions options = {.models = models, .model_count = COUNT(models)}, none = {0};
    AcpChoice choice = {0};
    EXPECT(acp_choose_option(&options, STR("model"), STR("b/2"), &choice) && choice.model == 1);
    EXPECT(acp_choose_option(&options, STR("mode"), STR("ask"), &choice) && choice.mode == ACP_ASK);
    EXPECT(!acp_choose_option(&options, STR("model"), STR("c/3"), &choice) && choice.model == 1);
    EXPECT(!acp_choose_option(&options, STR("mode"), STR("edit"), &choice));
    EXPECT(!acp_choose_option(&options, STR("other"), STR("ask"), &choice));
    EXPECT(!acp_choose_option(&none, STR("model"), STR("a/1"), &choice));
    EXPECT_INT(acp_options_value(test_arena(), &options, choice)->count, 2);
    EXPECT_INT(acp_options_value(test_arena(), &none, (AcpChoice){0})->count, 1);
}

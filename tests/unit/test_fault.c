/* Every tool on a file whose nth system call fails, for n = 1…: the answer is the usual one or an
   error with a hint, no descriptor stays open, no temporary file stays behind, and the token is the
   old or the new one. */
#include "base/buf.h"
#include "base/fs.h"
#include "fovea.h"

#include "test.h"

#include <errno.h>
#include <unistd.h>

#define CALLS_MAX 200

static const int causes[] = {EIO, ENOENT, EINTR};

typedef struct Case {
    const char *tool;
    fovea_argument arguments[4];
    bool keeps_token;
} Case;

static const Case cases[] = {
    {"map", {{"path", "big.py"}}, true},
    {"read", {{"path", "big.py"}}, true},
    {"read", {{"path", "big.py"}, {"offset", "30"}, {"limit", "5"}}, true},
    {"read", {{"path", "big.py::f20"}}, true},
    {"page", {{"path", "big.py"}, {"offset", "1000"}}, true},
    {"chunk", {{"path", "big.py"}, {"list", "true"}}, true},
    {"chunk", {{"path", "big.py"}, {"token_file", "token"}, {"max_tokens", "500"}}, false},
    {"chunk", {{"continue_file", "token"}}, false},
};

static Str token(void)
{
    Str text = {0};
    bool found = false;
    Err err = {0};
    EXPECT(fs_read_own(test_arena(), STR("token"), KB, &text, &found, &err) && found);
    return text;
}

/* An answer, from a library of its own that has nothing cached. */
typedef struct Reply {
    fovea *library;
    fovea_answer *answer;
} Reply;

static void reply_free(Reply *reply)
{
    fovea_answer_free(reply->answer);
    fovea_close(reply->library);
}

static Reply call(const Case *from)
{
    const fovea_options options = {.size = sizeof options, .root = ".", .no_config = true};
    fovea *library = fovea_open(&options);
    size_t count = 0;
    while (count < COUNT(from->arguments) && from->arguments[count].name)
        count++;
    return (Reply){library, fovea_call(library, from->tool, from->arguments, count, NULL)};
}

static void check_answer(const Case *from, const fovea_answer *answer, Str usual)
{
    if (fovea_answer_code(answer) == FOVEA_OK) {
        EXPECT(str_equal(str_from(fovea_answer_text(answer)), usual));
        return;
    }
    bool explained = fovea_answer_error(answer)[0] && fovea_answer_hint(answer)[0];
    EXPECT(explained);
    if (!explained)
        fprintf(stderr, "%s: %s\n", from->tool, fovea_answer_error(answer));
}

/* False when the call did not get as far as the nth system call. */
static bool fail_once(const Case *from, unsigned n, int cause, Str usual)
{
    size_t descriptors = test_count_entries("/proc/self/fd"), files = test_count_entries(".");
    Str before = token();
    fs_fail_after(n, cause);
    Reply reply = call(from);
    unsigned left = fs_fail_after(0, 0);
    bool done = fovea_answer_code(reply.answer) == FOVEA_OK;
    check_answer(from, reply.answer, usual);
    reply_free(&reply);
    EXPECT_INT(test_count_entries("/proc/self/fd"), descriptors);
    EXPECT_INT(test_count_entries("."), files);
    Str after = token();
    EXPECT(str_ends(after, STR("---\n")));
    if (from->keeps_token || !done)
        EXPECT(str_equal(after, before));
    return left == 0;
}

static void write_token(void)
{
    static const Case first = {
        "chunk", {{"path", "big.py"}, {"token_file", "token"}, {"max_tokens", "400"}}, false};
    Reply reply = call(&first);
    reply_free(&reply);
}

static void prepare(void)
{
    Buf text = buf_open(test_arena(), 0);
    for (int i = 0; i < 60; i++)
        buf_printf(&text, "def f%d(a, b):\n    return a + b * %d\n", i, i);
    buf_put(&text, STR("text = \"\"\"\n"));
    buf_put_repeat(&text, STR("a line of text\n"), 2000);
    buf_put(&text, STR("\"\"\"\n"));
    test_file("big.py", buf_str(&text));
    REQUIRE(chdir(test_directory()) == 0);
    write_token();
}

TEST(fault_of_each_system_call)
{
    prepare();
    for (size_t i = 0; i < COUNT(cases); i++) {
        write_token();
        Reply usual = call(&cases[i]);
        Str text = str_copy(test_arena(), str_from(fovea_answer_text(usual.answer)));
        EXPECT_INT(fovea_answer_code(usual.answer), FOVEA_OK);
        reply_free(&usual);
        for (size_t j = 0; j < COUNT(causes); j++) {
            unsigned n = 1;
            do
                write_token();
            while (fail_once(&cases[i], n, causes[j], text) && ++n < CALLS_MAX);
            EXPECT(n > 3 && n < CALLS_MAX);
        }
    }
}

TEST(fault_of_the_token_does_not_cost_the_chunk)
{
    static const Case full = {"chunk", {{"path", "big.py"}, {"token_file", "/dev/full"}}, true};
    static const Case directory = {"chunk", {{"path", "big.py"}, {"token_file", "."}}, true};
    static const Case *const both[] = {&full, &directory};
    prepare();
    for (size_t i = 0; i < COUNT(both); i++) {
        Reply reply = call(both[i]);
        const fovea_answer *answer = reply.answer;
        EXPECT_INT(fovea_answer_code(answer), FOVEA_FAILED);
        EXPECT(strstr(fovea_answer_text(answer), "     1  def f0(a, b):\n"));
        EXPECT(strstr(fovea_answer_text(answer), "Continuation token could not be saved"));
        EXPECT(strstr(fovea_answer_text(answer), "CONTINUE:offset=1\n"));
        EXPECT(fovea_answer_error(answer)[0] && fovea_answer_hint(answer)[0]);
        reply_free(&reply);
    }
}

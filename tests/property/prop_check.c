/* Edits at random of the samples of some languages: the checks answer, every finding points to a
   line that the new text has, and a text that did not change has no fault. */
#include "check_case.h"

#include "base/path.h"
#include "test_random.h"

#define ROUNDS 12
#define EDITS_MAX 6

static const char *const samples[] = {"c/sample.c",      "cpp/sample.cpp",       "python/sample.py",
                                      "go/sample.go",    "typescript/sample.ts", "rust/sample.rs",
                                      "json/sample.json"};

static Str read_sample(const char *name)
{
    FsPolicy policy = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str text = {0};
    Err err;
    Str path = str_format(test_arena(), "%s/languages/%s", test_source_root(), name);
    if (fs_open(test_arena(), &policy, path, &file, &err))
        EXPECT(fs_read_all(test_arena(), &file, &text, &err));
    return text;
}

/* Replaces, removes or repeats pieces. */
static Str damage(Random *random, Str text)
{
    static const char *const pieces[] = {"{",  "}",       "(", ")",    "\n",
                                         "\"", "#if 1\n", ";", "    ", ":"};
    for (uint32_t i = random_below(random, EDITS_MAX); i; i--) {
        size_t at = random_below(random, (uint32_t)text.len + 1);
        size_t end = MIN(text.len, at + random_below(random, 40));
        Str piece = random_below(random, 2)
                        ? str_from(pieces[random_below(random, COUNT(pieces))])
                        : str_slice(text, end, MIN(text.len, end + random_below(random, 80)));
        text = str_format(test_arena(), "%.*s%.*s%.*s", (int)at, text.ptr, STR_ARG(piece),
                          STR_ARG(str_from_offset(text, end)));
    }
    return text;
}

static size_t count_lines(Str text)
{
    Str line;
    size_t lines = 0;
    while (str_take_line(&text, &line))
        lines++;
    return lines;
}

static void expect_places(const EditSet *set, const CheckReport *report)
{
    for (size_t i = 0; i < report->findings.len; i++) {
        const CheckFinding *finding = &report->findings.ptr[i];
        bool known = false;
        for (size_t k = 0; k < set->files.len; k++) {
            const EditFile *file = &set->files.ptr[k];
            if (!str_equal(file->path, finding->path))
                continue;
            known = true;
            EXPECT(finding->line <= MAX(count_lines(file->after), (size_t)1));
            EXPECT(file->after.ptr != file->before.ptr || finding->kind != CHECK_SYNTAX);
        }
        EXPECT(known || count_lines(tree_text(finding->path)) >= finding->line);
        EXPECT(finding->message.len && str_find_byte(finding->message, '\n') == STR_NONE);
    }
}

TEST(findings_point_to_lines)
{
    Random random = {7};
    leave_home();
    for (int round = 0; round < ROUNDS; round++) {
        EditSet set = {0};
        for (size_t i = 0; i < COUNT(samples); i++) {
            Str text = read_sample(samples[i]), name = path_base(str_from(samples[i]));
            if (!round)
                tree_file(str_terminate(test_arena(), name), str_terminate(test_arena(), text));
            if (text.len && random_below(&random, 4))
                *VEC_PUSH(test_arena(), &set.files) =
                    (EditFile){.status = EDIT_CHANGED,
                               .path = name,
                               .before = text,
                               .after = random_below(&random, 8) ? damage(&random, text) : text};
        }
        CheckReport report = check(&set);
        expect_places(&set, &report);
        EXPECT(str_is_utf8(check_text(test_arena(), &report)));
    }
}

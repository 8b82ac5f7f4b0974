/* A tree, edits of it, and what the agent's checks say of them. */
#pragma once

#include "edge_case.h"
#include "shell_case.h"

#include "agent/check.h"
#include "config/config.h"

static inline Str check_root(void)
{
    return str_format(test_arena(), "%s/tree", test_directory());
}

static inline void tree_file(const char *path, const char *text)
{
    write_file(str_terminate(test_arena(), str_format(test_arena(), "tree/%s", path)), text);
}

/* The text that a file of the tree has now; empty: there is none. */
static inline Str tree_text(Str path)
{
    FsPolicy policy = {.root = check_root()};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str text = {0};
    Err err;
    if (!fs_open(test_arena(), &policy, path, &file, &err))
        return (Str){0};
    EXPECT(fs_read_all(test_arena(), &file, &text, &err));
    return text;
}

/* Stages the new text of a file; NULL: it is deleted. */
static inline void stage(EditSet *set, const char *path, const char *after)
{
    Str before = tree_text(str_from(path));
    *VEC_PUSH(test_arena(), &set->files) = (EditFile){.status = !after       ? EDIT_DELETED
                                                                : before.len ? EDIT_CHANGED
                                                                             : EDIT_CREATED,
                                                      .path = str_from(path),
                                                      .before = before,
                                                      .after = after ? str_from(after) : (Str){0}};
}

/* The index is in the test's directory, and so is the home of nobody. */
static inline void leave_home(void)
{
    setenv("XDG_CACHE_HOME",
           str_terminate(test_arena(), str_format(test_arena(), "%s/cache", test_directory())), 1);
    setenv("HOME", test_directory(), 1);
}

static inline CheckReport check_in(Str root, const EditSet *set)
{
    Config config;
    CheckReport report;
    Err err = {0};
    config_init(&config);
    ToolContext context = {.config = &config, .root = root};
    EXPECT(check_edits(test_arena(), &context, set, &report, &err));
    EXPECT_STR(str_from(err.message), "");
    return report;
}

static inline CheckReport check(const EditSet *set)
{
    leave_home();
    return check_in(check_root(), set);
}

/* The findings: `lost b.c:3; callers c.c:7; rule a.c:1 (error-dropped)`. A question mark means that
   it does not block. */
static inline Str findings_of(const CheckReport *report)
{
    static const char *const kinds[CHECK_KIND_COUNT] = {"syntax", "lost", "callers", "rule"};
    Buf out = buf_open(test_arena(), 0);
    size_t blocking = 0;
    for (size_t i = 0; i < report->findings.len; i++) {
        const CheckFinding *finding = &report->findings.ptr[i];
        buf_printf(&out, "%s%s %.*s:%u", out.len ? "; " : "", kinds[finding->kind],
                   STR_ARG(finding->path), finding->line);
        if (finding->rule.len)
            buf_printf(&out, " (%.*s)", STR_ARG(finding->rule));
        if (!finding->blocks)
            buf_put(&out, STR("?"));
        blocking += finding->blocks;
        EXPECT(finding->message.len > 0);
    }
    EXPECT_INT(report->blocking, blocking);
    return buf_str(&out);
}

/* Forms of compilers are rows of the language; forms of checkers, which are the same in all
   languages, are one list of words. */
#include "lang/directives.h"

#include "lang/registry.h"
#include "text/lines.h"

/* What comments for checkers have in them, anywhere. */
static const char *const checks[] = {
    "noqa",
    "nolint",
    "NOLINT",
    "nosec",
    "NOSONAR",
    "noinspection",
    "pragma:",
    "eslint-",
    "@ts-",
    "tslint:",
    "jshint ",
    "jslint ",
    "biome-ignore",
    "deno-lint-ignore",
    "$FlowFixMe",
    "$FlowIgnore",
    "prettier-ignore",
    "istanbul ignore",
    "c8 ignore",
    "v8 ignore",
    "node:coverage",
    "pylint:",
    "mypy:",
    "pyright:",
    "type: ignore",
    "type:ignore",
    "ty: ignore",
    "pyre-ignore",
    "pyre-fixme",
    "flake8:",
    "ruff:",
    "isort:",
    "fmt: o",
    "fmt: skip",
    "fmt:skip",
    "yapf:",
    "rubocop:",
    ":nocov:",
    "standard:disable",
    "steep:ignore",
    "shellcheck ",
    "swiftlint:",
    "swift-format-ignore",
    "ktlint-disable",
    "@formatter:",
    "CHECKSTYLE",
    "checkstyle:",
    "spotless:",
    "ReSharper ",
    "phpcs:",
    "@phpstan-",
    "@psalm-",
    "@codeCoverageIgnore",
    "LCOV_EXCL",
    "GCOVR_EXCL",
    "clang-format o",
    "cppcheck-suppress",
    "coverity[",
    "PVS-Studio",
    "-V::",
    "fallthrough",
    "fall through",
    "falls through",
    "FALLTHROUGH",
    "stylelint-",
    "markdownlint-",
    "yamllint ",
    "hadolint ",
    "tflint-ignore",
    "tfsec:",
    "checkov:skip",
    "trivy:ignore",
    "kics-scan",
    "nosemgrep",
    "zizmor:",
    "buf:lint:ignore",
    "solhint-",
    "slither-disable",
    "scalastyle:",
    "scalafmt:",
    "scalafix:",
    "HLINT ",
    "luacheck:",
    "selene:",
    "stylua:",
    "@diagnostic ",
    "no critic",
    "credo:",
    "sqlfluff:",
    "codespell:ignore",
    "cspell:",
    "gitleaks:allow",
    "trufflehog:ignore",
    "lgtm[",
    "codeql[",
    "skipcq",
    "buildifier:",
    "gazelle:",
    "cmake-format:",
    "cmake-lint:",
    "verilator ",
    "zig fmt:",
    "nocov",
    "svelte-ignore",
    "lint:ignore",
    "ignore_for_file:",
    "coverage:ignore",
    "renovate:",
    "pragma allowlist",
};

static bool has_any(Str comment)
{
    for (size_t i = 0; i < COUNT(checks); i++)
        if (str_find(comment, str_from(checks[i])) != STR_NONE)
            return true;
    return false;
}

/* Length of the marker that begins the text, or 0. */
static size_t marker_len(const char *markers, Str text)
{
    Str rest = str_from(markers ? markers : ""), marker;
    while (str_take_until(&rest, ' ', &marker))
        if (marker.len && str_starts(text, marker))
            return marker.len;
    return 0;
}

static Str block_marker(const Language *language)
{
    Str all = str_from(language->block_comment ? language->block_comment : ""), marker = {0};
    return str_take_until(&all, ' ', &marker) ? marker : (Str){0};
}

static size_t any_marker_len(const Language *language, Str text)
{
    Str block = block_marker(language);
    if (block.len && str_starts(text, block))
        return block.len;
    size_t len = marker_len(language->line_comment, text);
    return len ? len : marker_len(language->other_comment, text);
}

/* Without the marker's repetitions, asterisks and blanks in front. */
static Str plain_of(Str inner, char mark)
{
    while (inner.len &&
           (byte_is_space(inner.ptr[0]) || inner.ptr[0] == '*' || inner.ptr[0] == mark))
        inner = str_from_offset(inner, 1);
    return inner;
}

/* Whether the comment has `@Name`, as code reads it. */
static bool has_annotation(Str comment)
{
    for (size_t i = 1; i + 1 < comment.len; i++)
        if (comment.ptr[i] == '@' && byte_in(comment.ptr[i - 1], " \t*\n") &&
            comment.ptr[i + 1] >= 'A' && comment.ptr[i + 1] <= 'Z')
            return true;
    return false;
}

/* Whether a row of LangComments.directives fits. */
static bool fits(const char *row, Str comment, size_t marker)
{
    Str inner = str_from_offset(comment, marker);
    if (row[0] == '^')
        return str_starts(inner, str_from(row + 1));
    if (row[0] == '~')
        return str_find(inner, str_from(row + 1)) != STR_NONE;
    return str_starts(plain_of(inner, comment.ptr[0]), str_from(row));
}

DirectiveKind directive_find(const Language *language, Str comment, bool first)
{
    size_t marker = any_marker_len(language, comment);
    const char *const *rows = lang_facts(language)->comments.directives;
    if (first && str_starts(comment, STR("#!")))
        return DIRECTIVE_BUILD;
    if (has_any(comment))
        return DIRECTIVE_CHECK;
    if (marker && lang_facts(language)->comments.annotations && has_annotation(comment))
        return DIRECTIVE_BUILD;
    for (; marker && rows && *rows; rows++)
        if (fits(*rows, comment, marker))
            return DIRECTIVE_BUILD;
    return DIRECTIVE_NONE;
}

/* A line within a block comment, as people write it: ` * @IsGranted("ROLE_ADMIN")`. */
static DirectiveKind find_in_block(const Language *language, Str line, Str *comment)
{
    Str text = str_trim(line);
    bool such = str_starts(text, STR("* @")) && str_equal(block_marker(language), STR("/*"));
    *comment = text;
    return such && lang_facts(language)->comments.annotations && has_annotation(text)
               ? DIRECTIVE_BUILD
               : DIRECTIVE_NONE;
}

DirectiveKind directive_find_in_line(const Language *language, Str line, bool first, Str *comment)
{
    for (size_t at = 0; at < line.len; at++) {
        Str rest = str_from_offset(line, at);
        bool shebang = first && !at && str_starts(line, STR("#!"));
        DirectiveKind kind = shebang || any_marker_len(language, rest)
                                 ? directive_find(language, rest, first && !at)
                                 : DIRECTIVE_NONE;
        if (kind) {
            *comment = str_trim(rest);
            return kind;
        }
    }
    return find_in_block(language, line, comment);
}

/* ---- places ---- */

/* Whether a line is a comment of a row that must be in the first lines of the file. */
static bool is_of_row(const Language *language, const char *row, Str line)
{
    size_t marker = any_marker_len(language, line);
    return marker && byte_in(row[0], "12|") &&
           str_find(str_from_offset(line, marker), str_from(row + 1)) != STR_NONE;
}

static bool is_of_any_row(const Language *language, Str line)
{
    const char *const *rows = lang_facts(language)->leads;
    for (; rows && *rows; rows++)
        if (is_of_row(language, *rows, line))
            return true;
    return false;
}

/* Whether nothing but such comments is before the offset. */
static bool follows_rows(const Language *language, Str text, size_t offset)
{
    Str rest = str_slice(text, 0, offset), line;
    while (str_take_line(&rest, &line))
        if (str_trim(line).len && !is_of_any_row(language, str_trim(line)))
            return false;
    return true;
}

/* Bytes in which such comments are: what is behind begins no file. */
#define FIRST_BYTES 4000

bool directive_in_place(const Language *language, Str text, size_t offset)
{
    const char *const *rows = lang_facts(language)->leads;
    Str rest = str_from_offset(text, offset), line = {0};
    str_take_line(&rest, &line);
    for (; rows && *rows; rows++)
        if (is_of_row(language, *rows, line) && offset > FIRST_BYTES)
            return false;
        else if (is_of_row(language, *rows, line))
            return (*rows)[0] == '|' ? follows_rows(language, text, offset)
                                     : lines_at_offset(text, offset) <= (size_t)((*rows)[0] - '0');
    return true;
}

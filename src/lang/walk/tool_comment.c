/* Recognises tool directives. They have three forms: words at the start of a comment that only
   tools use, `tool:verb` without a space, which does not occur in sentences, and names in double
   underscores, which bundlers read. */
#include "lang/walk/tool_comment.h"

/* An entry that ends in a lower-case letter must match a whole word. */
static const char *const beginnings[] = {
    /* JavaScript, TypeScript, CSS */
    "eslint-",
    "tslint:",
    "tslint-",
    "jscs:",
    "stylelint-",
    "prettier-ignore",
    "biome-ignore",
    "oxlint-",
    "deno-lint-",
    "deno-fmt-",
    "deno-coverage-",
    "dprint-ignore",
    "istanbul ignore",
    "c8 ignore",
    "v8 ignore",
    "node:coverage",
    "sourceMappingURL=",
    "webpackChunkName:",
    "webpackMode:",
    "webpackPrefetch:",
    "webpackPreload:",
    "webpackIgnore:",
    "$FlowFixMe",
    "$FlowIgnore",
    "$FlowExpectedError",
    "purgecss ",
    /* Python */
    "noqa",
    "type: ignore",
    "type:ignore",
    "pylint:",
    "pyright:",
    "pyre-",
    "pytype:",
    "mypy:",
    "fmt: off",
    "fmt: on",
    "fmt: skip",
    "yapf:",
    "isort:",
    "pragma: no",
    "nosec",
    "ruff:",
    "flake8:",
    "ty: ignore",
    "coding:",
    "coding=",
    /* C, C++, Objective-C */
    "NOLINT",
    "clang-format off",
    "clang-format on",
    "IWYU pragma",
    "cppcheck-suppress",
    "coverity[",
    "LCOV_EXCL",
    "GCOV_EXCL",
    "GCOVR_EXCL",
    "lint -",
    "lint !",
    "*INDENT-O",
    "INDENT-O",
    "INDENT_O",
    "PRQA",
    "PVS-Studio",
    "NOSONAR",
    "cpplint:",
    /* Go */
    "nolint",
    "gosec",
    "+build ",
    /* the JVM */
    "noinspection",
    "CHECKSTYLE",
    "checkstyle:",
    "CPD-O",
    "NOPMD",
    "$NON-NLS",
    "scalastyle:",
    "scalafmt:",
    "scalafix:",
    "ktlint-",
    "ktfmt:",
    "detekt:",
    "spotless:",
    /* C# and its kin */
    "ReSharper disable",
    "ReSharper restore",
    "dotcover disable",
    "dotcover enable",
    "csharpier-ignore",
    /* Ruby */
    "rubocop:",
    "frozen_string_literal:",
    "frozen-string-literal:",
    "warn_indent:",
    ":nodoc:",
    ":nocov:",
    ":startdoc:",
    ":stopdoc:",
    "steep:",
    /* PHP */
    "phpcs:",
    "phpstan-",
    "psalm-",
    "phan-",
    /* Perl, shell, Lua, R, Julia */
    "no critic",
    "use critic",
    "shellcheck disable",
    "shellcheck enable",
    "shellcheck source",
    "shellcheck shell",
    "luacheck:",
    "stylua:",
    "selene:",
    "nocov",
    "styler:",
    "COV_EXCL",
    /* Swift */
    "swiftlint:",
    "swiftformat:",
    "sourcery:",
    "MARK:",
    /* Haskell, Elixir, Zig, Solidity, configuration */
    "HLINT ignore",
    "stylish-haskell:",
    "credo:",
    "coveralls-ignore",
    "sobelow_skip",
    "zig fmt:",
    "solhint-",
    "slither-",
    "tfsec:",
    "tflint-ignore",
    "checkov:",
    "trivy:",
    "yamllint disable",
    "yamllint enable",
    "hadolint ignore",
    "markdownlint-",
    "sqlfluff:",
    "dialyzer:",
    /* any language */
    "cspell:",
    "cSpell:",
    "spell-checker:",
    "spellchecker:",
    "codespell:",
    "gitleaks:",
    "nosemgrep",
    "pragma: allowlist",
    "editorconfig-checker-",
    "jscpd:",
    "vim:",
    "-*-",
    "snyk:",
    "DevSkim:",
    "endregion",
};

/* Followed by one word, or by several with commas; otherwise it is a sentence that begins alike. */
static const char *const settings[] = {
    "ignore:", "ignore_for_file:", "encoding:", "typed:", "language=", "format:", "lang="};
/* Followed by settings: `eslint quotes: 0`. */
static const char *const configured[] = {"eslint ", "jshint ", "jslint "};

static const char *const verbs[] = {"disable", "enable", "ignore", "off", "on", "skip", "suppress"};

static size_t word_length(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == '-'))
        len++;
    return len;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool begins(Str text, Str beginning)
{
    if (!str_starts(text, beginning))
        return false;
    bool open = !byte_is_word(beginning.ptr[beginning.len - 1]);
    return open || text.len == beginning.len || !byte_is_alpha(text.ptr[beginning.len]) ||
           !is_small(beginning.ptr[beginning.len - 1]);
}

/* `tool:disable`, `tool:off-next-line`. */
static bool is_tool_switch(Str text)
{
    size_t len = word_length(text);
    if (!len || len >= text.len || text.ptr[len] != ':')
        return false;
    Str rest = str_from_offset(text, len + 1);
    for (size_t i = 0; i < COUNT(verbs); i++) {
        Str verb = str_from(verbs[i]);
        if (str_starts(rest, verb) && (rest.len == verb.len || !byte_is_word(rest.ptr[verb.len])))
            return true;
    }
    return false;
}

/* `ignore: one_rule, another`; `eslint quotes: 0`. */
static bool is_setting(Str text)
{
    for (size_t i = 0; i < COUNT(configured); i++)
        if (str_starts(text, str_from(configured[i])) && str_find_byte(text, ':') != STR_NONE)
            return true;
    for (size_t i = 0; i < COUNT(settings); i++) {
        if (!str_starts(text, str_from(settings[i])))
            continue;
        Str rest = str_trim(str_from_offset(text, strlen(settings[i])));
        bool words = rest.len > 0;
        for (size_t k = 1; k < rest.len && words; k++)
            words = !byte_is_space(rest.ptr[k]) || rest.ptr[k - 1] == ',';
        return words;
    }
    return false;
}

/* `@__PURE__`, `#__NO_SIDE_EFFECTS__`, `__INLINE__`, and nothing else. */
static bool is_for_bundlers(Str text)
{
    while (text.len && (text.ptr[0] == '@' || text.ptr[0] == '#'))
        text = str_from_offset(text, 1);
    bool framed = text.len > 4 && str_starts(text, STR("__")) && str_ends(text, STR("__"));
    for (size_t i = 0; i < text.len && framed; i++)
        framed = text.ptr[i] == '_' || (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z');
    return framed;
}

/* Directives with markers of their own: folds of editors, pragmas of Haskell. */
static bool is_marked(Str line)
{
    static const char *const marks[] = {"#region", "//region", "{-#"};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(str_slice(line, 0, 12), str_from(marks[i])) != STR_NONE)
            return true;
    return false;
}

bool tool_comment_is(Str line, Str bare)
{
    line = str_trim(line);
    if (is_marked(line) || is_for_bundlers(bare) || is_tool_switch(bare) || is_setting(bare))
        return true;
    for (size_t i = 0; i < COUNT(beginnings); i++)
        if (bare.len && bare.ptr[0] == beginnings[i][0] && begins(bare, str_from(beginnings[i])))
            return true;
    return false;
}

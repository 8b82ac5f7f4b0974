/* Placeholders for text that the model left out are recognised by word lists. All words of a
   comment, or of the text in brackets or between dots, must say that something stays. The certainty
   decides whether a placeholder counts always, or only where old lines go. */
#include "edit/patch_parts.h"

/* No placeholder is longer; other comments are prose. */
#define PLACEHOLDER_BYTES_MAX 160
#define WORD_BYTES_MAX 32

/* Words that alone say that text stays or is missing. */
static const char *const strong[] = {
    "unchanged", "unmodified", "untouched", "unaltered",   "omitted",      "elided",      "snipped",
    "snip",      "truncated",  "brevity",   "unverändert", "unveraendert", "ausgelassen", "gekürzt",
    "inchangé",  "inchangée",  "inchangés", "inchangées",  "inalterado",   "inalterada",  "omitido",
    "omitida",   "invariato",  "invariata", "ongewijzigd", "oförändrad",
};
/* Words that say so only next to others that do. */
static const char *const weak[] = {
    "same",      "rest",      "remaining",  "remain",    "remains",  "existing",   "stay",
    "stays",     "previous",  "previously", "before",    "original", "originally", "other",
    "others",    "identical", "continue",   "continues", "etc",      "kept",       "keep",
    "preserved", "retained",  "change",     "changes",   "changed",  "resto",      "reste",
    "bleibt",    "gleich",    "bisher",     "vorher",    "igual",    "mismo",      "cambios",
    "même",      "avant",     "restlicher", "restliche", "cut",      "else",
};
/* The text that stays. With one of these, some of the words above are certain. */
static const char *const nouns[] = {
    "code",     "implementation", "impl",    "function", "functions", "method",
    "methods",  "class",          "body",    "logic",    "file",      "imports",
    "source",   "definitions",    "before",  "members",  "content",   "contents",
    "methoden", "código",         "fichier", "lines",
};
static const char *const fillers[] = {
    "the",       "of",        "is",    "are",       "as",       "for",      "here",       "and",
    "docstring", "goes",      "all",   "this",      "it",       "in",       "to",         "be",
    "with",      "your",      "my",    "our",       "no",       "not",      "any",        "above",
    "below",     "from",      "line",  "part",      "section",  "block",    "like",       "exactly",
    "still",     "left",      "leave", "unchanged", "tests",    "fields",   "props",      "state",
    "rules",     "der",       "des",   "dem",       "die",      "das",      "wie",        "sans",
    "sin",       "du",        "le",    "la",        "les",      "el",       "los",        "de",
    "del",       "comme",     "como",  "antes",     "would",    "will",     "go",         "same",
    "was",       "were",      "have",  "has",       "been",     "existing", "unmodified", "code",
    "functions", "remaining", "shown", "needed",    "required", "stuff",    "statements", "items",
};
/* Parts of words, for languages without blanks between words or with endings. */
static const char *const parts[] = {
    "不变",   "省略", "其余",          "其他代码", "同上",       "变更なし", "変更なし", "以下略",
    "그대로", "생략", "без изменений", "остальн",  "как раньше", "прежн",    "без змін", "решта",
};

static bool is_one_of(Str word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal_nocase(word, str_from(words[i])))
            return true;
    return false;
}
#define IS_ONE_OF(word, words) is_one_of((word), (words), COUNT(words))

/* ---- the marks around ---- */

static const char *const begins[] = {"//", "/*", "{/*", "<!--", "--", "#", ";",
                                     "%",  "*",  "(*",  "{-",   "!",  "'", "\"\"\""};
static const char *const ends[] = {"*/}", "*/", "-->", "*)", "-}", "\"\"\""};

static Str without_end(Str text)
{
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(text, str_from(ends[i])))
            return str_trim(str_slice(text, 0, text.len - strlen(ends[i])));
    return text;
}

/* The text of a line that is only a comment. */
static bool take_comment(Str line, bool is_prose, Str *text)
{
    for (size_t i = 0; i < COUNT(begins); i++) {
        Str mark = str_from(begins[i]);
        if (!str_starts(line, mark) || (is_prose && !str_equal(mark, STR("<!--"))))
            continue;
        *text = str_from_offset(line, mark.len);
        while (text->len && text->ptr[0] == mark.ptr[mark.len - 1])
            *text = str_from_offset(*text, 1);
        *text = without_end(str_trim(*text));
        return true;
    }
    return false;
}

/* The comment after the code of a line. */
static bool take_trailing(Str line, Str *text)
{
    static const char *const marks[] = {" #", "\t#", " //", "\t//", "/*", "<!--", " --"};
    size_t best = STR_NONE, len = 0;
    for (size_t i = 0; i < COUNT(marks); i++) {
        size_t at = str_find(line, str_from(marks[i]));
        if (at != STR_NONE && at && (best == STR_NONE || at < best)) {
            best = at;
            len = strlen(marks[i]);
        }
    }
    if (best == STR_NONE)
        return false;
    Str rest = str_trim(str_from_offset(line, best + len));
    while (rest.len && byte_in(rest.ptr[rest.len - 1], "}) ;"))
        rest.len--;
    *text = without_end(str_trim(rest));
    return true;
}

/* Removes brackets, dashes and dots around; *dots: there were dots; *brackets: a pair of them. */
static Str strip(Str text, bool *dots, bool *brackets)
{
    static const char *const pairs[] = {"[]", "<>", "()", "{}"};
    *dots = *brackets = false;
    for (bool again = true; again;) {
        size_t len = text.len;
        text = str_trim(text);
        while (text.len && byte_in(text.ptr[0], "-=*~:"))
            text = str_from_offset(text, 1);
        while (text.len && byte_in(text.ptr[text.len - 1], "-=*~:;,"))
            text.len--;
        for (size_t i = 0; i < COUNT(pairs); i++)
            if (text.len > 1 && text.ptr[0] == pairs[i][0] &&
                text.ptr[text.len - 1] == pairs[i][1]) {
                text = str_slice(text, 1, text.len - 1);
                *brackets = true;
            }
        static const char *const marks[] = {"..", "\xE2\x80\xA6"};
        for (size_t i = 0; i < COUNT(marks); i++) {
            Str mark = str_from(marks[i]);
            if (str_starts(text, mark)) {
                text = str_from_offset(text, mark.len);
                *dots = true;
            }
            if (str_ends(text, mark)) {
                text.len -= mark.len;
                *dots = true;
            }
        }
        if (*dots)
            while (text.len && text.ptr[0] == '.')
                text = str_from_offset(text, 1);
        if (*dots)
            while (text.len && text.ptr[text.len - 1] == '.')
                text.len--;
        again = text.len < len;
    }
    return text;
}

/* ---- the words ---- */

static bool has_part(Str text)
{
    for (size_t i = 0; i < COUNT(parts); i++)
        if (str_find(text, str_from(parts[i])) != STR_NONE)
            return true;
    return false;
}

/* A name of the code or a number: `f4`, `load_all`, `readFile`. */
static bool is_name(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (byte_is_digit(word.ptr[i]) || word.ptr[i] == '_' ||
            (i && word.ptr[i] >= 'A' && word.ptr[i] <= 'Z'))
            return true;
    return false;
}

/* Whether the text ends with words that say that something stays: `c as above`. */
static bool ends_as_is(Str text)
{
    static const char *const endings[] = {"as above",  "as before",   "as is",        "as it is",
                                          "as it was", "as they are", "as they were", "likewise",
                                          "ditto",     "and so on",   "and so forth", "wie oben",
                                          "wie gehabt"};
    for (size_t i = 0; i < COUNT(endings); i++) {
        Str ending = str_from(endings[i]);
        size_t from = text.len - MIN(text.len, ending.len);
        if (str_equal_nocase(str_from_offset(text, from), ending) &&
            (!from || byte_is_space(text.ptr[from - 1])))
            return true;
    }
    return false;
}

/* Weighs the words of a text. `marked`: dots or brackets say that something is missing. */
static PatchLeftOut weigh(Str text, bool marked)
{
    bool found = false, noun = false;
    size_t many = 0;
    if (text.len > PLACEHOLDER_BYTES_MAX)
        return LEFT_OUT_NOT;
    if (has_part(text))
        return LEFT_OUT_PERHAPS;
    for (size_t at = 0, end; at < text.len; at = end) {
        for (end = at; end < text.len && byte_is_word(text.ptr[end]); end++) {
        }
        Str word = str_slice(text, at, end);
        end += !word.len;
        if (!word.len)
            continue;
        bool is_strong = IS_ONE_OF(word, strong), is_weak = IS_ONE_OF(word, weak);
        bool is_noun = IS_ONE_OF(word, nouns);
        if (!is_strong && !is_weak && !is_noun && !IS_ONE_OF(word, fillers) && !is_name(word))
            return LEFT_OUT_NOT;
        found |= is_strong;
        many += is_weak;
        noun |= is_noun;
    }
    if (found || (many && (marked || noun)) || many > 1)
        return LEFT_OUT_SURE;
    return many ? LEFT_OUT_PERHAPS : LEFT_OUT_NOT;
}

/* Whether the line ends with a body of dots: `def f(): ...`, `void f() { … }`. */
static bool has_dotted_body(Str line)
{
    static const char *const bodies[] = {"{...}", "{ ... }", "{\xE2\x80\xA6}", "{ \xE2\x80\xA6 }",
                                         ": ...", ":...",    ": \xE2\x80\xA6"};
    for (size_t i = 0; i < COUNT(bodies); i++)
        if (str_ends(line, str_from(bodies[i])) && line.len > strlen(bodies[i]))
            return true;
    return false;
}

PatchLeftOut patch_line_leaves_out(Str line, bool is_prose)
{
    bool dots, brackets;
    Str text, bare;
    line = str_trim(line);
    if (take_comment(line, is_prose, &text)) {
        bare = strip(text, &dots, &brackets);
        PatchLeftOut found = weigh(bare, dots || brackets);
        if (!bare.len)
            return dots ? LEFT_OUT_PERHAPS : LEFT_OUT_NOT;
        return found ? found : ends_as_is(bare) ? LEFT_OUT_AS_IS : LEFT_OUT_NOT;
    }
    bare = strip(line, &dots, &brackets);
    if (!bare.len)
        return dots ? LEFT_OUT_CODE : LEFT_OUT_NOT;
    if (dots || brackets) {
        PatchLeftOut found = weigh(bare, dots);
        if (found)
            return is_prose || !dots ? MIN(found, LEFT_OUT_PERHAPS) : found;
    }
    if (!is_prose && take_trailing(line, &text) &&
        weigh(strip(text, &dots, &brackets), dots || brackets) == LEFT_OUT_SURE)
        return LEFT_OUT_SURE;
    return has_dotted_body(line) ? LEFT_OUT_CODE : LEFT_OUT_NOT;
}

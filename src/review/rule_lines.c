/* Rules about added lines, in any language. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "text/hidden.h"
#include "text/secrets.h"

/* ---- secrets ---- */

static bool is_in_tests(const ChangedFile *file)
{
    Str old = file->old.path;
    return classify_folder(path_directory(file->new.path)) == FOLDER_TESTS &&
           (!old.len || classify_folder(path_directory(old)) == FOLDER_TESTS);
}

/* Whether it is documentation. A plain text outside of its folders, or a file of unknown type, may
 * be anything. */
static bool is_prose(const ReviewContext *review, const ChangedFile *file)
{
    Str path = file->new.path;
    bool plain = lang_facts(file->new.outline.language)->is_plain_text;
    return review_class(review, file) == FILE_DOC &&
           (!plain || classify_folder(path_directory(path)) == FOLDER_DOCS ||
            str_starts(path_base(path), STR("README")) ||
            str_starts(path_base(path), STR("CHANGE")));
}

static bool is_tried_out(const ReviewContext *review, const ChangedFile *file)
{
    FileClass class = review_class(review, file);
    return class == FILE_TEST || is_prose(review, file) || review_is_aside(file) ||
           is_in_tests(file);
}

/* Whether an address has a placeholder for its password, or is of this machine:
   `redis://user:password@localhost`. */
static bool is_placeholder(Str line)
{
    static const Str words[] = {STR_INIT("password"), STR_INIT("passwd"),   STR_INIT("pass"),
                                STR_INIT("pwd"),      STR_INIT("secret"),   STR_INIT("pw"),
                                STR_INIT("changeme"), STR_INIT("xxx"),      STR_INIT("xxxx"),
                                STR_INIT("user"),     STR_INIT("postgres"), STR_INIT("root")};
    static const Str hosts[] = {STR_INIT("localhost"), STR_INIT("127.0.0.1"), STR_INIT("0.0.0.0")};
    size_t at = str_find(line, STR("://"));
    Str login = str_from_offset(line, at == STR_NONE ? line.len : at + 3);
    Str host = str_from_offset(login, MIN(str_find_byte(login, '@'), login.len - 1) + 1);
    login = str_slice(login, 0, str_find_byte(login, '@'));
    Str word = str_from_offset(login, MIN(str_find_byte(login, ':'), login.len - 1) + 1);
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal_nocase(word, words[i]))
            return true;
    for (size_t i = 0; i < COUNT(hosts); i++)
        if (str_starts(host, hosts[i]))
            return true;
    return false;
}

/* Whether it counts. In tests and documentation, only what has a service's own form does. */
static bool counts_as_secret(const ReviewContext *review, const ChangedFile *file,
                             const Secret *secret, Str line)
{
    static const Str examples[] = {STR_INIT("EXAMPLE"), STR_INIT("example")};
    Str where = secret->doubtful || !secret->text.len ? line : secret->text;
    for (size_t i = 0; i < COUNT(examples); i++)
        if (str_find(where, examples[i]) != STR_NONE)
            return false;
    bool address = str_equal(str_from(secret->what), STR(SECRET_ADDRESS));
    return !(secret->doubtful && is_tried_out(review, file)) && !(address && is_placeholder(line));
}

/* The secrets of a line, in words: `a key of AWS and a token of GitHub`; empty: none. */
static Str secrets_of(const ReviewContext *review, const ChangedFile *file, Str line, size_t *count)
{
    Buf found = buf_open(review->arena, 0);
    Secret secret;
    *count = 0;
    while ((secret = secret_look(line)).what) {
        if (counts_as_secret(review, file, &secret, line))
            buf_printf(&found, "%s%s", (*count)++ ? " and " : "", secret.what);
        if (!secret.text.len)
            break;
        line = str_from_offset(line, (size_t)(secret.text.ptr + secret.text.len - line.ptr));
    }
    return buf_str(&found);
}

bool review_find_secrets(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        FileClass class = review_class(review, file);
        ReviewLines lines = review_lines(file, false);
        Str line;
        size_t count = 0;
        if (class == FILE_BINARY || class == FILE_MINIFIED)
            continue;
        while (review_next_line(&lines, &line)) {
            size_t number;
            Str secrets = secrets_of(review, file, line, &number);
            if (!secrets.len || review_is_moved(review, line) || !review_tells_line(find, &count))
                continue;
            Finding *finding = review_add(find, file,
                                          str_format(review->arena, "%.*s %s added",
                                                     STR_ARG(secrets), number == 1 ? "is" : "are"));
            finding->start = finding->end = lines.line;
            finding->key = secrets;
            finding->suggestion = STR("revoke it, take it out of the commits, and read it from the "
                                      "environment or a store of secrets");
        }
    }
    return true;
}

static bool is_template(Str name)
{
    static const Str parts[] = {STR_INIT("example"), STR_INIT("sample"), STR_INIT("template"),
                                STR_INIT(".dist"),   STR_INIT(".tpl"),   STR_INIT(".pub"),
                                STR_INIT("default"), STR_INIT("test")};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (str_find(name, parts[i]) != STR_NONE)
            return true;
    return false;
}

bool review_find_secret_files(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (file->status != CHANGE_FILE_ADDED || !secret_is_path(file->new.path) ||
            is_template(path_base(file->new.path)) || is_in_tests(file) || review_is_aside(file) ||
            file->link)
            continue;
        Finding *finding = review_add(find, file,
                                      STR("a file is added whose name is that of one "
                                          "with secrets"));
        finding->suggestion = STR("keep it out of the repository: .gitignore");
    }
    return true;
}

/* ---- invisible characters ---- */

#define HIDDEN_SHOWN 4

typedef struct HiddenLine {
    uint32_t signs[HIDDEN_SHOWN];
    const HiddenRange *ranges[HIDDEN_SHOWN];
    size_t count;
    bool turns;
} HiddenLine;

/* Whether the character before `at` stands between letters or digits of ASCII, where prose has no
   use for it. */
static bool is_within_word(uint32_t before, Str line, size_t at)
{
    return before < 0x80 && byte_is_word((char)before) && at < line.len &&
           byte_is_word(line.ptr[at]);
}

static HiddenLine look_at(Str line, bool code, bool first)
{
    HiddenLine found = {0};
    uint32_t before = ' ';
    for (size_t at = 0; at < line.len;) {
        size_t start = at;
        uint32_t c = str_decode(line, &at);
        bool feed = c == '\r' && code && at < line.len;
        const HiddenRange *range = hidden_find(feed ? 0x2028 : c);
        bool mark = c == 0xFEFF && first && !start;
        bool told = range && (code || !range->common || is_within_word(before, line, at));
        if (told && !mark && !hidden_belongs(range, before, str_from_offset(line, at))) {
            if (found.count < HIDDEN_SHOWN) {
                found.signs[found.count] = c;
                found.ranges[found.count++] = range;
            }
            found.turns = found.turns || range->turns;
        }
        before = c;
    }
    return found;
}

static void tell_hidden(const ReviewFind *find, const ChangedFile *file, uint32_t line,
                        const HiddenLine *hidden_line)
{
    Finding *finding =
        review_add(find, file,
                   hidden_line->turns ? STR("characters turn the reading direction of this line")
                                      : STR("characters in this line are not seen"));
    finding->start = finding->end = line;
    finding->key = finding->message;
    finding->suggestion = STR("take them out, or write them as escapes");
    for (size_t i = 0; i < hidden_line->count; i++)
        review_add_evidence(find, finding,
                            str_format(find->review->arena, "U+%04X, %s", hidden_line->signs[i],
                                       hidden_line->ranges[i]->name));
}

/* Tells invisible characters in the name of a file that is new under it. */
static void look_at_name(const ReviewFind *find, const ChangedFile *file)
{
    HiddenLine found = look_at(file->new.path, true, false);
    if (!found.count || str_equal(file->old.path, file->new.path))
        return;
    tell_hidden(find, file, 0, &found);
    Finding *last = &find->findings->ptr[find->findings->len - 1];
    last->message = last->key =
        found.turns ? STR("characters turn the reading direction of the file's name")
                    : STR("characters in the file's name are not seen");
    last->suggestion = STR("give it a name that is seen as it is");
}

/* Where a line comment of the line begins and what ends it, as the compiler reads it. */
static const char *odd_comment(const Language *language, Str line)
{
    static const Str breaks[] = {
        STR_INIT("\\u000a"),        STR_INIT("\\u000A"),  STR_INIT("\\u000d"), STR_INIT("\\u000D"),
        STR_INIT("\\u002a\\u002f"), STR_INIT("*\\u002f"), STR_INIT("\\u002a/")};
    const LangComments *comments = &lang_facts(language)->comments;
    size_t at = str_find(line, STR("//"));
    bool address = at != STR_NONE && at && line.ptr[at - 1] == ':';
    bool quoted = at != STR_NONE && str_find_byte(str_slice(line, 0, at), '"') != STR_NONE;
    for (size_t i = 0; comments->escapes && i < COUNT(breaks); i++)
        if (str_find(line, breaks[i]) != STR_NONE)
            return "an escape is a line end or the end of a comment for the compiler";
    if (at == STR_NONE || address || quoted)
        return NULL;
    Str rest = str_trim(str_from_offset(line, at));
    if (comments->continues && lang_is_c(language) && str_ends(rest, STR("\\")))
        return "the comment goes on: its last backslash takes in the next line";
    if (comments->end && str_find(rest, str_from(comments->end)) != STR_NONE)
        return "the comment ends within the line: the rest is read as text or code";
    return NULL;
}

static void look_at_comment(const ReviewFind *find, const ReviewLines *lines, Str line)
{
    const ChangedFile *file = lines->file;
    const char *odd = odd_comment(file->new.outline.language, line);
    if (!odd || review_is_moved(find->review, line))
        return;
    Finding *finding = review_add(find, file, str_from(odd));
    finding->start = finding->end = lines->line;
    finding->key = finding->message;
    finding->suggestion = STR("write it so that a reader sees what the compiler reads");
    finding->severity = MIN(finding->severity, REVIEW_WARNING);
    review_add_evidence(find, finding, str_cut_chars(find->review->arena, str_trim(line), 80));
}

bool review_find_invisible(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        look_at_name(find, file);
        FileClass class = review_class(review, file);
        bool code = class == FILE_SOURCE || class == FILE_TEST;
        ReviewLines lines = review_lines(file, false);
        Str line;
        size_t count = 0;
        while (class != FILE_BINARY && review_next_line(&lines, &line)) {
            HiddenLine found = look_at(line, code, lines.line == 1);
            if (found.count && review_tells_line(find, &count))
                tell_hidden(find, file, lines.line, &found);
            else if (code)
                look_at_comment(find, &lines, line);
        }
    }
    return true;
}

/* ---- conflict markers ---- */

static bool is_marker(Str line, const char *sign)
{
    return str_starts(line, str_from(sign)) && (line.len == 7 || line.ptr[7] == ' ');
}

bool review_find_conflicts(const ReviewFind *find, Err *err)
{
    static const char *const signs[] = {"<<<<<<<", "=======", ">>>>>>>"};
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        ReviewLines lines = review_lines(file, false);
        uint32_t start = 0;
        size_t seen = 0;
        Str line;
        while (review_next_line(&lines, &line)) {
            if (is_marker(line, signs[0])) {
                start = lines.line;
                seen = 1;
            } else if (seen && is_marker(line, signs[seen])) {
                seen++;
            }
            if (seen < COUNT(signs))
                continue;
            Finding *finding =
                review_add(find, file, STR("markers of a merge that is not finished"));
            finding->start = start;
            finding->end = lines.line;
            finding->key = finding->message;
            finding->suggestion = STR("choose a side, or join both, and take the markers out");
            seen = 0;
        }
    }
    return true;
}

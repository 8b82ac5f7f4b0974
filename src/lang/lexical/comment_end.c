/* A comment's end as the lexical tier sees it is moved: backwards to a line end that is not a line
   feed, or forwards over lines that a backslash takes in. */
#include "lang/lexical/comment_end.h"

#include "base/str.h"
#include "lang/scan/scan_text.h"
#include "text/lines.h"

/* U+2028 and U+2029 differ in their last byte. */
#define SEPARATOR_BYTES 3

static bool is_separator(Str text)
{
    return str_starts(text, STR("\xE2\x80\xA8")) || str_starts(text, STR("\xE2\x80\xA9"));
}

/* Whether \u000a or its kind begins the text: a line end, an asterisk or a slash. */
static bool is_escape(Str text)
{
    static const char *const codes[] = {"000a", "000A", "000d", "000D",
                                        "002a", "002A", "002f", "002F"};
    size_t at = 1;
    if (!str_starts(text, STR("\\u")))
        return false;
    while (at < text.len && text.ptr[at] == 'u')
        at++;
    for (size_t i = 0; i < COUNT(codes); i++)
        if (str_starts(str_from_offset(text, at), str_from(codes[i])))
            return true;
    return false;
}

static bool ends_at(const LangComments *comments, Str rest, bool block)
{
    char c = rest.ptr[0];
    if (comments->escapes && c == '\\' && is_escape(rest))
        return true;
    if (block)
        return false;
    if (c == '\r' && !comments->only_feeds)
        return rest.len > 1 && rest.ptr[1] != '\n';
    return (comments->unicode_lines && (unsigned char)c == 0xE2 && is_separator(rest)) ||
           (comments->end && str_starts(rest, str_from(comments->end)));
}

/* Whether a line comment goes on in the next line. */
static bool continues(const LangComments *comments, Str comment, bool *doubtful)
{
    Str line = comment;
    if (line.len && line.ptr[line.len - 1] == '\r')
        line.len--;
    Str trimmed = str_trim_end(line);
    bool slash = comments->continues && trimmed.len && trimmed.ptr[trimmed.len - 1] == '\\';
    bool trigraph = comments->trigraphs && str_ends(trimmed, STR("?"
                                                                 "?/"));
    *doubtful = *doubtful || trigraph || (slash && trimmed.len < line.len);
    return slash && trimmed.len == line.len;
}

/* Whether what looks like a comment at `at` is read: text of a value, or a program. */
static bool is_read(const Lexical *lexical, size_t at, bool block)
{
    const LangComments *comments = lexical->comments;
    const char *const *rows = comments->program;
    Str text = lexical->text;
    if (!block && comments->own_line)
        return str_trim(str_slice(text, lines_start_at(text, at), at)).len > 0;
    for (; block && rows && *rows; rows++)
        if (str_starts(str_from_offset(text, at + lexical->block_open.len), str_from(*rows)))
            return true;
    return false;
}

size_t lexical_comment_end(const Lexical *lexical, size_t at, bool *doubtful)
{
    bool unsure = false;
    const LangComments *comments = lexical->comments;
    size_t end = lexical_skip_comment(lexical, at);
    bool block = lexical->block_open.len &&
                 str_starts(str_from_offset(lexical->text, at), lexical->block_open);
    for (size_t i = at + 1; i < end; i++)
        if (ends_at(comments, str_slice(lexical->text, i, end), block)) {
            end = i;
            break;
        }
    while (!block && end > at && end < lexical->text.len && lexical->text.ptr[end] == '\n' &&
           continues(comments, str_slice(lexical->text, at, end), &unsure))
        end = line_end(lexical->text, end + 1);
    if (doubtful)
        *doubtful = unsure || (end > at && is_read(lexical, at, block));
    return end;
}

/* Forms of the keys, tokens and addresses that services give out. */
#include "text/secret_forms.h"

/* ---- words with a known beginning ---- */

typedef struct Shape {
    Str start;
    size_t more; /* minimum number of bytes after it */
    const char *what;
} Shape;

#define GITHUB "a token of GitHub"
#define GITLAB "a token of GitLab"
#define STRIPE "a key of Stripe"
#define AWS "a key of AWS"
#define SLACK "a token of Slack"
#define API "a key of an API"

static const Shape shapes[] = {
#define FORM(start, more, what) {STR_INIT(start), more, what},
#include "text/secret_forms.def"
#undef FORM
};

/* Bytes of a word that are examined from one position, and of a line that is joined. */
#define REACH_MAX 2000

bool secret_is_word_byte(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || c == '-' || c == '.';
}

static bool has(Str text, bool (*is)(char))
{
    for (size_t i = 0; i < text.len; i++)
        if (is(text.ptr[i]))
            return true;
    return false;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_joint(char c)
{
    return c == '_' || c == '-' || c == '.';
}

/* Whether a word after a known prefix is random: it has digits, or both cases and no joint. */
static bool is_coded(Str word)
{
    return has(word, byte_is_digit) ||
           (has(word, is_capital) && has(word, is_small) && !has(word, is_joint));
}

/* Whether it is a JSON web token: parts between dots, each base64 of a text that begins with {". */
static bool is_web_token(Str word)
{
    size_t dot = str_find_byte(word, '.');
    return str_starts(word, STR("eyJ")) && dot != STR_NONE && dot >= 10 && word.len >= dot + 10;
}

static const char *find_at(Str word)
{
    word = str_slice(word, 0, REACH_MAX);
    for (size_t i = 0; i < COUNT(shapes); i++)
        if (word.len >= shapes[i].start.len + shapes[i].more && str_starts(word, shapes[i].start) &&
            is_coded(str_from_offset(word, shapes[i].start.len)))
            return shapes[i].what;
    return is_web_token(word) ? SECRET_WEB_TOKEN : NULL;
}

/* Finds a token in a word, also after a dot, a dash or an underscore. */
static const char *find_in_word(Str *word)
{
    const char *found = find_at(*word);
    for (size_t i = 1; i < word->len && !found; i++)
        if (byte_in(word->ptr[i - 1], "._-") && (found = find_at(str_from_offset(*word, i))))
            *word = str_from_offset(*word, i);
    return found;
}

/* ---- addresses of hooks ---- */

typedef struct Hook {
    Str start;
    size_t more;
    const char *what;
} Hook;

static const Hook hooks[] = {
    {STR_INIT("hooks.slack.com/services/T"), 30, "an address of a Slack hook"},
    {STR_INIT("hooks.slack.com/workflows/T"), 30, "an address of a Slack hook"},
    {STR_INIT("hooks.slack.com/triggers/T"), 30, "an address of a Slack hook"},
    {STR_INIT("discord.com/api/webhooks/"), 70, "an address of a Discord hook"},
    {STR_INIT("discordapp.com/api/webhooks/"), 70, "an address of a Discord hook"},
    {STR_INIT(".webhook.office.com/webhookb2/"), 60, "an address of a Teams hook"},
    {STR_INIT("hooks.zapier.com/hooks/catch/"), 12, "an address of a Zapier hook"},
};

static const char *find_hook(Str text, Str *place)
{
    for (size_t i = 0; i < COUNT(hooks); i++) {
        size_t at = str_find(text, hooks[i].start);
        if (at == STR_NONE)
            continue;
        Str rest = str_from_offset(text, at + hooks[i].start.len);
        size_t len = 0;
        while (len < rest.len && len < REACH_MAX &&
               (secret_is_word_byte(rest.ptr[len]) || byte_in(rest.ptr[len], "/@")))
            len++;
        *place = str_slice(rest, 0, len);
        if (len >= hooks[i].more && is_coded(*place))
            return hooks[i].what;
    }
    return NULL;
}

/* Whether a word of digits, and the word after its colon, are the token of a Telegram bot. */
static bool is_bot(Str text, size_t start, size_t end)
{
    Str digits = str_slice(text, start, end), rest = str_from_offset(text, end);
    size_t len = 1;
    while (len < rest.len && (secret_is_word_byte(rest.ptr[len]) && rest.ptr[len] != '.'))
        len++;
    for (size_t i = 0; i < digits.len; i++)
        if (!byte_is_digit(digits.ptr[i]))
            return false;
    return digits.len >= 8 && digits.len <= 10 && str_starts(rest, STR(":AA")) && len == 36;
}

/* ---- a text ---- */

static const char *find_word(Str text, Str *place)
{
    for (size_t at = 0; at < text.len; at++) {
        size_t start = at;
        while (at < text.len && secret_is_word_byte(text.ptr[at]))
            at++;
        *place = str_slice(text, start, at);
        const char *found = place->len ? find_in_word(place) : NULL;
        if (!found && place->len && is_bot(text, start, at))
            found = "a token of Telegram";
        if (found)
            return found;
    }
    return NULL;
}

/* The offset after `" + "` and the like, which joins two literals; STR_NONE: no literal is joined.
 */
static size_t behind_joint(Str text, size_t at)
{
    static const Str joints[] = {STR_INIT("+"),  STR_INIT("."),  STR_INIT(".."), STR_INIT("&"),
                                 STR_INIT("<>"), STR_INIT("||"), STR_INIT("~"),  STR_INIT("")};
    char quote = text.ptr[at++];
    while (at < text.len && text.ptr[at] == ' ')
        at++;
    for (size_t i = 0; i < COUNT(joints); i++) {
        size_t next = at + joints[i].len;
        if (!str_starts(str_from_offset(text, at), joints[i]))
            continue;
        while (next < text.len && text.ptr[next] == ' ')
            next++;
        if (next < text.len && text.ptr[next] == quote)
            return next + 1;
    }
    return STR_NONE;
}

/* Finds a token that is written as several literals, joined or side by side. */
static const char *find_joined(Str text, Str *place)
{
    char joined[REACH_MAX];
    size_t len = 0, joints = 0;
    for (size_t at = 0; at < text.len && len < sizeof joined && text.len <= sizeof joined;) {
        size_t next = byte_in(text.ptr[at], "\"'`") ? behind_joint(text, at) : STR_NONE;
        joints += next != STR_NONE;
        if (next != STR_NONE)
            at = next;
        else
            joined[len++] = text.ptr[at++];
    }
    const char *found = joints ? find_word((Str){joined, len}, place) : NULL;
    *place = (Str){0};
    return found;
}

const char *secret_find_form(Str text, Str *place)
{
    const char *found = find_hook(text, place);
    if (!found)
        found = find_word(text, place);
    return found ? found : find_joined(text, place);
}

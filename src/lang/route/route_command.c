/* Commands that send requests: `curl -X POST "$BASE/login" -d name=a`. A command ends with its
   line, unless a backslash continues it, or with a mark that ends commands. */
#include "base/buf.h"
#include "base/map.h"
#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_plain.h"

/* Words of one command that are looked at, and requests of one file. */
#define WORDS_MAX 64
#define REQUESTS_MAX 1000

typedef struct CommandWords {
    Str all[WORDS_MAX];
    size_t count;
} CommandWords;

typedef struct Commands {
    Arena *arena;
    Arena scratch;
    Str text;
    Outline *outline;
    Map variables; /* from a name to its text, as a pointer to a Str */
    CommandWords words;
    size_t end; /* of the latest command, which may go on over lines */
} Commands;

/* ---- words ---- */

/* The end of a word; quotes in it are passed over whole. */
static size_t word_end(Str text, size_t at)
{
    char quote = 0;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == '\\' && at + 1 < text.len)
            at++;
        else if (quote)
            quote = c == quote ? 0 : quote;
        else if (byte_in(c, "\"'"))
            quote = c;
        else if (byte_is_space(c) || byte_in(c, "|;)`&<>"))
            break;
    }
    return at;
}

/* The text without its quotes. */
static Str unquote(Arena *arena, Str word)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < word.len; i++)
        if (!byte_in(word.ptr[i], "\"'\\"))
            buf_put_byte(&out, word.ptr[i]);
    return buf_str(&out);
}

/* The strings of a list: `["CMD", "curl", "-f", "http://…"]`. */
static void take_list(Commands *commands, size_t at, CommandWords *words)
{
    Str text = commands->text;
    while (at < text.len && !byte_in(text.ptr[at], "]\n") && words->count < WORDS_MAX) {
        if (!byte_in(text.ptr[at], "\"'")) {
            at++;
            continue;
        }
        size_t end = at + 1;
        while (end < text.len && text.ptr[end] != text.ptr[at] && text.ptr[end] != '\n')
            end++;
        words->all[words->count++] = str_slice(text, at + 1, end);
        at = end + 1;
    }
}

/* The words after the command's name. */
static void take_words(Commands *commands, size_t at, CommandWords *words)
{
    Str text = commands->text;
    while (at < text.len && words->count < WORDS_MAX) {
        bool continued = text.ptr[at] == '\\' && at + 1 < text.len && text.ptr[at + 1] == '\n';
        if (continued || text.ptr[at] == ' ' || text.ptr[at] == '\t') {
            at += continued ? 2 : 1;
            continue;
        }
        size_t end = word_end(text, at);
        if (end == at)
            return;
        words->all[words->count++] = unquote(&commands->scratch, str_slice(text, at, end));
        at = commands->end = end;
    }
}

/* ---- addresses ---- */

/* The name and length of a value at the offset: `$X`, `${X}`, `${X:-y}`, `$(X)`; *fallback is what
   follows `:-`. */
static size_t value_len(Str text, size_t at, Str *name, Str *fallback)
{
    char next = at + 1 < text.len ? text.ptr[at + 1] : 0;
    *fallback = (Str){0};
    if (text.ptr[at] != '$' || !(byte_in(next, "{(") || byte_is_word(next)))
        return 0;
    if (byte_is_word(next)) {
        size_t end = str_word_end(text, at + 1);
        *name = str_slice(text, at + 1, end);
        return end - at;
    }
    size_t close = str_find_byte(str_from_offset(text, at), next == '{' ? '}' : ')');
    close = close == STR_NONE ? text.len : at + close;
    Str inside = str_slice(text, at + 2, close);
    size_t colon = str_find(inside, STR(":-"));
    *name = str_trim(str_slice(inside, 0, colon == STR_NONE ? inside.len : colon));
    while (str_starts(*name, STR("{"))) // CI: `${{ env.URL }}`
        *name = str_trim(str_from_offset(*name, 1));
    if (colon != STR_NONE)
        *fallback = str_from_offset(inside, colon + 2);
    close += str_starts(str_from_offset(text, close), STR("}}")) ? 1 : 0;
    return MIN(close + 1, text.len) - at;
}

/* The address with its values as bases and parameters. */
static Str address_of(Commands *commands, Str word)
{
    Buf out = buf_open(&commands->scratch, ROUTE_PATH_BYTES_MAX);
    for (size_t at = 0; at < word.len;) {
        Str name = {0}, fallback = {0};
        size_t len = value_len(word, at, &name, &fallback);
        if (!len) {
            buf_put_byte(&out, word.ptr[at++]);
            continue;
        }
        at += len;
        const uint64_t *known = map_find(&commands->variables, name);
        Str text = known ? *(const Str *)(uintptr_t)*known : fallback;
        bool base = !out.len && (str_starts(text, STR("/")) || str_starts(text, STR("http")));
        if (base)
            buf_put(&out, text);
        else if (!out.len)
            buf_printf(&out, "<%.*s>", STR_ARG(str_last_word(name)));
        else
            buf_printf(&out, "{%.*s}", STR_ARG(str_last_word(name)));
    }
    return buf_str(&out);
}

/* Whether a word is an address; one without its scheme gets it. */
static bool is_address(Commands *commands, Str *word)
{
    if (str_starts(*word, STR("http://")) || str_starts(*word, STR("https://")) ||
        (str_starts(*word, STR("$")) && word->len > 1))
        return true;
    if (!str_starts(*word, STR("localhost")) && !str_starts(*word, STR("127.0.0.1")))
        return false;
    *word = str_join(&commands->scratch, STR("http://"), *word);
    return true;
}

/* ---- requests ---- */

/* The method that an option implies; empty: none. */
static Str implied_method(Str option)
{
    static const char data[] =
        "-d --data --data-raw --data-binary --data-urlencode --json -F --form "
        "--post-data --post-file --body-data";
    if (str_is_listed(option, data))
        return STR("POST");
    if (str_is_listed(option, "-I --head"))
        return STR("HEAD");
    return str_is_listed(option, "-T --upload-file") ? STR("PUT") : (Str){0};
}

static void read_words(Commands *commands, const CommandWords *words, Str *method, Str *address)
{
    static const char valued[] =
        "-H --header -o --output -u --user -A --user-agent -b --cookie -c "
        "--cookie-jar -e --referer -w --write-out -m --max-time -x --proxy "
        "--retry --connect-timeout -K --cacert --cert --key -O --timeout -t";
    Str said = {0}, implied = {0};
    for (size_t i = 0; i < words->count; i++) {
        Str word = words->all[i], value = word, option;
        bool has_value = str_starts(word, STR("--")) && str_find_byte(word, '=') != STR_NONE;
        bool names = str_starts(word, STR("-X")) && word.len > 2 && word.ptr[1] == 'X';
        str_take_until(&value, '=', &option);
        if (names) {
            said = str_from_offset(word, 2);
        } else if (str_is_listed(option, "-X --request --method")) {
            said = has_value ? value : i + 1 < words->count ? words->all[++i] : said;
        } else if (str_starts(word, STR("-"))) {
            bool attached = !str_starts(word, STR("--")) && word.len > 2; // `-d@file`
            Str method_of = implied_method(attached ? str_slice(word, 0, 2) : option);
            implied = method_of.len ? method_of : implied;
            bool takes = str_is_listed(option, valued) ||
                         (method_of.len && !str_equal(method_of, STR("HEAD")));
            i += takes && !has_value && !attached;
            if (str_is_listed(option, "-G --get"))
                implied = STR("GET");
        } else if (!address->len && is_address(commands, &word)) {
            *address = address_of(commands, word);
        }
    }
    *method = said.len ? said : implied.len ? implied : STR("GET");
}

static void read_command(Commands *commands, size_t start, size_t end, uint32_t line)
{
    Str text = commands->text, method = {0}, address = {0};
    CommandWords *words = &commands->words;
    words->count = 0;
    bool listed = end < text.len && byte_in(text.ptr[end], "\"'") && start &&
                  text.ptr[start - 1] == text.ptr[end];
    if (listed)
        take_list(commands, end + 1, words);
    else
        take_words(commands, end, words);
    read_words(commands, words, &method, &address);
    address = route_path_cut(address);
    if (!address.len || str_find_byte(method, '$') != STR_NONE ||
        commands->outline->routes.len >= REQUESTS_MAX)
        return;
    *VEC_PUSH(commands->arena, &commands->outline->routes) =
        (RouteFact){.kind = ROUTE_SENT,
                    .line = line,
                    .symbol = name_site_symbol(commands->outline, (uint32_t)start),
                    .flags = ROUTE_SURE,
                    .method = str_copy(commands->arena, method),
                    .path = str_copy(commands->arena, address)};
}

/* Notes `NAME=text` and CI's `NAME: text`, if the text may be a base. */
static void read_variable(Commands *commands, Str line)
{
    Str rest = str_trim(line), name = {0};
    if (str_starts(rest, STR("export ")))
        rest = str_trim(str_from_offset(rest, 7));
    size_t end = str_word_end(rest, 0);
    if (!end || end >= rest.len || !byte_in(rest.ptr[end], "=:"))
        return;
    name = str_slice(rest, 0, end);
    Str value = unquote(&commands->scratch, str_trim(str_from_offset(rest, end + 1)));
    Str inner, fallback = {0};
    if (str_starts(value, STR("$")) && value_len(value, 0, &inner, &fallback) == value.len)
        value = fallback;
    else if (str_starts(value, STR("$")))
        value = address_of(commands, value);
    if (!(str_starts(value, STR("/")) || str_starts(value, STR("http"))) ||
        str_find_byte(value, ' ') != STR_NONE)
        return;
    Str *kept = NEW(&commands->scratch, Str, 1);
    *kept = value;
    *map_put(&commands->variables, name, NULL) = (uint64_t)(uintptr_t)kept;
}

/* Whether a command of that name begins at the offset: nothing is before it that a name may have.
 */
static bool begins_command(Str text, size_t at, size_t len)
{
    char before = at ? text.ptr[at - 1] : '\n';
    char after = at + len < text.len ? text.ptr[at + len] : 0;
    bool starts = byte_is_space(before) || byte_in(before, "\"'(`;|&@-!");
    return starts && (after == ' ' || after == '\t' || byte_in(after, "\"'"));
}

void route_read_commands(Arena *arena, Arena scratch, Str text, Outline *outline)
{
    static const Str names[] = {STR_INIT("curl"), STR_INIT("wget")};
    if (str_find(text, names[0]) == STR_NONE && str_find(text, names[1]) == STR_NONE)
        return;
    Commands *commands = NEW(&scratch, Commands, 1);
    *commands = (Commands){.arena = arena, .scratch = scratch, .text = text, .outline = outline};
    commands->variables = map_open(&commands->scratch);
    Str rest = text, line;
    for (uint32_t number = 1; str_take_line(&rest, &line); number++) {
        size_t start = (size_t)(line.ptr - text.ptr);
        if (str_starts(str_trim(line), STR("#")))
            continue;
        read_variable(commands, line);
        for (size_t i = 0; i < COUNT(names); i++) {
            size_t at = str_find(line, names[i]);
            if (at != STR_NONE && start + at >= commands->end &&
                begins_command(text, start + at, names[i].len))
                read_command(commands, start + at, start + at + names[i].len, number);
        }
    }
}

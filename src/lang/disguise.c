/* A mark (an escape, a splice, a rare character) is looked for; the word around it is read as the
   language reads it. */
#include "lang/disguise.h"

#include "lang/name_sites.h"
#include "text/normal.h"

#include <string.h>

#define HEX_SHORT 4
#define HEX_LONG 8

typedef struct Forms {
    bool any, escapes; /* `\u0061`, in Java with more than one `u` */
    bool longer;       /* `\U00000061` */
    bool braced;       /* `\u{61}` */
    bool splices;      /* a backslash at the end of a line */
    bool normal;       /* letters with marks */
    bool compatible;   /* … and look-alikes of letters */
} Forms;

static Forms forms_of(const Language *language)
{
    const char *words = lang_facts(language)->disguises;
    if (!words)
        return (Forms){0};
    bool compatible = name_is_listed(words, STR("compatible"));
    return (Forms){.any = true,
                   .escapes = name_is_listed(words, STR("u")),
                   .longer = name_is_listed(words, STR("U")),
                   .braced = name_is_listed(words, STR("u{}")),
                   .splices = name_is_listed(words, STR("splice")),
                   .normal = compatible || name_is_listed(words, STR("marked")),
                   .compatible = compatible};
}

static bool is_word_at(Str text, size_t at)
{
    return at < text.len && byte_is_word(text.ptr[at]);
}

/* ---- escapes of characters ---- */

/* Reads hex digits at *at: `count` of them, or any number where it is 0. */
static bool take_hex(Str text, size_t *at, size_t count, uint32_t *code)
{
    size_t start = *at;
    for (*code = 0; *at < text.len && byte_hex_value(text.ptr[*at]) >= 0; ++*at) {
        if (*at - start == (count ? count : HEX_LONG))
            break;
        *code = *code << 4 | (uint32_t)byte_hex_value(text.ptr[*at]);
    }
    return count ? *at - start == count : *at > start;
}

/* Reads an escape that spells a character of a name. */
static bool take_escape(Forms forms, Str text, size_t *at, uint32_t *code)
{
    size_t next = *at + 1;
    if (next >= text.len || text.ptr[*at] != '\\' || (*at && text.ptr[*at - 1] == '\\'))
        return false;
    bool longer = forms.longer && text.ptr[next] == 'U';
    if (!longer && !(forms.escapes && text.ptr[next] == 'u'))
        return false;
    while (next < text.len && text.ptr[next] == (longer ? 'U' : 'u'))
        next++;
    bool braced = forms.braced && next < text.len && text.ptr[next] == '{';
    next += braced;
    if (!take_hex(text, &next,
                  braced   ? 0
                  : longer ? HEX_LONG
                           : HEX_SHORT,
                  code) ||
        (braced && (next >= text.len || text.ptr[next++] != '}')))
        return false;
    *at = next;
    return *code >= 0x80 ? *code <= 0x10FFFF : byte_is_word((char)*code);
}

/* Passes the end of a line that continues within a word. */
static bool take_splice(Forms forms, Str text, size_t *at)
{
    size_t next = *at + 1;
    if (!forms.splices || text.ptr[*at] != '\\' || !*at || !is_word_at(text, *at - 1))
        return false;
    next += next < text.len && text.ptr[next] == '\r';
    if (next >= text.len || text.ptr[next] != '\n' || !is_word_at(text, next + 1))
        return false;
    *at = next + 1;
    return true;
}

/* ---- words ---- */

typedef struct Word {
    char *ptr;
    size_t len;
    bool full;
} Word;

static void put(Word *word, Forms forms, uint32_t code)
{
    if (word->len + NORMAL_BYTES_MAX > DISGUISED_BYTES_MAX) {
        word->full = true;
        return;
    }
    word->len += forms.normal && code >= 0x80
                     ? normal_put(word->ptr + word->len, code, forms.compatible)
                     : str_encode(word->ptr + word->len, code);
}

/* Reads a word from *at to its end. */
static void take_word(Forms forms, Str text, size_t *at, Word *word)
{
    while (*at < text.len) {
        uint32_t code;
        if (byte_is_word(text.ptr[*at]))
            put(word, forms, str_decode(text, at));
        else if (take_escape(forms, text, at, &code))
            put(word, forms, code);
        else if (!take_splice(forms, text, at))
            return;
    }
}

/* ---- marks ---- */

static size_t next_escape(Forms forms, Str text, size_t at)
{
    while (at < text.len) {
        const char *found = memchr(text.ptr + at, '\\', text.len - at);
        if (!found)
            break;
        at = (size_t)(found - text.ptr);
        size_t end = at;
        uint32_t code;
        if (take_escape(forms, text, &end, &code) || take_splice(forms, text, &end))
            return at;
        at++;
    }
    return STR_NONE;
}

static size_t next_rare(Forms forms, Str text, size_t at, bool wide)
{
    while (at < text.len) {
        size_t start = at;
        if (!((unsigned char)text.ptr[at] & 0x80)) {
            at++;
            continue;
        }
        uint32_t c = str_decode(text, &at);
        if (wide || normal_is_rare(c, forms.compatible))
            return start;
    }
    return STR_NONE;
}

static size_t next_mark(Forms forms, Str text, size_t at, bool wide)
{
    if (!forms.any)
        return STR_NONE;
    return forms.normal ? next_rare(forms, text, at, wide) : next_escape(forms, text, at);
}

bool disguise_is_in(const Language *language, Str text)
{
    return next_mark(forms_of(language), text, 0, false) != STR_NONE;
}

void disguise_each(const Language *language, Str text, bool wide, DisguiseVisit *visit,
                   void *context)
{
    Forms forms = forms_of(language);
    char plain[DISGUISED_BYTES_MAX];
    for (size_t at = 0, mark; (mark = next_mark(forms, text, at, wide)) != STR_NONE;) {
        Word word = {.ptr = plain};
        size_t start = mark;
        while (start > at && is_word_at(text, start - 1))
            start--;
        size_t end = start;
        take_word(forms, text, &end, &word);
        at = MAX(end, mark + 1);
        if (word.len && !word.full)
            visit(context, &(DisguisedWord){{plain, word.len}, start, end});
    }
}

/* The plain spelling of a name, in `to` of DISGUISED_BYTES_MAX bytes; empty if it is longer. */
static Str disguise_plain(const Language *language, Str name, char *to)
{
    Word word = {.ptr = to};
    size_t at = 0;
    take_word(forms_of(language), name, &at, &word);
    return word.full || at < name.len ? (Str){0} : (Str){to, word.len};
}

bool disguise_is_wide(const Language *language, Str name)
{
    bool wide = false;
    for (size_t i = 0; i < name.len; i++)
        wide = wide || (unsigned char)name.ptr[i] >= 0x80;
    return wide && forms_of(language).normal;
}

typedef struct Finding {
    Str text, name, plain;
    size_t found;
} Finding;

static void compare(void *context, const DisguisedWord *word)
{
    Finding *finding = context;
    Str raw = str_slice(finding->text, word->start, word->end);
    if (finding->found == STR_NONE && str_equal(word->plain, finding->plain) &&
        !str_equal(raw, finding->name))
        finding->found = word->start;
}

size_t disguise_find(const Language *language, Str text, Str name, size_t at)
{
    char plain[DISGUISED_BYTES_MAX];
    Finding finding = {str_from_offset(text, at), name, disguise_plain(language, name, plain),
                       STR_NONE};
    if (!finding.plain.len)
        return STR_NONE;
    disguise_each(language, finding.text, disguise_is_wide(language, name), compare, &finding);
    return finding.found == STR_NONE ? STR_NONE : at + finding.found;
}

/* The main loop of the lexical tier: a switch over the class of each byte. Most bytes cost one
   table look-up; only words and a few marks call the code for the language's kind of blocks. */
#include "lang/lexical/lexical.h"

#include "base/hash.h"
#include "lang/language_cache.h"
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

#include <endian.h>

/* Initial size of the hash table of words, which grows fourfold. */
#define WORD_SLOTS_MIN 256
/* Lengths of keywords are bits of a 32-bit number. */
#define KEYWORD_BYTES_MAX 31

/* ---- set-up ---- */

static void set_class(Lexical *lexical, const char *bytes, ByteClass class)
{
    for (; *bytes; bytes++)
        lexical->class[(unsigned char)*bytes] = (uint8_t) class;
}

static void set_quotes(Lexical *lexical)
{
    Str rest = str_from(lexical->facts->quotes ? lexical->facts->quotes : "\""), quote;
    while (str_take_until(&rest, ' ', &quote) && lexical->quote_count < LEXICAL_QUOTES_MAX) {
        bool lines = quote.len > 1 && str_ends(quote, STR("*"));
        quote.len -= lines;
        lexical->quotes[lexical->quote_count++] = (LexicalQuote){quote, lines};
        lexical->class[(unsigned char)quote.ptr[0]] = BYTE_QUOTE;
    }
}

static void set_comments(Lexical *lexical, const Language *language)
{
    Str rest = str_from(language->line_comment), part;
    while (str_take_until(&rest, ' ', &part) && part.len &&
           lexical->line_comment_count < COUNT(lexical->line_comments)) {
        lexical->line_comments[lexical->line_comment_count++] = part;
        lexical->class[(unsigned char)part.ptr[0]] = BYTE_COMMENT;
    }
    rest = str_from(language->block_comment);
    if (str_take_until(&rest, ' ', &lexical->block_open) && lexical->block_open.len) {
        lexical->block_close = rest;
        lexical->class[(unsigned char)lexical->block_open.ptr[0]] = BYTE_COMMENT;
    }
}

static void set_keywords(Lexical *lexical)
{
    const LexicalKeyword *keyword = lexical->facts->keywords;
    for (; keyword && keyword->word; keyword++) {
        uint32_t len = (uint32_t)strlen(keyword->word);
        lexical->keyword_lengths[(unsigned char)keyword->word[0]] |= 1u << len;
    }
}

static void set_classes(Lexical *lexical, const Language *language)
{
    for (int i = 0x80; i < 0x100; i++)
        lexical->class[i] = BYTE_WORD;
    for (int i = 'a'; i <= 'z'; i++)
        lexical->class[i] = lexical->class[i - 'a' + 'A'] = BYTE_WORD;
    for (int i = '0'; i <= '9'; i++)
        lexical->class[i] = BYTE_DIGIT;
    lexical->class['_'] = BYTE_WORD;
    set_class(lexical, " \t\r\f\v", BYTE_BLANK);
    lexical->class['\n'] = BYTE_FEED;
    switch (lexical->facts->blocks) {
    case LEXICAL_WORDS: break;
    case LEXICAL_BRACES: set_class(lexical, "(){}[];=,:<", BYTE_ACTIVE); break;
    case LEXICAL_INDENT: set_class(lexical, "(){}[]<", BYTE_ACTIVE); break;
    case LEXICAL_PARENS:
        set_class(lexical, "()\\", BYTE_ACTIVE);
        set_class(lexical, "-+*/<>=!?&%$~^", BYTE_WORD);
        break;
    }
    if (lexical->facts->traits & LEXICAL_DOLLARS)
        lexical->class['$'] = BYTE_WORD;
    if (lexical->facts->traits & LEXICAL_OBJECTS)
        lexical->class['#'] = BYTE_WORD; /* private names */
    if (lexical->facts->traits & LEXICAL_DOTS)
        lexical->class['.'] = BYTE_WORD;
    if (lexical->facts->traits & LEXICAL_REGEX)
        lexical->class['/'] = BYTE_COMMENT;
    set_quotes(lexical);
    set_comments(lexical, language);
    set_keywords(lexical);
}

static void *set_up_language(Arena *arena, const Language *language)
{
    Lexical *lexical = NEW(arena, Lexical, 1);
    lexical->facts = &language->lexical;
    lexical->comments = &language->facts.comments;
    lexical->statement.start = LEXICAL_NONE;
    set_classes(lexical, language);
    return lexical;
}

Lexical *lexical_set_up(Arena *arena, const Language *language, Str text)
{
    static LanguageCache cache = LANGUAGE_CACHE_INIT;
    const Lexical *known = language_cached(&cache, language, set_up_language);
    Lexical *lexical = known ? arena_grow(arena, NULL, 0, sizeof(Lexical), _Alignof(Lexical))
                             : set_up_language(arena, language);
    if (known)
        memcpy(lexical, known, offsetof(Lexical, blocks));
    lexical->text = text;
    return lexical;
}

/* ---- words ---- */

const LexicalKeyword *lexical_keyword(const Lexical *lexical, Str word)
{
    const LexicalKeyword *keyword = lexical->facts->keywords;
    if (!word.len || word.len > KEYWORD_BYTES_MAX ||
        !(lexical->keyword_lengths[(unsigned char)word.ptr[0]] >> word.len & 1))
        return NULL;
    for (; keyword->word; keyword++)
        if (!strncmp(keyword->word, word.ptr, word.len) && !keyword->word[word.len])
            return keyword;
    return NULL;
}

size_t lexical_skip_blanks(const Lexical *lexical, size_t at)
{
    return skip_blanks(lexical->text, at, lexical->text.len);
}

size_t lexical_word_end(const Lexical *lexical, size_t at)
{
    while (lexical_is_word(lexical, at))
        at++;
    return at;
}

/* Hashes eight bytes at a time. The last load reads beyond the word if the text is long enough, and
   shifts the excess out. */
static uint64_t word_hash(Str text, size_t start, size_t len)
{
    const char *word = text.ptr + start;
    uint64_t hash = len, part = 0;
    for (; len >= sizeof part; word += sizeof part, len -= sizeof part) {
        memcpy(&part, word, sizeof part);
        hash = hash_mix(hash, le64toh(part));
    }
    part = 0;
    if ((size_t)(text.ptr + text.len - word) < sizeof part) {
        for (size_t i = 0; i < len; i++)
            part |= (uint64_t)(unsigned char)word[i] << 8 * i;
    } else if (len) {
        memcpy(&part, word, sizeof part);
        part = le64toh(part) << 8 * (sizeof part - len) >> 8 * (sizeof part - len);
    }
    return hash_mix(hash_mix(hash, part), 0x2545F4914F6CDD1Du);
}

static void grow_slots(Lexical *lexical)
{
    size_t count = lexical->slot_count ? lexical->slot_count * 4 : WORD_SLOTS_MIN;
    lexical->slots = NEW(lexical->scratch, uint32_t, count);
    lexical->slot_count = count;
    for (size_t i = 0; i < lexical->words->len; i++) {
        size_t slot = lexical->words->ptr[i].hash & (count - 1);
        while (lexical->slots[slot])
            slot = (slot + 1) & (count - 1);
        lexical->slots[slot] = (uint32_t)i + 1;
    }
}

static void add_word(Lexical *lexical, size_t start, size_t len)
{
    if (lexical->text.ptr[start] == '$' || lexical->text.ptr[start] == '#') {
        start++;
        len--;
    }
    if (lexical->words->len * 2 >= lexical->slot_count)
        grow_slots(lexical);
    uint64_t hash = word_hash(lexical->text, start, len);
    size_t mask = lexical->slot_count - 1, slot = hash & mask;
    for (; lexical->slots[slot]; slot = (slot + 1) & mask) {
        LexicalWord *word = &lexical->words->ptr[lexical->slots[slot] - 1];
        if (word->hash == hash) {
            word->count++;
            return;
        }
    }
    LexicalWord *word = VEC_PUSH(lexical->scan->arena, lexical->words);
    *word = (LexicalWord){hash, (uint32_t)start, (uint32_t)len, 1};
    lexical->slots[slot] = (uint32_t)lexical->words->len;
}

/* ---- the loop ---- */

static size_t take_word(Lexical *lexical, size_t start)
{
    const char *text = lexical->text.ptr;
    size_t len = lexical->text.len, end = start + 1;
    while (end < len) {
        uint8_t class = lexical->class[(unsigned char)text[end]];
        if (class != BYTE_WORD && class != BYTE_DIGIT)
            break;
        end++;
    }
    if (lexical->words && end - start > 1)
        add_word(lexical, start, end - start);
    Span word = {(uint32_t)start, (uint32_t)end};
    if (lexical->facts->blocks == LEXICAL_BRACES) {
        lexical->statement.start = MIN(lexical->statement.start, (uint32_t)start);
        const LexicalKeyword *keyword = lexical_keyword(lexical, lexical_str(lexical, word));
        if (keyword)
            braces_keyword(lexical, keyword, word);
    }
    lexical->word = word;
    lexical->previous = 'a';
    lexical->last_end = (uint32_t)end;
    if (lexical_has(lexical, LEXICAL_RAW) && (text[end - 1] == 'r' || text[end - 1] == 'R') &&
        end - start <= 3)
        end = lexical_skip_raw(lexical, end);
    return end;
}

static size_t take_punct(Lexical *lexical, size_t at)
{
    lexical->previous = lexical->text.ptr[at];
    lexical->last_end = (uint32_t)at + 1;
    return at + 1;
}

static size_t take_quote(Lexical *lexical, size_t at)
{
    size_t end = lexical_skip_string(lexical, at);
    if (lexical->facts->blocks == LEXICAL_BRACES)
        lexical->statement.start = MIN(lexical->statement.start, (uint32_t)at);
    if (lexical_has(lexical, LEXICAL_OBJECTS) && end - at > 2)
        lexical->word = (Span){(uint32_t)at + 1, (uint32_t)end - 1}; /* may be a key */
    lexical->previous = '"';
    lexical->last_end = (uint32_t)end;
    return end;
}

static size_t take_number(Lexical *lexical, size_t at)
{
    size_t end = lexical_word_end(lexical, at);
    if (lexical_has(lexical, LEXICAL_OBJECTS))
        lexical->word = (Span){(uint32_t)at, (uint32_t)end};
    lexical->previous = '0';
    lexical->last_end = (uint32_t)end;
    return end;
}

static size_t take_comment(Lexical *lexical, size_t at)
{
    size_t end = lexical_skip_comment(lexical, at);
    if (end > at)
        return end;
    end = lexical_skip_regex(lexical, at);
    if (end == at)
        return take_punct(lexical, at);
    lexical->previous = '"';
    lexical->last_end = (uint32_t)end;
    return end;
}

static size_t take_active(Lexical *lexical, size_t at)
{
    char c = lexical->text.ptr[at];
    if (c == '<') {
        char next = lexical_byte(lexical, at + 1);
        if (lexical_has(lexical, LEXICAL_HEREDOC) && next == '<')
            lexical_note_heredoc(lexical, at);
        if (lexical->facts->blocks == LEXICAL_BRACES && next == '-')
            braces_assign(lexical, at + 2);
    } else if (c == '[' && lexical_has(lexical, LEXICAL_LONG) &&
               lexical_skip_long(lexical, at) > at) {
        return lexical_skip_long(lexical, at);
    } else if (lexical->facts->blocks == LEXICAL_PARENS) {
        return parens_punct(lexical, at);
    } else if (lexical->facts->blocks == LEXICAL_BRACES) {
        return braces_punct(lexical, at);
    } else if (byte_in(c, "([{")) {
        lexical->parens++;
    } else if (byte_in(c, ")]}") && lexical->parens) {
        lexical->parens--;
    }
    return take_punct(lexical, at);
}

static size_t take_feed(Lexical *lexical, size_t at)
{
    if (lexical->facts->blocks == LEXICAL_BRACES)
        braces_feed(lexical, at);
    return lexical_begin_line(lexical, at + 1);
}

static size_t take_one(Lexical *lexical, size_t at)
{
    switch ((ByteClass)lexical->class[(unsigned char)lexical->text.ptr[at]]) {
    case BYTE_BLANK: break;
    case BYTE_FEED: return take_feed(lexical, at);
    case BYTE_WORD: return take_word(lexical, at);
    case BYTE_DIGIT: return take_number(lexical, at);
    case BYTE_QUOTE: return take_quote(lexical, at);
    case BYTE_COMMENT: return take_comment(lexical, at);
    case BYTE_ACTIVE: return take_active(lexical, at);
    case BYTE_PUNCT: return take_punct(lexical, at);
    }
    do
        at++;
    while (at < lexical->text.len &&
           lexical->class[(unsigned char)lexical->text.ptr[at]] == BYTE_BLANK);
    return at;
}

static void read_text(Lexical *lexical)
{
    size_t at = lexical_begin_line(lexical, 0);
    while (at < lexical->text.len)
        at = take_one(lexical, at);
    if (lexical->facts->blocks == LEXICAL_BRACES)
        braces_end(lexical);
    if (lexical->facts->blocks == LEXICAL_INDENT)
        indent_end(lexical);
}

bool lexical_is_known(const Language *language)
{
    return language->lexical.blocks != LEXICAL_WORDS;
}

void lexical_scan(Arena *arena, Arena scratch, const Language *language, Str text, Outline *outline,
                  LexicalWords *words)
{
    OutlineOptions options = {0};
    *outline = (Outline){.language = language, .engine = ENGINE_LEXICAL};
    if (words)
        *words = (LexicalWords){0};
    Scan *scan = NEW(&scratch, Scan, 1);
    *scan = (Scan){.arena = arena, .text = text, .outline = outline, .options = &options};
    scan->time.look_ms = INT64_MAX;
    Lexical *lexical = lexical_set_up(&scratch, language, text);
    lexical->scan = scan;
    lexical->words = words;
    lexical->scratch = &scratch;
    scan->scratch = scratch;
    read_text(lexical);
    scan_close_to(scan, 0, text.len);
    outline->line_count = text.len ? scan_line(scan, text.len) : 0;
    outline->line_count -= text.len && text.ptr[text.len - 1] == '\n';
}

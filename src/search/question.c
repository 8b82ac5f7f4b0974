/* A question is split into terms with the evidence that each is: a word, an identifier, a path, a
   pair of words that may be one name. Fillers are dropped. Words that mean about the same are added
   from the built-in word vectors, with less weight. */
#include "search/question.h"

#include "base/limits.h"
#include "base/path.h"
#include "search/synonyms.h"
#include "text/word_number.h"
#include "text/word_vectors.h"

/* Kinds of declarations, which a question adds to a name: `struct client`. */
static const char *const kinds[] = {
    "class",    "struct", "type",  "interface", "enum",     "trait", "union",
    "function", "method", "macro", "constant",  "variable", "field", "module",
};

/* Possible stems of a participle. */
#define VERBS_MAX 3

/* ---- terms ---- */

typedef struct Reading {
    Arena *arena;
    Question *question;
    TermSet common, kinds;
    Str last_word; /* the previous word, if only filler follows it */
    uint16_t last; /* its number + 1 */
} Reading;

static uint16_t put_term(Reading *reading, QuestionTerm term)
{
    Question *question = reading->question;
    for (size_t i = 0; i < question->terms.len; i++)
        if (question->terms.ptr[i].term == term.term)
            return (uint16_t)(i + 1);
    if (question->terms.len >= QUESTION_TERMS_MAX)
        return 0;
    *VEC_PUSH(reading->arena, &question->terms) = term;
    return (uint16_t)question->terms.len;
}

static Str lowered(Str word, char room[TERM_WORD_BYTES_MAX])
{
    word = str_slice(word, 0, TERM_WORD_BYTES_MAX);
    for (size_t i = 0; i < word.len; i++)
        room[i] = byte_is_alpha(word.ptr[i]) ? (char)(word.ptr[i] | 0x20) : word.ptr[i];
    return (Str){room, word.len};
}

static uint32_t name_of_both(Arena scratch, Str before, const char *word, size_t len)
{
    return term_of_name(str_join(&scratch, before, (Str){word, len}));
}

/* `rate limiters` may be a RateLimiter. */
static void put_pair(Reading *reading, Str before, Str word)
{
    Arena scratch SCOPED(arena_close) = {0};
    char room[TERM_WORD_BYTES_MAX];
    WordNumbers first = word_numbers(before), second = word_numbers(word);
    Str one = {first.one, first.one_len};
    arena_open(&scratch, 64 * KB);
    Str both = str_join(&scratch, one, lowered(word, room));
    if (both.len > TERM_WORD_BYTES_MAX)
        return;
    put_term(reading,
             (QuestionTerm){.term = term_of_word(both),
                            .name = name_of_both(scratch, one, second.one, second.one_len),
                            .plural = name_of_both(scratch, one, second.many, second.many_len),
                            .kind = QUESTION_PAIR,
                            .word = {before.ptr, (size_t)(word.ptr + word.len - before.ptr)}});
}

/* Possible stems of a verb's participle: `dropped` from drop, `validated` from validate. */
static size_t verbs_of(Str word, char verbs[VERBS_MAX][TERM_WORD_BYTES_MAX], size_t lens[VERBS_MAX])
{
    char room[TERM_WORD_BYTES_MAX];
    Str low = lowered(word, room);
    size_t count = 0, stem = low.len - MIN(low.len, (size_t)2);
    if (low.len < 5 || !str_ends(low, STR("ed")))
        return 0;
    bool doubled = low.ptr[stem - 1] == low.ptr[stem - 2];
    bool changed = low.ptr[stem - 1] == 'i';
    const size_t cuts[VERBS_MAX] = {stem, stem + 1, stem - 1};
    for (size_t i = 0; i < (doubled ? 3u : changed ? 1u : 2u); i++) {
        memcpy(verbs[count], low.ptr, cuts[i]);
        if (changed)
            verbs[count][stem - 1] = 'y';
        lens[count++] = cuts[i];
    }
    return count;
}

/* `a password is validated` may be answered by validatePassword. */
static void put_deed(Reading *reading, Str before, Str word)
{
    Arena scratch SCOPED(arena_close) = {0};
    char verbs[VERBS_MAX][TERM_WORD_BYTES_MAX];
    size_t lens[VERBS_MAX], count = verbs_of(word, verbs, lens);
    WordNumbers noun = word_numbers(before);
    arena_open(&scratch, 64 * KB);
    for (size_t i = 0; i < count; i++) {
        Str verb = {verbs[i], lens[i]};
        Str both = str_join(&scratch, verb, (Str){noun.one, noun.one_len});
        if (both.len > TERM_WORD_BYTES_MAX)
            return;
        put_term(reading,
                 (QuestionTerm){.term = term_of_word(both),
                                .name = term_of_name(both),
                                .plural = name_of_both(scratch, verb, noun.many, noun.many_len),
                                .kind = QUESTION_PAIR,
                                .word = {before.ptr, (size_t)(word.ptr + word.len - before.ptr)}});
    }
}

/* Words that neither ask for anything nor exclude anything. */
static const char *const fillers[] = {
    "a",     "an",    "the",  "this", "that",  "these", "those",  "it",     "its",    "is",
    "are",   "was",   "were", "be",   "been",  "being", "do",     "does",   "did",    "can",
    "could", "would", "will", "i",    "me",    "my",    "we",     "us",     "our",    "you",
    "your",  "there", "what", "how",  "where", "which", "please", "kindly", "thanks",
};

bool question_is_filler(Str word)
{
    for (size_t i = 0; i < COUNT(fillers); i++)
        if (str_equal_nocase(word, str_from(fillers[i])))
            return true;
    return false;
}

static bool is_among(Str word, const char *const *words)
{
    for (; *words; words++)
        if (str_equal_nocase(word, str_from(*words)))
            return true;
    return false;
}

static Str take_word(Str *text)
{
    size_t start = 0, end;
    while (start < text->len && !byte_is_word(text->ptr[start]))
        start++;
    for (end = start; end < text->len && byte_is_word(text->ptr[end]); end++)
        continue;
    Str word = str_slice(*text, start, end);
    *text = str_from_offset(*text, end);
    return word;
}

/* The question without the words that only ask for an answer: `show me`, `could you find the`, `I
   want to see the`. They end with a word that points at something, since `list nodes` asks about
   lists, and with what follows that word in `help me understand`. */
static Str without_request(Str text)
{
    static const char *const verbs[] = {
        "show",  "give",    "display",   "list",   "print", "tell", "get",     "see",
        "look",  "help",    "want",      "need",   "like",  "know", "walk",    "take",
        "learn", "looking", "searching", "trying", "am",    "m",    "present", NULL};
    static const char *const later[] = {"find", "search", "locate", NULL};
    static const char *const links[] = {"to", "at", "for", "about", "through", "by", NULL};
    static const char *const pointers[] = {"me",   "us",    "the", "a",   "an",   "all", "every",
                                           "each", "where", "how", "why", "what", "any", NULL};
    static const char *const inward[] = {"understand", "know", "learn", NULL};
    Str left = text, rest = text, word = take_word(&rest);
    bool asks = false, begun = false;
    for (; word.len; begun = true) {
        bool verb = is_among(word, verbs) || (begun && is_among(word, later));
        if (!verb && !question_is_filler(word) && !is_among(word, pointers) &&
            !(asks && is_among(word, links)))
            break;
        asks = asks || verb;
        left = asks && is_among(word, pointers) ? rest : left;
        word = take_word(&rest);
    }
    Str after = left;
    if (left.len < text.len && is_among(take_word(&after), inward))
        left = after;
    after = left;
    bool about = left.len < text.len && is_among(take_word(&after), links);
    return about ? after : left;
}

/* Whether two words count as adjacent: only white space, quotes and fillers lie between, or a
   single joining mark. */
static bool is_near(const char *end, const char *start)
{
    bool space = false;
    if (start <= end)
        return false;
    if (start == end + 1 && byte_in(*end, "-/"))
        return true;
    while (end < start) {
        const char *word = end;
        while (end < start && byte_is_word(*end))
            end++;
        Str between = {word, (size_t)(end - word)};
        bool owner = str_equal(between, STR("s")) && word[-1] == '\'';
        if (between.len && !owner && !question_is_filler(between))
            return false;
        if (!between.len && !byte_is_space(*end) && !byte_in(*end, "\"'`"))
            return false;
        space = space || (!between.len && byte_is_space(*end));
        end += !between.len;
    }
    return space;
}

static void note_term(void *context, uint32_t term, Str word, bool joined)
{
    Reading *reading = context;
    if (!joined && question_is_filler(word))
        return;
    if (term_set_has(reading->common, term)) {
        reading->last = 0;
        return;
    }
    QuestionTermKind kind = joined ? QUESTION_IDENTIFIER : QUESTION_WORD;
    uint32_t name = term_of_name(word);
    uint16_t number =
        put_term(reading, (QuestionTerm){.term = term,
                                         .name = name,
                                         .plural = name,
                                         .kind = kind,
                                         .is_kind = !joined && term_set_has(reading->kinds, term),
                                         .word = word});
    if (joined)
        return;
    if (reading->last && number && number != reading->last &&
        is_near(reading->last_word.ptr + reading->last_word.len, word.ptr)) {
        put_pair(reading, reading->last_word, word);
        put_deed(reading, reading->last_word, word);
    }
    reading->last = number;
    reading->last_word = word;
}

/* ---- places ---- */

static bool is_path_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "./-+@");
}

static uint32_t line_behind(Str rest)
{
    static const Str marks[] = {STR_INIT(":"), STR_INIT("\", line "), STR_INIT("#L")};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_starts(rest, marks[i])) {
            uint64_t line = 0;
            rest = str_from_offset(rest, marks[i].len);
            size_t len = 0;
            while (len < rest.len && byte_is_digit(rest.ptr[len]))
                len++;
            return str_parse_u64(str_slice(rest, 0, len), &line) && line <= UINT32_MAX
                       ? (uint32_t)line
                       : 0;
        }
    return 0;
}

/* A name with an alphanumeric extension, `x.ts`, with or without directories. */
static bool is_path(Str text)
{
    Str name = path_base(text);
    size_t dot = str_find_last_byte(name, '.');
    if (dot == STR_NONE || !dot || name.len - dot < 2 || name.len - dot > 6)
        return false;
    for (size_t i = dot + 1; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]) && !byte_is_digit(name.ptr[i]))
            return false;
    return str_find_byte(text, '/') != STR_NONE || byte_is_alpha(name.ptr[dot + 1]);
}

static void take_places(Arena *arena, Question *question, Str text)
{
    for (size_t i = 0; i < text.len;) {
        size_t start = i;
        while (i < text.len && is_path_byte(text.ptr[i]))
            i++;
        Str word = str_slice(text, start, i);
        while (word.len && word.ptr[word.len - 1] == '.')
            word.len--;
        if (word.len > 2 && is_path(word))
            *VEC_PUSH(arena, &question->places) =
                (QuestionPlace){word, line_behind(str_from_offset(text, start + word.len))};
        i += i == start;
    }
}

static bool names(const Question *question, const char *const *words, size_t count)
{
    for (size_t i = 0; i < question->terms.len; i++)
        for (size_t k = 0; k < count; k++)
            if (question->terms.ptr[i].kind == QUESTION_WORD &&
                question->terms.ptr[i].term == term_of_word(str_from(words[k])))
                return true;
    return false;
}

/* Whether it is part of an identifier, which is taken as written. */
static bool is_part(const Question *question, Str word)
{
    for (size_t i = 0; i < question->terms.len; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        if (term->kind == QUESTION_IDENTIFIER && word.ptr >= term->word.ptr &&
            word.ptr < term->word.ptr + term->word.len)
            return true;
    }
    return false;
}

/* A question of one word may mean exactly that name, so it gets no other number. */
static void take_both_numbers(Question *question)
{
    size_t words = 0;
    for (size_t i = 0; i < question->terms.len; i++)
        words += question->terms.ptr[i].kind == QUESTION_WORD;
    for (size_t i = 0; i < question->terms.len && words > 1; i++) {
        QuestionTerm *term = &question->terms.ptr[i];
        if (term->kind != QUESTION_WORD || is_part(question, term->word))
            continue;
        WordNumbers numbers = word_numbers(term->word);
        term->name = term_of_name((Str){numbers.one, numbers.one_len});
        term->plural = term_of_name((Str){numbers.many, numbers.many_len});
    }
}

Question question_read(Arena *arena, Arena scratch, Str text)
{
    static const char *const tests[] = {"test", "spec", "fixture", "mock", "benchmark"};
    static const char *const docs[] = {"documentation", "docs",     "readme",
                                       "changelog",     "tutorial", "example"};
    static const char *const platforms[] = {"windows", "win",   "win32", "os390", "zos",
                                            "sunos",   "aix",   "plan9", "vms",   "cygwin",
                                            "solaris", "haiku", "mingw", "iocp",  "os2"};
    Question question = {.text = text};
    Reading reading = {.arena = arena,
                       .question = &question,
                       .common = terms_common(&scratch),
                       .kinds = terms_of_words(&scratch, kinds, COUNT(kinds))};
    terms_visit(without_request(text), note_term, &reading);
    if (!question.terms.len)
        terms_visit(text, note_term, &reading);
    take_both_numbers(&question);
    if (!question.terms.len && text.len) /* too short for a word, but not for a name: `g`, `_` */
        put_term(&reading, (QuestionTerm){.term = term_of_name(text),
                                          .name = term_of_name(text),
                                          .plural = term_of_name(text),
                                          .kind = QUESTION_WORD,
                                          .word = text});
    take_places(arena, &question, text);
    question.asks_for_tests = names(&question, tests, COUNT(tests));
    question.asks_for_platform = names(&question, platforms, COUNT(platforms));
    question.asks_for_docs = names(&question, docs, COUNT(docs));
    return question;
}

/* ---- further words ---- */

static void note_also(void *context, uint32_t term, Str word, bool joined)
{
    Reading *reading = context;
    uint32_t name = term_of_name(word);
    if (!joined && (question_is_filler(word) || term_set_has(reading->common, term)))
        return;
    put_term(reading,
             (QuestionTerm){
                 .term = term, .name = name, .plural = name, .kind = QUESTION_ALSO, .word = word});
}

void question_add(Arena *arena, Question *question, Str words)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Reading reading = {.arena = arena, .question = question, .common = terms_common(&scratch)};
    terms_visit(words, note_also, &reading);
}

/* ---- words of similar meaning ---- */

/* Words that one word of a question adds. */
#define NEAR_MAX 4
/* Below this cosine, words are only about the same subject. */
#define NEAR_COSINE 0.55

typedef struct NearTerm {
    uint32_t term;
    double cosine;
} NearTerm;

/* Fills in the nearest terms, best first. */
static void find_near(uint32_t term, NearTerm near[NEAR_MAX])
{
    const int8_t *own = word_vector_of_term(term);
    for (size_t i = 0; own && i < word_vector_count(); i++) {
        double cosine = word_vector_cosine_from(own, word_vector_at(i), NEAR_COSINE);
        size_t at = NEAR_MAX - 1;
        if (cosine <= near[at].cosine || word_vector_term(i) == term)
            continue;
        for (; at && near[at - 1].cosine < cosine; at--)
            near[at] = near[at - 1];
        near[at] = (NearTerm){word_vector_term(i), cosine};
    }
}

static void put_synonym(void *context, uint32_t term)
{
    Reading *reading = context;
    const QuestionTerm *of = &reading->question->terms.ptr[reading->last];
    put_term(reading, (QuestionTerm){.term = term,
                                     .kind = QUESTION_SYNONYM,
                                     .word = of->word,
                                     .first = reading->last,
                                     .nearness = 1});
}

static void widen(Reading *reading, size_t number)
{
    const QuestionTerm *term = &reading->question->terms.ptr[number];
    NearTerm near[NEAR_MAX] = {0};
    Str word = term->word;
    find_near(term->term, near);
    for (size_t i = 0; i < NEAR_MAX && near[i].cosine > 0; i++)
        put_term(reading, (QuestionTerm){.term = near[i].term,
                                         .kind = QUESTION_NEAR,
                                         .word = word,
                                         .first = (uint16_t)number,
                                         .nearness = (float)near[i].cosine});
}

void question_widen(Arena *arena, Question *question)
{
    Reading reading = {.arena = arena, .question = question};
    size_t count = question->terms.len;
    for (size_t i = 0; i < count; i++) {
        reading.last = (uint16_t)i;
        if (question->terms.ptr[i].kind == QUESTION_WORD)
            synonyms_visit(question->terms.ptr[i].term, put_synonym, &reading);
    }
    for (size_t i = 0; i < count; i++)
        if (question->terms.ptr[i].kind == QUESTION_WORD)
            widen(&reading, i);
}

/* Each line becomes two sets of words: the words in it, and the words with a synonym in it. Sums
   over unions of such sets are the evidence. */
#include "search/rank_text.h"

#include "base/hash.h"

/* Lines of a passage: about what one reads at a glance. */
#define PASSAGE_LINES 15
/* Lines between two best ones: closer ones are one place. */
#define LINES_BETWEEN 12
/* Worth of a word that a chosen line has already, and the least that a further line must add. */
#define KNOWN_WORTH 0.5F
#define GAIN_MIN 0.1F
/* Lines of a signature. */
#define HEAD_LINES 2
/* Worth of a synonym. */
#define SYNONYM_WORTH 0.6F
/* Only the beginning of longer texts is read. */
#define LINES_MAX 1200
/* Words of a question that are looked for in literals, and the fewest in a row that count. */
#define RUN_WORDS_MAX 128
#define RUN_MIN 3
/* A run of this length is as good as any. */
#define RUN_FULL 8
#define SLOTS 256

typedef struct WordSet {
    uint64_t exact, alike;
} WordSet;

/* The words of a declaration's lines. */
typedef struct LineWords {
    WordSet *words;
    size_t count;
    size_t named;   /* index of the line that names it */
    uint32_t first; /* number of the first line */
    WordSet head;   /* words of its signature */
} LineWords;

typedef struct AskedSlot {
    uint32_t term;
    WordSet words; /* empty: free */
} AskedSlot;

struct RankAsked {
    AskedSlot slots[SLOTS];
    float shares[QUESTION_TERMS_MAX];
    uint64_t joined;             /* bits of identifiers and pairs of words */
    uint64_t run[RUN_WORDS_MAX]; /* hashes of all words in their order */
    size_t run_len;
};

/* ---- the question ---- */

static AskedSlot *slot_of(const RankAsked *asked, uint32_t term)
{
    size_t at = term % SLOTS;
    while ((asked->slots[at].words.exact | asked->slots[at].words.alike) &&
           asked->slots[at].term != term)
        at = (at + 1) % SLOTS;
    return (AskedSlot *)&asked->slots[at];
}

/* The next word of letters and digits; its hash does not depend on case. */
static bool take_run_word(Str *text, uint64_t *hash)
{
    size_t start = 0, end;
    while (start < text->len && !byte_is_alpha(text->ptr[start]) &&
           !byte_is_digit(text->ptr[start]))
        start++;
    for (end = start;
         end < text->len && (byte_is_alpha(text->ptr[end]) || byte_is_digit(text->ptr[end])); end++)
        continue;
    if (end == start)
        return false;
    *hash = hash_nocase(str_slice(*text, start, end));
    *text = str_from_offset(*text, end);
    return true;
}

RankAsked *rank_asked(Arena *arena, const Question *question, const Ranking *ranking)
{
    RankAsked *asked = NEW(arena, RankAsked, 1);
    Str rest = question->text;
    memcpy(asked->shares, ranking->shares, sizeof asked->shares);
    for (size_t i = 0; i < question->terms.len; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        AskedSlot *slot = slot_of(asked, term->term);
        slot->term = term->term;
        if (term->kind == QUESTION_IDENTIFIER || term->kind == QUESTION_PAIR)
            asked->joined |= UINT64_C(1) << i;
        if (term->kind <= QUESTION_ALSO)
            slot->words.exact |= UINT64_C(1) << i;
        else if (term->kind == QUESTION_SYNONYM)
            slot->words.alike |= UINT64_C(1) << term->first;
    }
    while (asked->run_len < RUN_WORDS_MAX && take_run_word(&rest, &asked->run[asked->run_len]))
        asked->run_len++;
    return asked;
}

/* ---- lines ---- */

typedef struct LineLook {
    const RankAsked *asked;
    WordSet words;
} LineLook;

static void look_at_word(void *context, uint32_t term, Str word, bool joined)
{
    LineLook *look = context;
    (void)word;
    (void)joined;
    const AskedSlot *slot = slot_of(look->asked, term);
    look->words.exact |= slot->words.exact;
    look->words.alike |= slot->words.alike;
}

static WordSet words_of(const RankAsked *asked, Str text)
{
    LineLook look = {.asked = asked};
    terms_visit(text, look_at_word, &look);
    return look.words;
}

static WordSet join(WordSet a, WordSet b)
{
    return (WordSet){a.exact | b.exact, a.alike | b.alike};
}

static float worth_of(const RankAsked *asked, WordSet words)
{
    float sum = 0;
    uint64_t alike = words.alike & ~words.exact;
    for (uint64_t left = words.exact; left; left &= left - 1)
        sum += asked->shares[__builtin_ctzll(left)];
    for (; alike; alike &= alike - 1)
        sum += SYNONYM_WORTH * asked->shares[__builtin_ctzll(alike)];
    return sum;
}

static float best_passage(const RankAsked *asked, const WordSet *lines, size_t count)
{
    float best = 0;
    for (size_t i = 0; i < count; i++) {
        WordSet words = {0};
        for (size_t k = i; k < MIN(i + PASSAGE_LINES, count); k++)
            words = join(words, lines[k]);
        best = MAX(best, worth_of(asked, words));
        if (i + PASSAGE_LINES >= count)
            break;
    }
    return best;
}

/* ---- string literals ---- */

/* Finds the longest run of the question's words in the literals of a text. Literals with nothing
   but marks between them are one. */
typedef struct RunLook {
    const RankAsked *asked;
    uint8_t before[RUN_WORDS_MAX + 1], here[RUN_WORDS_MAX + 1];
    uint8_t best;
} RunLook;

static void look_at_run(RunLook *look, Str literal)
{
    uint64_t hash;
    while (take_run_word(&literal, &hash)) {
        for (size_t i = 0; i < look->asked->run_len; i++) {
            bool same = look->asked->run[i] == hash;
            look->here[i + 1] = same ? (uint8_t)(look->before[i] + 1) : 0;
            look->best = MAX(look->best, look->here[i + 1]);
        }
        memcpy(look->before, look->here, sizeof look->before);
    }
}

static size_t literal_end(Str text, size_t start)
{
    size_t i = start + 1;
    for (; i < text.len && text.ptr[i] != text.ptr[start] && text.ptr[i] != '\n'; i++)
        i += text.ptr[i] == '\\' && i + 1 < text.len;
    return MIN(i, text.len);
}

/* `*end`: offset at which the literal with the longest run ends. */
static float quoted_share(const RankAsked *asked, Str text, size_t *end)
{
    RunLook look = {.asked = asked};
    for (size_t i = 0; i < text.len && asked->run_len >= RUN_MIN; i++) {
        if (byte_in(text.ptr[i], "\"'`")) {
            size_t close = literal_end(text, i);
            uint8_t before = look.best;
            look_at_run(&look, str_slice(text, i + 1, close));
            *end = look.best > before ? close : *end;
            i = close;
        } else if (byte_is_word(text.ptr[i])) {
            memset(look.before, 0, sizeof look.before);
        }
    }
    float more = (float)(MIN(look.best, RUN_FULL) + 1 - RUN_MIN);
    return look.best < RUN_MIN ? 0 : more / (RUN_FULL + 1 - RUN_MIN);
}

/* ---- the best lines ---- */

/* What a line adds to those that are chosen already: words that they have count half. */
static float gain_of(const RankAsked *asked, WordSet words, WordSet shown)
{
    WordSet again = {words.exact & (shown.exact | shown.alike),
                     words.alike & (shown.exact | shown.alike)};
    return worth_of(asked, words) - KNOWN_WORTH * worth_of(asked, again);
}

static bool is_near(const uint32_t *found, size_t count, uint32_t line)
{
    for (size_t i = 0; i < count; i++)
        if (line + LINES_BETWEEN > found[i] && found[i] + LINES_BETWEEN > line)
            return true;
    return false;
}

/* The best lines behind the head, which is shown anyway; `quoted`, if any, is the first of them. */
static void choose_lines(const RankAsked *asked, const LineWords *lines, uint32_t quoted,
                         uint32_t *found)
{
    WordSet shown = lines->head;
    size_t count = 0;
    if (quoted)
        found[count++] = quoted;
    for (; count < RANK_LINES_MAX; count++) {
        float best = count ? GAIN_MIN : 0;
        size_t at = lines->count;
        for (size_t i = lines->named; i < lines->count; i++) {
            float gain = gain_of(asked, lines->words[i], shown);
            if (gain <= best || is_near(found, count, lines->first + (uint32_t)i))
                continue;
            best = gain;
            at = i;
        }
        if (at == lines->count)
            return;
        found[count] = lines->first + (uint32_t)at;
        shown = join(shown, lines->words[at]);
    }
}

/* ---- all ---- */

static float best_line(const RankAsked *asked, const LineWords *lines)
{
    float best = 0;
    for (size_t i = 0; i < lines->count; i++)
        best = MAX(best, worth_of(asked, lines->words[i]));
    return best;
}

static uint32_t line_at(const RankText *text, size_t offset)
{
    uint32_t line = text->first;
    for (size_t i = 0; i < offset; i++)
        line += text->text.ptr[i] == '\n';
    return line;
}

void rank_read(const RankAsked *asked, Arena scratch, const RankText *text,
               RankedDeclaration *declaration)
{
    LineWords lines = {.words = NEW(&scratch, WordSet, LINES_MAX),
                       .first = text->first,
                       .named = text->named - text->first};
    float *evidence = declaration->evidence;
    Str rest = text->text, line;
    size_t quoted = 0;
    for (; lines.count < LINES_MAX && str_take_line(&rest, &line); lines.count++) {
        lines.words[lines.count] = words_of(asked, line);
        if (lines.count == lines.named) // what it declares is other evidence than what it uses
            lines.words[lines.count].exact &= ~asked->joined;
        if (lines.count >= lines.named && lines.count < lines.named + HEAD_LINES)
            lines.head = join(lines.head, lines.words[lines.count]);
    }
    evidence[DECLARATION_HEAD] = worth_of(asked, lines.head);
    WordSet name = words_of(asked, text->name);
    name.exact &= ~asked->joined;
    evidence[DECLARATION_NAME] = worth_of(asked, name);
    evidence[DECLARATION_PASSAGE] = best_passage(asked, lines.words, lines.count);
    evidence[DECLARATION_LINE] = best_line(asked, &lines);
    evidence[DECLARATION_QUOTED] = quoted_share(asked, text->text, &quoted);
    choose_lines(asked, &lines, evidence[DECLARATION_QUOTED] > 0 ? line_at(text, quoted) : 0,
                 declaration->lines);
}

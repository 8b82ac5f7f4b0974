/* Each line becomes two sets of words: the words in it, and the words with a synonym in it. Sums
   over unions of such sets are the evidence. */
#include "search/rank_text.h"

#include "base/hash.h"

/* Lines of a passage: about what one reads at a glance. */
#define PASSAGE_LINES 15
/* Lines between two best ones: closer ones are one place. */
#define LINES_BETWEEN 12
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

typedef struct AskedSlot {
    uint32_t term;
    WordSet words; /* empty: free */
} AskedSlot;

struct RankAsked {
    AskedSlot slots[SLOTS];
    float shares[QUESTION_TERMS_MAX];
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
        if (term->kind == QUESTION_WORD)
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

static float quoted_share(const RankAsked *asked, Str text)
{
    RunLook look = {.asked = asked};
    for (size_t i = 0; i < text.len && asked->run_len >= RUN_MIN; i++) {
        if (byte_in(text.ptr[i], "\"'`")) {
            size_t end = literal_end(text, i);
            look_at_run(&look, str_slice(text, i + 1, end));
            i = end;
        } else if (byte_is_word(text.ptr[i])) {
            memset(look.before, 0, sizeof look.before);
        }
    }
    return look.best < RUN_MIN ? 0 : (float)MIN(look.best, RUN_FULL) / RUN_FULL;
}

/* ---- all ---- */

/* Notes the best line, and the best of those that are not next to it. */
static void note_lines(const RankAsked *asked, const WordSet *lines, size_t count, uint32_t first,
                       RankedDeclaration *declaration)
{
    float best[RANK_LINES_MAX] = {0};
    uint32_t *found = declaration->lines;
    for (size_t k = 0; k < RANK_LINES_MAX; k++)
        for (size_t i = 0; i < count; i++) {
            uint32_t line = first + (uint32_t)i;
            float worth = worth_of(asked, lines[i]);
            bool near = k && line + LINES_BETWEEN > found[0] && found[0] + LINES_BETWEEN > line;
            if (worth <= best[k] || near)
                continue;
            best[k] = worth;
            found[k] = line;
        }
    declaration->evidence[DECLARATION_LINE] = best[0];
}

void rank_read(const RankAsked *asked, Arena scratch, const RankText *text,
               RankedDeclaration *declaration)
{
    WordSet *lines = NEW(&scratch, WordSet, LINES_MAX), head = {0};
    float *evidence = declaration->evidence;
    Str rest = text->text, line;
    size_t count = 0, named = text->named - text->first;
    for (; count < LINES_MAX && str_take_line(&rest, &line); count++) {
        lines[count] = words_of(asked, line);
        if (count >= named && count < named + HEAD_LINES)
            head = join(head, lines[count]);
    }
    note_lines(asked, lines, count, text->first, declaration);
    evidence[DECLARATION_HEAD] = worth_of(asked, head);
    evidence[DECLARATION_NAME] = worth_of(asked, words_of(asked, text->name));
    evidence[DECLARATION_PASSAGE] = best_passage(asked, lines, count);
    evidence[DECLARATION_QUOTED] = quoted_share(asked, text->text);
}

/* Whether any text can match an expression at all. A best-first search builds subjects character by
   character; PCRE2's partial matching says which of them a longer text could complete, and its
   callouts say how far into the expression they lead. If the search runs dry, nothing matches,
   since the tried characters represent all that the expression distinguishes. Where they may not
   (`\p`, `\x`, references, recursion), or the search is cut off, the result is unknown. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/hash.h"
#include "base/vec.h"
#include "text/pattern.h"

#include <pcre2.h>

/* Steps of the search and their lengths: some milliseconds for an expression without hits. */
#define WITNESS_CALLS_MAX 20000
#define WITNESS_NODES_MAX 2000
#define WITNESS_BYTES_MAX 400
#define LAST_ASCII 0x7F

typedef struct Node {
    Str subject;
    size_t start;    /* of the match; before it is context */
    size_t farthest; /* position in the expression that it leads to */
    bool spent;
} Node;

typedef struct Seen { /* of one subject: the items that PCRE2 tried at its end */
    size_t farthest;
    uint64_t hash;
} Seen;

typedef struct Witness {
    Arena *arena;
    pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    Seen seen; /* of the last call */
    VEC(Node) nodes;
    VEC(uint64_t) states; /* that were already reached */
    VEC(Str) letters;
    size_t calls, farthest;
    bool loops; /* equal states lead to equal matches */
} Witness;

static int note_callout(pcre2_callout_block *block, void *context)
{
    Seen *seen = context;
    if (block->current_position != block->subject_length)
        return 0;
    seen->farthest = MAX(seen->farthest, block->pattern_position);
    seen->hash = (seen->hash ^ block->pattern_position) * HASH_FNV_PRIME;
    return 0;
}

/* ---- expressions that the search can judge ---- */

/* Whether an escape tells characters apart that are not tried. */
static bool is_beyond(char letter)
{
    return !letter || byte_is_digit(letter) || byte_in(letter, "pPxoNcuULEQkgGXCKR");
}

static bool is_group_known(Str rest)
{
    static const char *const known[] = {"(?:", "(?=",  "(?!",     "(?<!", "(?>",
                                        "(?i", "(*F)", "(*FAIL)", "(?m",  "(?s"};
    if (rest.len < 2 || (rest.ptr[1] != '?' && rest.ptr[1] != '*'))
        return true;
    for (size_t i = 0; i < COUNT(known); i++)
        if (str_starts(rest, str_from(known[i])))
            return true;
    return false;
}

/* Whether it can be judged; *loops: it has no counted repeats and lookbehinds, which equal states
   do not show. */
static bool can_judge(Str text, bool *loops)
{
    *loops = str_find(text, STR("(?<")) == STR_NONE;
    for (size_t i = 0; i < text.len; i++) {
        char next = i + 1 < text.len ? text.ptr[i + 1] : '\0';
        if (text.ptr[i] == '\\' && is_beyond(next))
            return false;
        if (text.ptr[i] == '(' && !is_group_known(str_from_offset(text, i)))
            return false;
        if (text.ptr[i] == '{' && byte_is_digit(next))
            *loops = false;
        i += text.ptr[i] == '\\';
    }
    return true;
}

static void add_letter(Witness *witness, Str letter)
{
    for (size_t i = 0; i < witness->letters.len; i++)
        if (str_equal(witness->letters.ptr[i], letter))
            return;
    *VEC_PUSH(witness->arena, &witness->letters) = str_copy(witness->arena, letter);
}

/* The expression's own characters come first: most lead straight to a match. */
static void add_letters(Witness *witness, Str text, bool lines)
{
    static const char *const others[] = {"\t",       "\r",           "\x01",    "\x7F",
                                         "\xC3\xA9", "\xE4\xB8\xAD", "\xC2\xA0"};
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        str_decode(text, &at);
        add_letter(witness, str_slice(text, from, at));
    }
    for (char c = ' '; c < LAST_ASCII; c++)
        add_letter(witness, (Str){&c, 1});
    for (size_t i = 0; i < COUNT(others); i++)
        add_letter(witness, str_from(others[i]));
    if (lines)
        add_letter(witness, STR("\n"));
}

/* ---- the search ---- */

static int match(Witness *witness, Str subject, size_t start, uint32_t flags)
{
    witness->seen = (Seen){.hash = HASH_FNV_PRIME};
    witness->calls++;
    return pcre2_match(witness->code, (PCRE2_SPTR)subject.ptr, subject.len, start,
                       PCRE2_ANCHORED | flags, witness->data, witness->context);
}

/* False: a limit of PCRE2 was reached, so nothing is known. */
static bool is_decided(int result)
{
    return result >= 0 || result == PCRE2_ERROR_NOMATCH || result == PCRE2_ERROR_PARTIAL;
}

/* The state that decides how the subject can continue, with the character that `\b` and `^` see. */
static uint64_t state_of(const Witness *witness, Str subject)
{
    char last = subject.len ? subject.ptr[subject.len - 1] : '\n';
    uint64_t kind = byte_is_word(last) ? 1 : last == '\n' ? 2 : last == '\r' ? 3 : 4;
    return witness->seen.hash * HASH_FNV_PRIME ^ kind;
}

static bool is_new(Witness *witness, uint64_t state, size_t from)
{
    for (size_t i = from; i < witness->states.len; i++)
        if (witness->states.ptr[i] == state)
            return false;
    *VEC_PUSH(witness->arena, &witness->states) = state;
    return true;
}

/* Takes up a subject if a longer one could match. True: it matches itself, or may. `from`: the
   first state to compare with. */
static bool take(Witness *witness, Str subject, size_t start, size_t from)
{
    int whole = match(witness, subject, start, 0);
    witness->farthest = MAX(witness->farthest, witness->seen.farthest);
    int partial = match(witness, subject, start, PCRE2_PARTIAL_HARD);
    if (whole >= 0 || !is_decided(whole) || !is_decided(partial))
        return true;
    if (partial != PCRE2_ERROR_PARTIAL)
        return false;
    if (is_new(witness, state_of(witness, subject), from))
        *VEC_PUSH(witness->arena, &witness->nodes) =
            (Node){str_copy(witness->arena, subject), start, witness->seen.farthest, false};
    return false;
}

/* The subject that leads farthest, shorter ones first; NULL: all are spent. */
static Node *best_of(Witness *witness)
{
    Node *best = NULL;
    for (size_t i = 0; i < witness->nodes.len; i++) {
        Node *node = &witness->nodes.ptr[i];
        if (node->spent)
            continue;
        if (!best || node->farthest > best->farthest ||
            (node->farthest == best->farthest && node->subject.len < best->subject.len))
            best = node;
    }
    return best;
}

static bool is_cut_off(const Witness *witness)
{
    return witness->calls > WITNESS_CALLS_MAX || witness->nodes.len > WITNESS_NODES_MAX;
}

/* Whether a text matches; true, too, when the search was cut off. */
static bool search(Witness *witness)
{
    static const char *const before[] = {"", "a", " ", "-"};
    for (size_t i = 0; i < COUNT(before); i++) {
        Str subject = str_from(before[i]);
        if (match(witness, subject, subject.len, 0) != PCRE2_ERROR_NOMATCH)
            return true;
        *VEC_PUSH(witness->arena, &witness->nodes) = (Node){subject, subject.len, 0, false};
    }
    for (Node *node; (node = best_of(witness));) {
        Node from = *node;
        size_t states = witness->loops ? 0 : witness->states.len;
        node->spent = true;
        for (size_t i = 0; i < witness->letters.len; i++) {
            Str longer = str_join(witness->arena, from.subject, witness->letters.ptr[i]);
            if (is_cut_off(witness) || longer.len > WITNESS_BYTES_MAX ||
                take(witness, longer, from.start, states))
                return true;
        }
    }
    return false;
}

/* A character of the expression as a quotation, `'^' at character 2`. */
static Str describe(Arena *arena, Str text, size_t at)
{
    size_t end = MIN(at, text.len);
    size_t number = str_count_chars(str_slice(text, 0, end)) + 1;
    if (end < text.len)
        str_decode(text, &end);
    return str_format(arena, "nothing gets past character %zu of it, '%.*s'", number,
                      STR_ARG(str_slice(text, MIN(at, text.len), end)));
}

Str pattern_doubt(Arena *arena, Arena scratch, Str text, PatternOptions options)
{
    static const char head[] = "(?<!\\w)(?:", tail[] = ")(?!\\w)";
    Witness witness = {.arena = &scratch};
    int failed = 0;
    PCRE2_SIZE at = 0;
    bool lines = pattern_take_apart(&scratch, text).lines;
    if (!options.regex || !can_judge(text, &witness.loops))
        return (Str){0};
    Str whole = str_format(&scratch, "%s%.*s%s", head, STR_ARG(text), tail);
    Str expression = options.whole_word ? whole : text;
    size_t skip = options.whole_word ? sizeof head - 1 : 0;
    uint32_t flags = PCRE2_MULTILINE | PCRE2_UTF | PCRE2_AUTO_CALLOUT | PCRE2_NO_START_OPTIMIZE |
                     PCRE2_NO_AUTO_POSSESS | PCRE2_NEVER_BACKSLASH_C |
                     (options.ignore_case ? PCRE2_CASELESS : 0);
    pcre2_compile_context *compiling = pcre2_compile_context_create(NULL);
    witness.context = pcre2_match_context_create(NULL);
    if (!compiling || !witness.context)
        arena_fatal("out of memory: no room for a pattern");
    pcre2_set_newline(compiling, PCRE2_NEWLINE_ANYCRLF);
    witness.code =
        pcre2_compile((PCRE2_SPTR)expression.ptr, expression.len, flags, &failed, &at, compiling);
    witness.data = witness.code ? pcre2_match_data_create(1, NULL) : NULL;
    pcre2_set_callout(witness.context, note_callout, &witness.seen);
    pcre2_set_match_limit(witness.context, WITNESS_CALLS_MAX);
    bool can_match = true;
    if (witness.data) {
        add_letters(&witness, text, lines);
        can_match = search(&witness);
    }
    pcre2_match_data_free(witness.data);
    pcre2_code_free(witness.code);
    pcre2_match_context_free(witness.context);
    pcre2_compile_context_free(compiling);
    size_t farthest = witness.farthest > skip ? witness.farthest - skip : 0;
    return can_match ? (Str){0} : describe(arena, text, farthest);
}

/* Words are counted as written, then those with the same stem are merged. */
#include "corpus.h"

#include "base/map.h"
#include "text/terms.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Word {
    Str text;
    uint64_t count;
    uint32_t stem;
} Word;

typedef struct Stem {
    Str text;
    Str word; /* the most frequent one */
    uint64_t word_count, count;
    uint32_t number, packages, package;
} Stem;

typedef VEC(Word) WordVec;
typedef VEC(Stem) StemVec;

static bool map_file(Arena *arena, const char *folder, const char *name, Str *bytes)
{
    struct stat info;
    int fd = open(str_format(arena, "%s/%s%c", folder, name, 0).ptr, O_RDONLY);
    if (fd < 0 || fstat(fd, &info))
        return false;
    bytes->len = (size_t)info.st_size;
    bytes->ptr = mmap(NULL, bytes->len, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    return bytes->ptr != MAP_FAILED;
}

static Str stem_of(Arena *arena, Str word)
{
    char *room = arena_bytes(arena, word.len);
    memcpy(room, word.ptr, word.len);
    return (Str){room, term_stem(room, word.len)};
}

static void find_stems(Arena *arena, WordVec *words, StemVec *stems)
{
    Map numbers = map_open(arena);
    for (size_t i = 0; i < words->len; i++) {
        bool added = false;
        Str text = stem_of(arena, words->ptr[i].text);
        uint64_t *number = map_put(&numbers, text, &added);
        if (added) {
            *number = stems->len;
            *VEC_PUSH(arena, stems) = (Stem){.text = text, .number = (uint32_t)stems->len - 1};
        }
        words->ptr[i].stem = (uint32_t)*number;
    }
}

static void count_words(const Corpus *corpus, WordVec *words, StemVec *stems)
{
    uint32_t package = 0;
    for (size_t i = 0; i < corpus->len; i++) {
        uint32_t number = corpus->numbers[i];
        package += number == (STREAM_MARK | STREAM_PACKAGE);
        if (number & STREAM_MARK)
            continue;
        Word *word = &words->ptr[number];
        Stem *stem = &stems->ptr[word->stem];
        word->count++;
        stem->count++;
        stem->packages += stem->package != package;
        stem->package = package;
        if (word->count > stem->word_count) {
            stem->word_count = word->count;
            stem->word = word->text;
        }
    }
}

static int compare_stems(const void *a, const void *b)
{
    const Stem *left = a, *right = b;
    bool left_known = left->packages >= PACKAGES_MIN, right_known = right->packages >= PACKAGES_MIN;
    if (left_known != right_known)
        return left_known ? -1 : 1;
    /* Words of many packages weigh more than words frequent in one. */
    uint64_t left_worth = left->count * left->packages,
             right_worth = right->count * right->packages;
    if (left_worth != right_worth)
        return left_worth > right_worth ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static void choose(Arena *arena, const StemVec *stems, const WordVec *words, uint32_t words_max,
                   Corpus *corpus)
{
    uint32_t *ids = NEW(arena, uint32_t, stems->len);
    corpus->id_of = NEW(arena, uint32_t, words->len);
    corpus->words = NEW(arena, Str, words_max);
    corpus->stems = NEW(arena, Str, words_max);
    corpus->counts = NEW(arena, uint64_t, words_max);
    for (size_t i = 0; i < stems->len; i++) {
        const Stem *stem = &stems->ptr[i];
        ids[stem->number] = NO_WORD;
        if (corpus->word_count == words_max || stem->packages < PACKAGES_MIN)
            continue;
        uint32_t id = corpus->word_count++;
        ids[stem->number] = id;
        corpus->stems[id] = stem->text;
        corpus->words[id] = stem->word;
        corpus->counts[id] = stem->count;
        corpus->total += stem->count;
    }
    for (size_t i = 0; i < words->len; i++)
        corpus->id_of[i] = ids[words->ptr[i].stem];
}

bool corpus_open(Arena *arena, const char *folder, uint32_t words_max, Corpus *corpus)
{
    Str stream, lines, line;
    WordVec words = {0};
    StemVec stems = {0};
    *corpus = (Corpus){0};
    if (!map_file(arena, folder, STREAM_STREAM_FILE, &stream) ||
        !map_file(arena, folder, STREAM_WORDS_FILE, &lines))
        return false;
    corpus->numbers = (const uint32_t *)(const void *)stream.ptr;
    corpus->len = stream.len / sizeof *corpus->numbers;
    while (str_take_line(&lines, &line))
        *VEC_PUSH(arena, &words) = (Word){.text = line};
    find_stems(arena, &words, &stems);
    count_words(corpus, &words, &stems);
    qsort(stems.ptr, stems.len, sizeof(Stem), compare_stems);
    choose(arena, &stems, &words, words_max, corpus);
    return corpus->word_count > 0;
}

bool corpus_next(const Corpus *corpus, size_t *at, Declaration *declaration)
{
    size_t i = *at;
    uint32_t part = STREAM_END;
    memset(declaration->len, 0, sizeof declaration->len);
    declaration->hash = 0xcbf29ce484222325;
    for (; i < corpus->len; i++) {
        uint32_t number = corpus->numbers[i];
        if (number == (STREAM_MARK | STREAM_END))
            break;
        declaration->hash = (declaration->hash ^ number) * 0x100000001b3;
        if (number & STREAM_MARK) {
            part = number & ~STREAM_MARK;
            continue;
        }
        uint32_t id = corpus->id_of[number];
        if (id != NO_WORD && part < STREAM_END && declaration->len[part] < PART_WORDS_MAX)
            declaration->words[part][declaration->len[part]++] = id;
    }
    *at = i + 1;
    return i < corpus->len;
}

bool corpus_is_judged(const Declaration *declaration)
{
    return declaration->hash % JUDGED_OF == 0 && declaration->len[STREAM_DOC] >= 4 &&
           declaration->len[STREAM_NAME];
}

uint32_t corpus_find(const Corpus *corpus, Str word)
{
    char room[64];
    if (word.len > sizeof room)
        return NO_WORD;
    memcpy(room, word.ptr, word.len);
    Str stem = {room, term_stem(room, word.len)};
    for (uint32_t i = 0; i < corpus->word_count; i++)
        if (str_equal(corpus->stems[i], stem))
            return i;
    return NO_WORD;
}

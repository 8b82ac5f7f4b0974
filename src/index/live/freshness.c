/* A client sends no question: each connection gets one FreshnessMessage as the answer. */
#include "index/live/freshness.h"

#include "base/hash.h"
#include "index/store/facts.h"
#include "net/local.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* A busy server may be late; beyond this, walking is not much slower. */
#define ANSWER_MS 100
#define ASKERS_MAX 16

typedef struct FreshnessMessage {
    uint32_t versions[3];
    uint32_t size; /* of this struct */
    uint64_t tree; /* local_view_of the root */
    uint64_t rules;
    uint64_t generation;
} FreshnessMessage;

struct Freshness {
    Arena scratch;
    Str path;
    uint64_t tree;
    LocalSocket listener;
    int askers[ASKERS_MAX];
    size_t count;
};

static Str path_of(Arena *arena, Str database, Str root)
{
    unsigned long long hash = hash_fast(root);
    return str_format(arena, "%.*s-live-%016llx", STR_ARG(database), hash);
}

static FreshnessMessage make_word(uint64_t tree, uint64_t generation, uint64_t rules)
{
    return (FreshnessMessage){.versions = {STORE_VERSION, FACTS_VERSION, RESOLVE_VERSION},
                              .size = sizeof(FreshnessMessage),
                              .tree = tree,
                              .rules = rules,
                              .generation = generation};
}

Freshness *freshness_open(Arena *arena, Str database, Str root)
{
    Arena kept = *arena;
    Freshness *freshness = NEW(arena, Freshness, 1);
    freshness->path = path_of(arena, database, root);
    arena_open(&freshness->scratch, 1 * MB);
    freshness->tree = local_view_of(freshness->scratch, root);
    freshness->listener = local_listen(freshness->scratch, freshness->path);
    if (freshness->listener.fd >= 0 && freshness->tree)
        return freshness;
    local_close(&freshness->listener, freshness->scratch, freshness->path);
    arena_close(&freshness->scratch);
    *arena = kept;
    return NULL;
}

void freshness_close(Freshness **freshness)
{
    if (!*freshness)
        return;
    freshness_answer(*freshness, 0, 0);
    local_close(&(*freshness)->listener, (*freshness)->scratch, (*freshness)->path);
    arena_close(&(*freshness)->scratch);
    *freshness = NULL;
}

int freshness_fd(const Freshness *freshness)
{
    return freshness->listener.fd;
}

bool freshness_listen(Freshness *freshness)
{
    int fd;
    while (freshness->count < ASKERS_MAX && (fd = local_accept(&freshness->listener)) >= 0)
        freshness->askers[freshness->count++] = fd;
    return freshness->count;
}

void freshness_answer(Freshness *freshness, uint64_t generation, uint64_t rules)
{
    FreshnessMessage word = make_word(freshness->tree, generation, rules);
    while (freshness->count) {
        int fd = freshness->askers[--freshness->count];
        (void)send(fd, &word, sizeof word, MSG_NOSIGNAL | MSG_DONTWAIT);
        close(fd);
    }
}

static uint64_t hear(int fd, const FreshnessMessage *wanted)
{
    FreshnessMessage word;
    struct pollfd list = {.fd = fd, .events = POLLIN};
    if (poll(&list, 1, ANSWER_MS) <= 0 || recv(fd, &word, sizeof word, 0) != sizeof word)
        return 0;
    uint64_t generation = word.generation;
    word.generation = 0;
    return memcmp(&word, wanted, sizeof word) == 0 ? generation : 0;
}

uint64_t freshness_ask(Arena scratch, Str database, Str root, uint64_t rules)
{
    uint64_t tree = local_view_of(scratch, root);
    int fd = tree ? local_connect(scratch, path_of(&scratch, database, root)) : -1;
    if (fd < 0)
        return 0;
    FreshnessMessage wanted = make_word(tree, 0, rules);
    uint64_t generation = hear(fd, &wanted);
    close(fd);
    return generation;
}

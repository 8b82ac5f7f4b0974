/* A queue of jobs, and every way that C has to declare something. */
#ifndef SAMPLE_H
#define SAMPLE_H

#define _GNU_SOURCE
#include <stdio.h>
#include "queue.h"
#include CONFIG_HEADER

#define LIMIT 64
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR_EACH(item, list)                                                                       \
    for (item = (list)->first; item; item = item->next)

/* Linkage that a C++ compiler needs. */
#ifdef __cplusplus
extern "C" {
#endif

struct job;

/** What a job does. Returns 0 when done. */
typedef int (*job_function)(struct job *job, void *data);
typedef unsigned long counter_t;
typedef struct job job_t, *job_ptr;
typedef int compare_function(const void *, const void *);
typedef QUEUE_HEAD(job) job_queue;

typedef struct {
    int x, y; /* position */
} point;

typedef enum { LOW, HIGH = 5, URGENT } priority;

enum state {
    STATE_IDLE,
    STATE_BUSY = 1 << 2, /* at work */
#ifdef WITH_ERRORS
    STATE_FAILED,
#endif
    OPTION(STATE_CUSTOM, 7),
};

enum { FLAG_A = 1, FLAG_B = 2 };

/*
 * One thing to do.
 */
struct job {
    unsigned urgent : 1, done : 2;
    const char *name, **aliases;
    char buffer[LIMIT][2];
    int (*run)(struct job *job);
    union {
        long number;
        double real;
    };
    struct {
        point at;
    } place;
    enum state state;
    QUEUE_ENTRY(job) link;
    DECLARE_BITMAP(seen, LIMIT);
    struct nested {
        int depth;
    } inner __attribute__((aligned(8)));
} __packed;

union value {
    int i;
    float f;
};

extern int shared;
extern const char *const names[];
static int a = 1, *b, c[3] = {1, 2, 3}, (*handler)(int) = NULL;
static const struct job jobs[] = {
    {.name = "first", .run = run_first},
    {.name = "second", .run = run_second},
};
static struct { int hits, misses; } cache;
static unsigned int level __read_mostly = 3;
char license[] SECTION("license") = "GPL";
static DEFINE_MUTEX(lock);
DEFINE_PER_CPU(int, slot) = 0;

int job_start(struct job *job), job_stop(struct job *job);
extern void job_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
__printf(1, 2) void job_warn(const char *format, ...);
void *legacy OF((int size));
int (parenthesised)(int x);

/* Adds two numbers. It cannot overflow. */
static inline int add(int left, int right)
{
    return left + right;
}

/* A long list of parameters. */
struct job *
job_create(const char *name,
           int priority, /* higher is sooner */
           job_function function)
{
    struct local {
        int z;
    } value;
    enum { TRIES = 3 };
    typedef int small;
    FOR_EACH(item, list) {
        job_log("%s", item->name);
    }
    qsort(list, 3, sizeof(struct job), compare_jobs);
    return queue->ops->make(name, priority);
}

/* Written before 1989. */
int old_style(count, text)
    int count;
    char *text;
{
    return count + text[0];
}

int (*select_handler(int kind))(int)
{
    return handlers[kind];
}

void (*signal_handler(int number, void (*function)(int)))(int);

#if defined(__linux__)
int platform(void)
{
    return 1;
}
#else
int platform(void)
{
    return 2;
}
#endif

static int
#ifdef WIDE
half_open(long value)
#else
half_open(int value)
#endif
{
#ifdef CHECK
    if (value > 3) {
#else
    {
#endif
        return add(value, 1);
    }
    return 0;
}

int choose(
#ifdef WIDE
    long value,
#else
    int value,
#endif
    int other
#ifdef CHECK
    , int level
#endif
    );

#if 0
int never(void) { it's not even C }
#endif

SYSCALL_DEFINE2(open_job, const char __user *, name, int, flags)
{
    return 0;
}

static int __init __must_check setup(void)
{
    return register_jobs(&jobs, on_change);
}
module_init(setup);
EXPORT_SYMBOL(job_create)

asmlinkage __visible int main(int argc, char *argv[]) { return 0; }

#define UNREACHABLE { abort(); }
int no_jobs(struct job *job) UNREACHABLE
static int total(struct job **jobs, int n)
{
    int one(const struct job *job)
    {
        return job->id;
    }
    inline int two(int a) { return a; }
    for_each(n) { n = one(jobs[n]); }
    unsigned each(n) { n = 0; }
    return two(n);
}

_Static_assert(sizeof(int) == 4, "int");

#ifdef __cplusplus
}
#endif
#endif /* SAMPLE_H */

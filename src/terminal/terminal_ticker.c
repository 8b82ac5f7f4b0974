/* A thread that keeps the terminal alive while the program is busy: it turns the spinner, takes
   typed bytes, and redraws after a resize. All functions of the terminal hold its lock meanwhile;
   signals are handled by other threads. */
#include "terminal/terminal_state.h"

#include <signal.h>
#include <time.h>

/* Interval of the spinner. */
#define TICK_MS 100

void terminal_open_lock(Terminal *terminal)
{
    pthread_mutexattr_t nested;
    pthread_condattr_t monotonic;
    pthread_mutexattr_init(&nested);
    pthread_mutexattr_settype(&nested, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&terminal->lock, &nested);
    pthread_mutexattr_destroy(&nested);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&terminal->stop, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void terminal_close_lock(Terminal *terminal)
{
    pthread_cond_destroy(&terminal->stop);
    pthread_mutex_destroy(&terminal->lock);
}

Terminal *terminal_lock(Terminal *terminal)
{
    pthread_mutex_lock(&terminal->lock);
    return terminal;
}

void terminal_unlock(Terminal **terminal)
{
    pthread_mutex_unlock(&(*terminal)->lock);
}

static struct timespec next_tick(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += TICK_MS * 1000000L;
    if (at.tv_nsec >= 1000000000L) {
        at.tv_nsec -= 1000000000L;
        at.tv_sec++;
    }
    return at;
}

static void *tick(void *state)
{
    Terminal *terminal = state;
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    while (terminal->ticks) {
        struct timespec at = next_tick();
        pthread_cond_timedwait(&terminal->stop, &held->lock, &at);
        if (terminal->ticks)
            terminal_poll(terminal);
    }
    return NULL;
}

void terminal_start_ticker(Terminal *terminal)
{
    sigset_t all, before;
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    if (held->ticks || held->kind != TERMINAL_FULL)
        return;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    held->ticks = pthread_create(&held->ticker, NULL, tick, terminal) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void terminal_stop_ticker(Terminal *terminal)
{
    bool runs = false;
    {
        Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
        runs = held->ticks;
        held->ticks = false;
        pthread_cond_signal(&held->stop);
    }
    if (runs)
        pthread_join(terminal->ticker, NULL);
}

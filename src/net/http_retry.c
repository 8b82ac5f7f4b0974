/* Retry policy: exponential backoff with jitter, as in the clients of model services. */
#include "net/http.h"

#include "base/proc.h"
#include "net/http_parts.h"

#include <time.h>
#include <unistd.h>

/* The first wait, which doubles up to a maximum, as in OpenAI's own clients. */
#define WAIT_FIRST_MS 500
#define WAIT_LONGEST_MS 8000
/* Maximum share of a wait that jitter removes. */
#define WAIT_SPREAD 0.25
/* If the server asks for a longer wait, the request fails. */
#define WAIT_ASKED_MAX_MS 60000
/* How often cancellation is checked during a wait. */
#define WAIT_LOOK_MS 25

static bool is_worth_it(const HttpResponse *response)
{
    Str asked = http_response_header(response, STR("x-should-retry"));
    if (response->status < 400)
        return false;
    if (str_equal(asked, STR("true")) || str_equal(asked, STR("false")))
        return asked.ptr[0] == 't';
    return response->status == 408 || response->status == 409 || response->status == 429 ||
           response->status >= 500;
}

/* Parses `Wed, 21 Oct 2026 07:28:00 GMT` into seconds since 1970; false for another form. */
static bool parse_date(Str text, int64_t *seconds)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char month[4] = "";
    struct tm date = {0};
    char copy[40];
    snprintf(copy, sizeof copy, "%.*s", STR_ARG(text));
    int taken = sscanf(copy, "%*3s, %2d %3s %4d %2d:%2d:%2d GMT", &date.tm_mday, month,
                       &date.tm_year, &date.tm_hour, &date.tm_min, &date.tm_sec);
    const char *at = strlen(month) == 3 ? strstr(months, month) : NULL;
    if (taken != 6 || !at || (at - months) % 3)
        return false;
    date.tm_mon = (int)(at - months) / 3;
    date.tm_year -= 1900;
    *seconds = (int64_t)timegm(&date);
    return true;
}

/* The wait that the server demands; -1: none. */
static int64_t asked_ms(const HttpResponse *response, int64_t now)
{
    Str exact = http_response_header(response, STR("retry-after-ms"));
    Str after = http_response_header(response, STR("retry-after"));
    uint64_t number;
    int64_t date;
    if (str_parse_u64(exact, &number))
        return (int64_t)MIN(number, (uint64_t)INT32_MAX);
    if (str_parse_u64(after, &number))
        return (int64_t)MIN(number, (uint64_t)INT32_MAX) * 1000;
    if (after.len && parse_date(after, &date))
        return MAX(date - now, (int64_t)0) * 1000;
    return -1;
}

int http_wait_ms(const HttpResponse *response, unsigned attempt, double chance, int64_t now)
{
    int64_t wait = WAIT_FIRST_MS;
    if (response && !is_worth_it(response))
        return -1;
    int64_t asked = response ? asked_ms(response, now) : -1;
    if (asked >= 0)
        return asked > WAIT_ASKED_MAX_MS ? -1 : (int)asked;
    for (unsigned i = 0; i < attempt && wait < WAIT_LONGEST_MS; i++)
        wait *= 2;
    wait = MIN(wait, (int64_t)WAIT_LONGEST_MS);
    return (int)((double)wait * (1 - WAIT_SPREAD * chance));
}

/* A random number from 0 to 1, for the jitter. */
static double draw(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t mixed = ((uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 20) * HTTP_SPREAD;
    return (double)(mixed >> 32) / 4294967296.0;
}

int http_next_ms(const HttpResponse *response, unsigned attempt)
{
    if (response->is_hopeless)
        return -1;
    bool answered = response->status && !response->is_cut;
    return http_wait_ms(answered ? response : NULL, attempt, draw(), (int64_t)time(NULL));
}

bool http_wait(int wait_ms, const volatile bool *cancel)
{
    int64_t end = proc_clock_ms() + wait_ms, left = wait_ms;
    for (; left > 0 && !(cancel && *cancel); left = end - proc_clock_ms())
        proc_sleep_ms((int)MIN(left, (int64_t)WAIT_LOOK_MS));
    return !(cancel && *cancel);
}

/* Selection sampling (Knuth, TAOCP 3.4.2, algorithm S): every subset is equally likely. */
#include "share/sample.h"

#include "base/hash.h"

#include <sys/random.h>

bool sample_begin(SampleDraw *draw, size_t all, unsigned percent, size_t least, Err *err)
{
    *draw = (SampleDraw){.all = all, .taken = MIN(all, MAX(least, all * percent / 100))};
    if (getrandom(&draw->state, sizeof draw->state, 0) == (ssize_t)sizeof draw->state)
        return true;
    return err_set(err, ERR_FAILED, "the system provides no random numbers for a sample");
}

/* SplitMix64 (Steele, Lea, Flood, 2014). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += HASH_SPREAD;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

bool sample_takes(SampleDraw *draw)
{
    if (!draw->all)
        return false;
    bool takes = next_random(&draw->state) % draw->all < draw->taken;
    draw->all--;
    draw->taken -= takes;
    return takes;
}

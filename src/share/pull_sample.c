/* The sample is drawn after all facts have arrived: the maker of the artifact cannot know which
   contents will be parsed again. */
#include "share/pull_state.h"

#include "index/update/outlines.h"
#include "share/sample.h"

/* Size of the sample: this share of the contents, and its minimum. */
#define SAMPLE_PERCENT 1
#define SAMPLE_MIN 20
/* Files parsed at once, so that few texts are in memory. */
#define BATCH_FILES 64

typedef struct Sample {
    Pull *pull;
    Arena arena; /* of the batch */
    VEC(OutlineJob) jobs;
    VEC(Facts) facts; /* as pulled */
    VEC(uint32_t) files;
} Sample;

static bool draw(const Pull *pull, WantedVec *sample, Err *err)
{
    SampleDraw random;
    if (!sample_begin(&random, pull->wanted.len, SAMPLE_PERCENT, SAMPLE_MIN, err))
        return false;
    for (size_t i = 0; i < pull->wanted.len; i++)
        if (sample_takes(&random))
            *VEC_PUSH(pull->arena, sample) = pull->wanted.ptr[i];
    return true;
}

static bool compare(Sample *sample, Err *err)
{
    OutlinesOptions options = {.cancel = sample->pull->options->cancel};
    if (!outlines_make(&sample->arena, sample->jobs.ptr, sample->jobs.len, &options, err))
        return false;
    for (size_t i = 0; i < sample->jobs.len; i++) {
        const OutlineJob *job = &sample->jobs.ptr[i];
        const Facts *pulled = &sample->facts.ptr[i];
        /* a parse that takes too long here proves nothing */
        if (job->reason.len || job->outline.note.len)
            continue;
        sample->pull->report->sampled++;
        if (str_equal(job->facts.outline, pulled->outline) &&
            str_equal(job->facts.references, pulled->references))
            continue;
        Str path = sample->pull->options->files->ptr[sample->files.ptr[i]].path;
        char what[ERR_MESSAGE_BYTES / 2];
        snprintf(what, sizeof what, "its facts of %.*s are not those of a parse",
                 (int)MIN(path.len, sizeof what / 2), path.ptr);
        return pull_refuse(sample->pull, what, err);
    }
    arena_reset(&sample->arena);
    sample->jobs.ptr = NULL;
    sample->facts.ptr = NULL;
    sample->files.ptr = NULL;
    sample->jobs.len = sample->jobs.cap = sample->facts.len = sample->facts.cap = 0;
    sample->files.len = sample->files.cap = 0;
    return true;
}

static bool add_group(void *context, const WantedGroup *group, Err *err)
{
    Sample *sample = context;
    const Pull *pull = sample->pull;
    for (size_t i = 0; i < group->count; i++) {
        const Wanted *wanted = &group->wanted[i];
        Str text;
        const Language *language;
        uint32_t slot = wanted->number - group->group->first;
        if (!pull_read_file(pull, &sample->arena, wanted->file, wanted_hash(pull, wanted), &text,
                            &language))
            continue;
        *VEC_PUSH(&sample->arena, &sample->jobs) = (OutlineJob){.language = language, .text = text};
        *VEC_PUSH(&sample->arena, &sample->facts) =
            facts_pack_get(&sample->arena, &group->facts, slot, true);
        *VEC_PUSH(&sample->arena, &sample->files) = wanted->file;
        if (sample->jobs.len >= BATCH_FILES && !compare(sample, err))
            return false;
    }
    return true;
}

bool pull_sample(Pull *pull, Err *err)
{
    Sample sample = {.pull = pull};
    WantedVec drawn = {0};
    GroupVisit visit = {add_group, &sample};
    if (!draw(pull, &drawn, err))
        return false;
    arena_open(&sample.arena, 0);
    bool ok = pull_visit_groups(pull, &drawn, &visit, err) && compare(&sample, err);
    arena_close(&sample.arena);
    return ok;
}

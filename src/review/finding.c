#include "review/finding.h"

#include "base/hash.h"
#include "base/map.h"
#include "review/rule.h"

#define FINGERPRINT_DIGITS 32

Str review_type_name(ReviewType type)
{
    static const char *const names[] = {
#define X(name, text) text,
        REVIEW_TYPES(X)
#undef X
    };
    return str_from(names[type]);
}

static const char *const severities[] = {"note", "warning", "error"};

Str review_severity_name(ReviewSeverity severity)
{
    return str_from(severities[severity]);
}

bool review_severity_find(Str name, ReviewSeverity *severity)
{
    for (size_t i = 0; i < COUNT(severities); i++) {
        if (!str_equal(name, str_from(severities[i])))
            continue;
        *severity = (ReviewSeverity)i;
        return true;
    }
    return false;
}

size_t finding_left_out(const Finding *finding, size_t shown)
{
    return finding->evidence.len - MIN(finding->evidence.len, shown) + finding->more;
}

/* The text that identifies a finding. */
static Str identity_of(Arena *arena, const Finding *finding)
{
    const Str parts[] = {str_from(finding->rule->id), (Str){"", 1}, finding->path, (Str){"", 1},
                         finding->key.len ? finding->key : finding->symbol};
    return str_join_all(arena, parts, COUNT(parts));
}

void review_put_fingerprints(Arena *arena, FindingVec *findings)
{
    Map seen = map_open(arena);
    char hex[65];
    for (size_t i = 0; i < findings->len; i++) {
        Finding *finding = &findings->ptr[i];
        Str identity = identity_of(arena, finding);
        uint64_t before = (*map_put(&seen, identity, NULL))++;
        if (before)
            identity =
                str_format(arena, "%.*s %llu", STR_ARG(identity), (unsigned long long)before);
        hash_sha256(identity, hex);
        finding->fingerprint = str_copy(arena, (Str){hex, FINGERPRINT_DIGITS});
    }
}

/* Policies, baselines and manifests of a hostile repository: the first byte says what the text is.
   Whatever it says, it is read or refused with a message, and names lie in the text or the arena.
 */
#include "manifest/manifest.h"
#include "review/suppress.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const manifests[] = {"package.json", "composer.json",    "Cargo.toml",
                                        "go.mod",       "pyproject.toml",   "Gemfile",
                                        "pom.xml",      "build.gradle.kts", "requirements.txt"};

static void read_manifest(Arena *arena, Str path, Str text)
{
    Manifest manifest = manifest_read(arena, path, text);
    DependencyVec found = *manifest_dependencies(&manifest);
    for (size_t i = 0; i < found.len; i++) {
        assert(found.ptr[i].name.len && found.ptr[i].line);
        (void)str_copy(arena, found.ptr[i].version); /* all of it can be read */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err = {0};
    ReviewPolicy policy;
    ReviewTexts fingerprints = {0};
    if (!size)
        return 0;
    arena_open(&arena, 1 * GB);
    size_t kind = data[0] % (COUNT(manifests) + 2);
    char *copy = malloc(size); /* so that what reads behind the text is found */
    memcpy(copy, data + 1, size - 1);
    Str text = {copy, size - 1};
    bool read = true;
    if (kind < COUNT(manifests))
        read_manifest(&arena, str_from(manifests[kind]), text);
    else if (kind == COUNT(manifests))
        read = review_policy_parse(&arena, STR("policy"), text, &policy, &err);
    else
        read = review_baseline_read(&arena, STR("baseline"), text, &fingerprints, &err);
    assert(read || err.message[0]);
    free(copy);
    arena_close(&arena);
    return 0;
}

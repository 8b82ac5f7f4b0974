/* A breadth-first search over includes. The last file asked about is cached: certain includes are
   stamped with closure_stamp, conditional ones with closure_stamp + 1. */
#include "index/resolve/includes.h"

#include "index/resolve/file_scope.h"

/* Visits the files that the files in the queue include, directly or not. `all`: conditional
   includes, too. False when a conditional include was skipped. */
static bool walk_links(Resolver *resolver, uint32_t *tail, uint32_t stamp, bool all)
{
    bool whole = true;
    for (uint32_t head = 0; head < *tail; head++) {
        const ImportLinkVec *links = &file_scope_of(resolver, resolver->queue[head])->links;
        for (size_t i = 0; i < links->len; i++) {
            uint32_t target = links->ptr[i].target;
            bool maybe = links->ptr[i].flags & BINDING_MAYBE;
            if (target == FILE_NOWHERE || resolver->stamps[target] >= resolver->closure_stamp)
                continue;
            whole = whole && (all || !maybe);
            if (maybe && !all)
                continue;
            resolver->stamps[target] = stamp;
            if (rules_see_through_imports(
                    resolver->rules[target])) // files of other languages include nothing
                resolver->queue[(*tail)++] = target;
        }
    }
    return whole;
}

static void walk_includes(Resolver *resolver, uint32_t file)
{
    uint32_t tail = 0;
    resolver->closure_stamp += 2;
    resolver->closure_file = file;
    resolver->queue[tail++] = file;
    resolver->stamps[file] = resolver->closure_stamp;
    if (!walk_links(resolver, &tail, resolver->closure_stamp, false))
        walk_links(resolver, &tail, resolver->closure_stamp + 1, true);
}

bool includes_reach(Resolver *resolver, uint32_t file, uint32_t included)
{
    if (!resolver->closure_stamp || resolver->closure_file != file)
        walk_includes(resolver, file);
    return resolver->stamps[included] >= resolver->closure_stamp;
}

bool includes_are_conditional(Resolver *resolver, uint32_t file, uint32_t included)
{
    return file != included && includes_reach(resolver, file, included) &&
           resolver->stamps[included] > resolver->closure_stamp;
}

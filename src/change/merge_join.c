#include "change/merge_join.h"

static int compare(const void *a, const void *b)
{
    const KeyedItem *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

void merge_join_sort(KeyedVec *list)
{
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, compare);
}

/* Length of the run of equal keys at *at, which advances past it. */
static size_t take_run(const KeyedVec *list, size_t *at)
{
    size_t from = *at;
    uint64_t key = list->ptr[from].key;
    while (*at < list->len && list->ptr[*at].key == key)
        *at += 1;
    return *at - from;
}

bool merge_join_next(MergeJoin *meeting, JoinRun *run)
{
    const KeyedVec *old = meeting->old, *new = meeting->new;
    size_t *i = &meeting->old_at, *k = &meeting->new_at;
    while (*i < old->len && *k < new->len) {
        if (old->ptr[*i].key != new->ptr[*k].key) {
            *(old->ptr[*i].key < new->ptr[*k].key ? i : k) += 1;
            continue;
        }
        run->old = &old->ptr[*i];
        run->new = &new->ptr[*k];
        run->old_count = take_run(old, i);
        run->new_count = take_run(new, k);
        return true;
    }
    return false;
}

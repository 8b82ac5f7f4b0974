/* Order of a plan by the relations of its targets. `after` binds, in the order of plan_read. Used
   targets come first where that does not contradict `after`; mutual uses keep their order. Among
   free tasks, types go first, then functions, then tests. */
#include "agent/plan.h"

#include "base/buf.h"

/* At most this many reasons are given: nobody reads more. */
#define REASONS_MAX 3

/* Sets of tasks: bit i is task i of the plan as written. */
typedef struct Order {
    const Plan *plan;
    const LookupGroup *groups;
    uint32_t after[PLAN_TASKS_MAX];   /* by `after`, transitively */
    uint32_t prefers[PLAN_TASKS_MAX]; /* better after these */
    uint8_t tasks[PLAN_TASKS_MAX];    /* the order */
} Order;

static uint32_t bit(size_t task)
{
    return UINT32_C(1) << task;
}

/* The written order is topological, but for cycles; the edge that closes one does not count. */
static void set_after(Order *order, size_t task)
{
    const PlanTask *tasks = order->plan->tasks.ptr;
    for (size_t i = 0; i < tasks[task].after.len; i++)
        for (size_t j = 0; j < task; j++)
            if (tasks[j].number == tasks[task].after.ptr[i])
                order->after[task] |= bit(j) | order->after[j];
}

static void set_preferred(Order *order, size_t task)
{
    const LookupGroup *groups = order->groups;
    for (size_t i = 0; i < order->plan->tasks.len; i++) {
        bool uses = (groups[task].uses & bit(i)) && !(groups[i].uses & bit(task));
        bool tests = groups[task].kind == LOOKUP_TESTS && groups[i].kind != LOOKUP_TESTS;
        if (i != task && (uses || tests) && !(order->after[i] & bit(task)))
            order->prefers[task] |= bit(i);
    }
}

/* Whether a task should come before another if both are free. */
static bool is_better(const Order *order, uint32_t done, size_t a, size_t b)
{
    bool waits_a = (order->prefers[a] & ~done) != 0, waits_b = (order->prefers[b] & ~done) != 0;
    if (waits_a != waits_b)
        return waits_b;
    if (order->groups[a].kind != order->groups[b].kind)
        return order->groups[a].kind < order->groups[b].kind;
    return a < b;
}

static void arrange(Order *order)
{
    size_t count = order->plan->tasks.len;
    uint32_t done = 0;
    for (size_t i = 0; i < count; i++) {
        size_t best = count;
        for (size_t j = 0; j < count; j++)
            if (!(done & bit(j)) && !(order->after[j] & ~done) &&
                (best == count || is_better(order, done, j, best)))
                best = j;
        order->tasks[i] = (uint8_t)best;
        done |= bit(best);
    }
}

static Str file_of(Str target)
{
    return str_slice(target, 0, MIN(str_find(target, STR("::")), target.len));
}

static bool shares_file(const PlanTask *a, const PlanTask *b)
{
    for (size_t i = 0; i < a->targets.len; i++)
        for (size_t j = 0; j < b->targets.len; j++)
            if (str_equal(file_of(a->targets.ptr[i]), file_of(b->targets.ptr[j])))
                return true;
    return false;
}

static bool touches(const Order *order, size_t a, size_t b)
{
    const LookupGroup *x = &order->groups[a], *y = &order->groups[b];
    const PlanTask *tasks = order->plan->tasks.ptr;
    return ((order->after[a] | x->uses) & bit(b)) || ((order->after[b] | y->uses) & bit(a)) ||
           x->unknown || y->unknown || (x->kind == LOOKUP_TESTS) != (y->kind == LOOKUP_TESTS) ||
           shares_file(&tasks[a], &tasks[b]);
}

/* The earlier tasks, by position in the order, that the one at `place` touches. */
static uint32_t waits_of(const Order *order, size_t place)
{
    uint32_t waits = 0;
    for (size_t i = 0; i < place; i++)
        waits |= touches(order, order->tasks[i], order->tasks[place]) ? bit(i) : 0;
    return waits;
}

/* Why a task came before another that it followed; empty: because of a third. */
static Str reason_of(const Order *order, Arena *arena, size_t first, size_t second)
{
    const LookupGroup *groups = order->groups;
    const PlanTask *tasks = order->plan->tasks.ptr;
    if (groups[second].kind == LOOKUP_TESTS && groups[first].kind != LOOKUP_TESTS)
        return STR("tests last");
    if (order->prefers[second] & bit(first))
        return str_format(arena, "%u before %u, which uses it", tasks[first].number,
                          tasks[second].number);
    return groups[first].kind < groups[second].kind ? STR("types first") : (Str){0};
}

static Str why_of(const Order *order, Arena *arena)
{
    Buf out = buf_open(arena, 0);
    size_t reasons = 0;
    for (size_t i = 0; i < order->plan->tasks.len; i++)
        for (size_t j = i + 1; j < order->plan->tasks.len; j++) {
            if (order->tasks[i] < order->tasks[j])
                continue;
            Str reason = reason_of(order, arena, order->tasks[i], order->tasks[j]);
            if (!reason.len || str_find(buf_str(&out), reason) != STR_NONE ||
                reasons == REASONS_MAX)
                continue;
            buf_put(&out, reasons++ ? STR("; ") : (Str){0});
            buf_put(&out, reason);
        }
    return buf_str(&out);
}

void plan_arrange(Arena *arena, Plan *plan, const LookupGroup *groups)
{
    PlanTask tasks[PLAN_TASKS_MAX];
    Order order = {.plan = plan, .groups = groups};
    size_t count = plan->tasks.len;
    assert(count <= PLAN_TASKS_MAX);
    for (size_t i = 0; i < count; i++)
        set_after(&order, i);
    for (size_t i = 0; i < count; i++)
        set_preferred(&order, i);
    arrange(&order);
    plan->why = why_of(&order, arena);
    for (size_t i = 0; i < count; i++) {
        tasks[i] = plan->tasks.ptr[order.tasks[i]];
        tasks[i].waits = waits_of(&order, i);
    }
    for (size_t i = 0; i < count; i++)
        plan->tasks.ptr[i] = tasks[i];
}

void plan_order(Arena *arena, const ToolContext *context, Plan *plan)
{
    LookupGroup groups[PLAN_TASKS_MAX] = {0};
    for (size_t i = 0; i < plan->tasks.len; i++)
        groups[i] = (LookupGroup){.targets = plan->tasks.ptr[i].targets.ptr,
                                  .count = plan->tasks.ptr[i].targets.len};
    if (plan->tasks.len > 1 && index_lookup_uses(context, groups, plan->tasks.len))
        plan_arrange(arena, plan, groups);
}

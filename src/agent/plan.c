/* The order is a topological sort (Kahn's algorithm) that prefers the written order. */
#include "agent/plan.h"

#include "base/buf.h"

bool plan_is_mark(Str line)
{
    return str_equal(str_trim(line), STR("```plan"));
}

static bool take_u32(Str *text, uint32_t *number)
{
    uint64_t value;
    size_t end = 0;
    *text = str_trim(*text);
    while (end < text->len && byte_is_digit(text->ptr[end]))
        end++;
    if (!end || end > 6 || !str_parse_u64(str_slice(*text, 0, end), &value))
        return false;
    *number = (uint32_t)value;
    *text = str_from_offset(*text, end);
    return true;
}

static void read_after(Arena *arena, Str text, PlanTask *task)
{
    uint32_t number;
    while (text.len) {
        if (take_u32(&text, &number))
            *VEC_PUSH(arena, &task->after) = number;
        else
            text = str_from_offset(text, 1);
    }
}

static void read_targets(Arena *arena, Str text, PlanTask *task)
{
    Str part;
    while (str_take_until(&text, ',', &part)) {
        part = str_trim(part);
        while (part.len && byte_in(part.ptr[0], "`@"))
            part = str_from_offset(part, 1);
        while (part.len && part.ptr[part.len - 1] == '`')
            part = str_slice(part, 0, part.len - 1);
        if (part.len)
            *VEC_PUSH(arena, &task->targets) = str_copy(arena, part);
    }
}

/* `1. intent (path, path) after 2, 3`. The parentheses of the targets are the last ones. */
static bool read_task(Arena *arena, Str line, PlanTask *task)
{
    if (!take_u32(&line, &task->number) || !line.len || !byte_in(line.ptr[0], ".)"))
        return false;
    line = str_trim(str_from_offset(line, 1));
    size_t close = str_find_last_byte(line, ')');
    Str tail = close == STR_NONE ? (Str){0} : str_trim(str_from_offset(line, close + 1));
    bool has_targets = close != STR_NONE && (!tail.len || str_starts(tail, STR("after")));
    size_t open = has_targets ? str_find_last_byte(str_slice(line, 0, close), '(') : STR_NONE;
    if (open != STR_NONE) {
        read_targets(arena, str_slice(line, open + 1, close), task);
        read_after(arena, tail, task);
        line = str_trim(str_slice(line, 0, open));
    }
    task->intent = str_copy(arena, line);
    return line.len > 0;
}

static bool is_ready(const PlanTask *tasks, size_t count, const PlanTask *task)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < task->after.len; j++)
            if (!tasks[i].done && &tasks[i] != task && tasks[i].number == task->after.ptr[j])
                return false;
    return true;
}

/* Orders the tasks; `done` serves as a mark meanwhile. */
static Plan sort(Arena *arena, PlanTask *tasks, size_t count)
{
    Plan plan = {0};
    while (plan.tasks.len < count) {
        PlanTask *next = NULL, *first = NULL;
        for (size_t i = 0; i < count && !next; i++) {
            if (tasks[i].done)
                continue;
            first = first ? first : &tasks[i];
            next = is_ready(tasks, count, &tasks[i]) ? &tasks[i] : NULL;
        }
        next = next ? next : first;
        next->done = true;
        *VEC_PUSH(arena, &plan.tasks) = *next;
    }
    for (size_t i = 0; i < plan.tasks.len; i++) {
        plan.tasks.ptr[i].done = false;
        plan.tasks.ptr[i].waits = (UINT32_C(1) << i) - 1;
    }
    return plan;
}

Plan plan_read(Arena *arena, Str reply)
{
    PlanTask tasks[PLAN_TASKS_MAX] = {0};
    size_t count = 0;
    bool inside = false;
    Str line;
    while (str_take_line(&reply, &line) && count < PLAN_TASKS_MAX) {
        if (inside && str_starts(str_trim(line), STR("```")))
            break;
        PlanTask task = {0};
        if (inside && read_task(arena, line, &task))
            tasks[count++] = task;
        inside |= plan_is_mark(line);
    }
    return sort(arena, tasks, count);
}

size_t plan_files(Arena *arena, const Plan *plan, const Str **files)
{
    VEC(Str) paths = {0};
    for (size_t i = 0; i < plan->tasks.len; i++)
        for (size_t j = 0; j < plan->tasks.ptr[i].targets.len; j++) {
            Str target = plan->tasks.ptr[i].targets.ptr[j];
            *VEC_PUSH(arena, &paths) =
                str_slice(target, 0, MIN(str_find(target, STR("::")), target.len));
        }
    *files = paths.ptr;
    return paths.len;
}

Str plan_text(Arena *arena, const Plan *plan)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < plan->tasks.len; i++) {
        const PlanTask *task = &plan->tasks.ptr[i];
        buf_printf(&out, "%u. %.*s", task->number, STR_ARG(task->intent));
        for (size_t j = 0; j < task->targets.len; j++)
            buf_printf(&out, "%s%.*s", j ? ", " : " (", STR_ARG(task->targets.ptr[j]));
        buf_put(&out, task->targets.len ? STR(")") : (Str){0});
        for (size_t j = 0; j < task->after.len; j++)
            buf_printf(&out, "%s%u", j ? ", " : " after ", task->after.ptr[j]);
        buf_put_byte(&out, '\n');
    }
    if (plan->why.len)
        buf_printf(&out, "(order: %.*s)\n", STR_ARG(plan->why));
    return buf_str(&out);
}

Json *plan_value(Arena *arena, const Plan *plan)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < plan->tasks.len; i++) {
        const PlanTask *task = &plan->tasks.ptr[i];
        Json *item = json_object(arena), *after = json_array(arena);
        json_set(item, STR("number"), json_u64(arena, task->number));
        json_set(item, STR("intent"), json_str(arena, task->intent));
        json_set(item, STR("targets"), json_texts(arena, task->targets.ptr, task->targets.len));
        for (size_t j = 0; j < task->after.len; j++)
            json_add(after, json_u64(arena, task->after.ptr[j]));
        json_set(item, STR("after"), after);
        json_add(list, item);
    }
    Json *value = json_object(arena);
    json_set(value, STR("tasks"), list);
    json_set_text(arena, value, STR("why"), plan->why);
    return value;
}

static PlanTask task_of(Arena *arena, const Json *item)
{
    PlanTask task = {0};
    uint64_t number;
    const Json *value = json_get(item, STR("number"));
    if (value && value->type == JSON_NUMBER && str_parse_u64(value->text, &number))
        task.number = (uint32_t)MIN(number, (uint64_t)UINT32_MAX);
    task.intent = json_text(item, STR("intent"));
    value = json_get(item, STR("targets"));
    for (const Json *one = value ? value->first : NULL; one; one = one->next)
        if (one->type == JSON_STRING)
            *VEC_PUSH(arena, &task.targets) = one->text;
    value = json_get(item, STR("after"));
    for (const Json *one = value ? value->first : NULL; one; one = one->next)
        if (one->type == JSON_NUMBER && str_parse_u64(one->text, &number))
            *VEC_PUSH(arena, &task.after) = (uint32_t)MIN(number, (uint64_t)UINT32_MAX);
    return task;
}

Plan plan_restore(Arena *arena, Str json)
{
    Plan plan = {0};
    Json *value = NULL;
    Err ignored = {0};
    if (!json.len || !json_parse(arena, json, &value, &ignored))
        return plan;
    const Json *tasks = json_get(value, STR("tasks"));
    for (const Json *item = tasks ? tasks->first : NULL; item && plan.tasks.len < PLAN_TASKS_MAX;
         item = item->next)
        *VEC_PUSH(arena, &plan.tasks) = task_of(arena, item);
    plan.why = json_text(value, STR("why"));
    return plan;
}

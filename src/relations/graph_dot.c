/* Layout by an external `dot`, which reads only our request; its output is checked. */
#include "relations/graph_dot.h"

#include "base/proc.h"

/* Time limit of Graphviz, whose time grows much faster than the graph. */
#define DOT_TIME_MS 30000

bool graph_dot_lay_out(SessionRequest *request, const GraphModel *model, GraphLayout *layout,
                       Err *err)
{
    static const char *const argv[] = {"dot", "-Tplain", NULL};
    ProcResult result;
    Buf text = buf_open(request->arena, 0);
    if (!proc_exists("dot")) {
        err_set(err, ERR_FAILED, "layout: Graphviz's dot is not installed");
        return err_hint(err, "install graphviz, or leave out --layout");
    }
    graph_put_layout_request(&text, *request->scratch, model);
    if (!proc_run(request->arena, argv, buf_str(&text), (ProcLimits){.time_ms = DOT_TIME_MS},
                  &result, err))
        return false;
    if (!result.timed_out && !result.cut && !result.exit_code)
        return graph_layout_from_plain(request->arena, *request->scratch, model, result.output,
                                       layout, err);
    err_set(err, ERR_FAILED, "layout: dot %s", result.timed_out ? "took too long" : "failed");
    return err_hint(err, "leave out --layout, or ask for fewer nodes with --limit");
}

/* Findings of a review: all of them at the top of the page, and each again at the symbol whose
   block shows its line. */
#include "text/secrets.h"
#include "view/diff_page_parts.h"
#include "view/html.h"

#define FINDINGS_SHOWN 200

/* The side that the finding is about, or NULL. */
static CodeSide *side_of(const PageState *state, const DiffFinding *finding)
{
    for (size_t i = 0; i < state->set->files.len; i++) {
        const ChangedFile *file = &state->set->files.ptr[i];
        if (str_equal(finding->gone ? file->old.path : file->new.path, finding->path))
            return finding->gone ? &state->old[i] : &state->new[i];
    }
    return NULL;
}

/* Hides the finding's lines and every other line of the file that looks like a secret, because not
   every secret has a finding. */
static void hide_lines(const PageState *state, CodeSide *code, const DiffFinding *finding)
{
    uint32_t first = MAX(finding->line, 1u);
    uint32_t last = finding->line ? MAX(finding->last, finding->line) : code->count;
    if (!code->secret)
        code->secret = NEW(state->arena, bool, (size_t)code->count + 2);
    for (uint32_t line = 1; line <= code->count; line++) {
        Str text = str_slice(code->side->text, code->starts[line], code->starts[line + 1]);
        bool own = line >= first && line <= last;
        code->secret[line] = code->secret[line] || own || secret_find(text);
    }
}

void page_plan_findings(PageState *state)
{
    const DiffFindings *findings = state->page->findings;
    if (!findings)
        return;
    state->finding_blocks = NEW(state->arena, uint32_t, findings->rows.len);
    for (size_t i = 0; i < findings->rows.len; i++) {
        const DiffFinding *finding = &findings->rows.ptr[i];
        CodeSide *code = side_of(state, finding);
        if (code && finding->line <= code->count)
            state->finding_blocks[i] = code->blocks[finding->line];
        if (code && finding->secret)
            hide_lines(state, code, finding);
    }
}

static void put_finding(Buf *out, const PageState *state, const DiffFinding *finding,
                        uint32_t link_to)
{
    buf_put(out, STR("<li class=\""));
    html_put_text(out, finding->severity);
    buf_put(out, STR("\"><span class=\"rule\">"));
    html_put_text(out, finding->severity);
    buf_put(out, STR(" "));
    html_put_text(out, finding->rule);
    buf_put(out, STR("</span>"));
    html_put_text(out, finding->message);
    if (finding->suggestion.len) {
        buf_put(out, STR("<div class=\"soft\">To do: "));
        html_put_text(out, finding->suggestion);
        buf_put(out, STR("</div>"));
    }
    buf_put(out, STR(" <span class=\"place\">"));
    html_put_text(out, finding->path);
    if (finding->line)
        buf_printf(out, ":%u", finding->line);
    buf_put(out, STR("</span>"));
    if (link_to) {
        buf_put(out, STR(" "));
        page_put_link(out, state, link_to);
    }
    buf_put(out, STR("</li>\n"));
}

void page_put_findings(Buf *out, const PageState *state, uint32_t block)
{
    const DiffFindings *findings = state->page->findings;
    size_t count = 0;
    for (size_t i = 0; findings && i < findings->rows.len; i++) {
        if (state->finding_blocks[i] != block)
            continue;
        buf_put(out, count++ ? (Str){0} : STR("<ul class=\"findings\">\n"));
        put_finding(out, state, &findings->rows.ptr[i], 0);
    }
    buf_put(out, count ? STR("</ul>\n") : (Str){0});
}

void page_put_verdict(Buf *out, const PageState *state)
{
    const DiffFindings *findings = state->page->findings;
    if (!findings)
        return;
    size_t shown = MIN(findings->rows.len, (size_t)FINDINGS_SHOWN);
    bool approved = str_equal(findings->verdict, STR("approved"));
    buf_printf(out,
               "<section class=\"box %s\" id=\"review\"><h2>Review: ", approved ? "ok" : "bad");
    html_put_text(out, findings->verdict);
    buf_put(out, STR(", risk "));
    html_put_text(out, findings->risk);
    buf_put(out, STR("</h2> <span class=\"soft\">"));
    html_put_text(out, findings->summary);
    buf_put(out, STR("</span>\n"));
    buf_put(out, shown ? STR("<ul class=\"findings\">\n") : (Str){0});
    for (size_t i = 0; i < shown; i++)
        put_finding(out, state, &findings->rows.ptr[i], state->finding_blocks[i]);
    if (findings->rows.len > shown)
        buf_printf(out, "<li>%zu more</li>\n", findings->rows.len - shown);
    buf_put(out, shown ? STR("</ul></section>\n") : STR("</section>\n"));
}

#include "app/commands.h"
#include "lsp/lsp.h"

static const char *const examples[] = {"lsp", NULL};

static bool run(ToolCall *call, Err *err)
{
    return lsp_serve(call->context, &call->exit_code, err);
}

const Tool command_lsp = {
    .name = "lsp",
    .summary = "Serves outline, references and findings to editors (Language Server Protocol)",
    .about =
        "Uses standard input and output, and ends with its client. It answers for every language "
        "that fovea reads: outline, definition, references, symbols of the repository, hover. "
        "The findings of `fovea review` come as diagnostics while you type. It adds to a "
        "language's own server and does not replace it: there is no completion.\n\n"
        "docs/lsp.md says how editors and agents are set up.",
    .examples = examples,
    .text_only = true,
    .run = run,
};

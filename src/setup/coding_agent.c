#include "setup/coding_agent.h"

#include "base/fs.h"
#include "base/path.h"
#include "base/proc.h"
#include "text/nearest.h"

#define STDIO_ENTRY \
    "{\"type\": \"stdio\", \"command\": \"@\", \"args\": [\"mcp\", \"--profile\", \"agent\"]}"
#define PLAIN_ENTRY "{\"command\": \"@\", \"args\": [\"mcp\", \"--profile\", \"agent\"]}"

/* Endings of files whose calls are followed, with the editors' names of their languages. */
#define EXTENSIONS \
    "\".c\": \"c\", \".h\": \"c\", \".cc\": \"cpp\", \".cpp\": \"cpp\", " \
    "\".hpp\": \"cpp\", \".cs\": \"csharp\", \".dart\": \"dart\", \".ex\": \"elixir\", " \
    "\".exs\": \"elixir\", \".go\": \"go\", \".hs\": \"haskell\", \".java\": \"java\", " \
    "\".js\": \"javascript\", \".jsx\": \"javascriptreact\", \".mjs\": \"javascript\", " \
    "\".kt\": \"kotlin\", \".lua\": \"lua\", \".ml\": \"ocaml\", \".php\": \"php\", " \
    "\".pl\": \"perl\", \".py\": \"python\", \".rb\": \"ruby\", \".rs\": \"rust\", " \
    "\".scala\": \"scala\", \".sh\": \"shellscript\", \".swift\": \"swift\", " \
    "\".ts\": \"typescript\", \".tsx\": \"typescriptreact\", \".vue\": \"vue\", " \
    "\".zig\": \"zig\""
#define EXTENSION_LIST \
    "\".c\", \".h\", \".cc\", \".cpp\", \".hpp\", \".cs\", \".dart\", \".ex\", \".exs\", " \
    "\".go\", \".hs\", \".java\", \".js\", \".jsx\", \".mjs\", \".kt\", \".lua\", " \
    "\".ml\", \".php\", \".pl\", \".py\", \".rb\", \".rs\", \".scala\", \".sh\", " \
    "\".swift\", \".ts\", \".tsx\", \".vue\", \".zig\""

static const char neovim_text[] =
    "-- fovea's language server: fovea setup neovim\n"
    "local clients = {}\n"
    "vim.api.nvim_create_autocmd('FileType', {\n"
    "  group = vim.api.nvim_create_augroup('fovea', {}),\n"
    "  callback = function(event)\n"
    "    local name = vim.api.nvim_buf_get_name(event.buf)\n"
    "    if vim.bo[event.buf].buftype ~= '' or name == '' then return end\n"
    "    local above = vim.fn.fnamemodify(name, ':p:h') .. ';'\n"
    "    local folder, file = vim.fn.finddir('.git', above), vim.fn.findfile('.git', above)\n"
    "    local root = folder ~= '' and vim.fn.fnamemodify(folder, ':p:h:h')\n"
    "      or file ~= '' and vim.fn.fnamemodify(file, ':p:h')\n"
    "    if not root then return end\n"
    "    local server = { name = 'fovea', cmd = { \"@\", 'lsp' }, root_dir = root }\n"
    "    if vim.lsp.start then return vim.lsp.start(server) end\n"
    "    clients[root] = clients[root] or vim.lsp.start_client(server)\n"
    "    vim.lsp.buf_attach_client(event.buf, clients[root])\n"
    "  end,\n"
    "})\n";
static const char emacs_text[] =
    ";;; fovea-lsp.el --- fovea's language server for eglot: fovea setup emacs\n"
    "(with-eval-after-load 'eglot\n"
    "  (add-to-list 'eglot-server-programs '(prog-mode . (\"@\" \"lsp\")) t))\n";
static const char plugin_text[] = "{\n"
                                  "  \"name\": \"fovea-lsp\",\n"
                                  "  \"version\": \"1.0.0\",\n"
                                  "  \"lspServers\": {\n"
                                  "    \"fovea\": {\n"
                                  "      \"command\": \"@\",\n"
                                  "      \"args\": [\"lsp\"],\n"
                                  "      \"extensionToLanguage\": {" EXTENSIONS "}\n"
                                  "    }\n"
                                  "  }\n"
                                  "}\n";

static const char skill_text[] = {
#include "setup_skill_md.inc"
    0};
static const char instructions_text[] = {
#include "setup_instructions_md.inc"
    0};

static const Agent agents[] = {
#include "setup/agents.def"
};

size_t coding_agent_count(void)
{
    return COUNT(agents);
}

const Agent *coding_agent_at(size_t index)
{
    return &agents[index];
}

bool coding_agent_find(Str name, const Agent **agent, Err *err)
{
    Str names[COUNT(agents)];
    for (size_t i = 0; i < COUNT(agents); i++) {
        names[i] = str_from(agents[i].name);
        *agent = &agents[i];
        if (str_equal(names[i], name) || str_equal(str_from(agents[i].program), name))
            return true;
    }
    Str near = nearest_find(name, names, COUNT(names));
    err_set(err, ERR_USAGE, "setup: unknown agent '%.*s'", STR_ARG(name));
    if (near.len)
        return err_hint(err, "did you mean fovea setup %.*s? fovea setup lists all", STR_ARG(near));
    return err_hint(err, "fovea setup lists all; for any other MCP client, use the command fovea "
                         "with the argument mcp");
}

bool coding_agent_is_editor(const Agent *agent)
{
    return strcmp(agent->items[0].what, "language server") == 0;
}

bool coding_agent_is_installed(Arena scratch, const Agent *agent)
{
    Str home = coding_agent_path(&scratch, str_from(agent->home));
    return proc_exists(agent->program) || (home.len && fs_is_directory(&scratch, home));
}

Str coding_agent_path(Arena *arena, Str path)
{
    if (str_starts(path, STR("${"))) {
        size_t separator = str_find(path, STR(":-")), end = str_find_byte(path, '}');
        assert(separator != STR_NONE && end != STR_NONE);
        const char *name = str_terminate(arena, str_slice(path, 2, separator));
        Str value = fs_environment(name);
        if (!path_is_absolute(value))
            value = str_slice(path, separator + 2, end);
        path = str_join(arena, value, str_from_offset(path, end + 1));
    }
    if (!str_starts(path, STR("~")))
        return path;
    Str home = fs_environment("HOME");
    return path_is_absolute(home) ? str_join(arena, home, str_from_offset(path, 1)) : (Str){0};
}

Str coding_agent_shown_path(Arena *arena, Str path)
{
    Str home = fs_environment("HOME");
    if (home.len < 2 || !path_is_inside(path, home))
        return path;
    return str_join(arena, STR("~"), str_from_offset(path, home.len));
}

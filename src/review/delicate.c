/* One table of places, each with its reason. A slash at the end of a place: all files below. A star
   at one end of its last part: any bytes there. A place counts wherever in the tree it is. */
#include "review/delicate.h"

#include "review/policy.h"

typedef struct DelicatePlace {
    Str place; /* in lower case */
    const char *what;
} DelicatePlace;

static const DelicatePlace places[] = {
    {STR_INIT(".github/workflows/"), "it defines a CI job"},
    {STR_INIT(".github/actions/"), "it defines a CI job"},
    {STR_INIT(".github/dependabot.yml"), "it defines a CI job"},
    {STR_INIT(".github/renovate.json"), "it defines a CI job"},
    {STR_INIT("action.yml"), "it defines a CI job"},
    {STR_INIT("action.yaml"), "it defines a CI job"},
    {STR_INIT(".gitlab-ci.yml"), "it defines a CI job"},
    {STR_INIT(".gitlab-ci.yaml"), "it defines a CI job"},
    {STR_INIT("*.gitlab-ci.yml"), "it defines a CI job"},
    {STR_INIT(".gitlab/ci/"), "it defines a CI job"},
    {STR_INIT("jenkinsfile"), "it defines a CI job"},
    {STR_INIT("jenkinsfile.groovy"), "it defines a CI job"},
    {STR_INIT("jenkinsfile-*"), "it defines a CI job"},
    {STR_INIT("*.jenkinsfile"), "it defines a CI job"},
    {STR_INIT(".circleci/"), "it defines a CI job"},
    {STR_INIT(".travis.yml"), "it defines a CI job"},
    {STR_INIT("azure-pipelines*"), "it defines a CI job"},
    {STR_INIT(".azure-pipelines/"), "it defines a CI job"},
    {STR_INIT(".azuredevops/"), "it defines a CI job"},
    {STR_INIT("bitbucket-pipelines.yml"), "it defines a CI job"},
    {STR_INIT(".buildkite/"), "it defines a CI job"},
    {STR_INIT(".drone.yml"), "it defines a CI job"},
    {STR_INIT(".drone.yaml"), "it defines a CI job"},
    {STR_INIT(".drone.star"), "it defines a CI job"},
    {STR_INIT(".drone.jsonnet"), "it defines a CI job"},
    {STR_INIT(".woodpecker/"), "it defines a CI job"},
    {STR_INIT(".woodpecker.yml"), "it defines a CI job"},
    {STR_INIT(".woodpecker.yaml"), "it defines a CI job"},
    {STR_INIT(".forgejo/workflows/"), "it defines a CI job"},
    {STR_INIT(".gitea/workflows/"), "it defines a CI job"},
    {STR_INIT(".teamcity/"), "it defines a CI job"},
    {STR_INIT(".semaphore/"), "it defines a CI job"},
    {STR_INIT("appveyor.yml"), "it defines a CI job"},
    {STR_INIT(".appveyor.yml"), "it defines a CI job"},
    {STR_INIT(".cirrus.yml"), "it defines a CI job"},
    {STR_INIT(".cirrus.star"), "it defines a CI job"},
    {STR_INIT("cloudbuild.yaml"), "it defines a CI job"},
    {STR_INIT("cloudbuild.yml"), "it defines a CI job"},
    {STR_INIT("cloudbuild.json"), "it defines a CI job"},
    {STR_INIT("buildspec.yml"), "it defines a CI job"},
    {STR_INIT("buildspec.yaml"), "it defines a CI job"},
    {STR_INIT("codemagic.yaml"), "it defines a CI job"},
    {STR_INIT("bitrise.yml"), "it defines a CI job"},
    {STR_INIT(".build.yml"), "it defines a CI job"},
    {STR_INIT(".builds/"), "it defines a CI job"},
    {STR_INIT(".tekton/"), "it defines a CI job"},
    {STR_INIT(".harness/"), "it defines a CI job"},
    {STR_INIT("wercker.yml"), "it defines a CI job"},
    {STR_INIT("codefresh.yml"), "it defines a CI job"},
    {STR_INIT(".codefresh/"), "it defines a CI job"},
    {STR_INIT(".concourse/"), "it defines a CI job"},
    {STR_INIT("concourse.yml"), "it defines a CI job"},
    {STR_INIT(".zuul.yaml"), "it defines a CI job"},
    {STR_INIT(".zuul.d/"), "it defines a CI job"},
    {STR_INIT("zuul.yaml"), "it defines a CI job"},
    {STR_INIT(".packit.yaml"), "it defines a CI job"},
    {STR_INIT(".taskcluster.yml"), "it defines a CI job"},
    {STR_INIT(".screwdriver.yaml"), "it defines a CI job"},
    {STR_INIT("screwdriver.yaml"), "it defines a CI job"},
    {STR_INIT(".gitpod.yml"), "it defines a CI job"},
    {STR_INIT(".gitpod.dockerfile"), "it defines a CI job"},
    {STR_INIT(".sourcehut/"), "it defines a CI job"},
    {STR_INIT(".prow/"), "it defines a CI job"},
    {STR_INIT(".prow.yaml"), "it defines a CI job"},
    {STR_INIT(".evergreen.yml"), "it defines a CI job"},
    {STR_INIT("evergreen.yml"), "it defines a CI job"},
    {STR_INIT("netlify.toml"), "it defines a CI job"},
    {STR_INIT("vercel.json"), "it defines a CI job"},
    {STR_INIT(".readthedocs.yaml"), "it defines a CI job"},
    {STR_INIT(".readthedocs.yml"), "it defines a CI job"},
    {STR_INIT("readthedocs.yml"), "it defines a CI job"},
    {STR_INIT(".mergify.yml"), "it defines a CI job"},
    {STR_INIT("renovate.json"), "it defines a CI job"},
    {STR_INIT(".releaserc*"), "it defines a CI job"},
    {STR_INIT(".goreleaser.yml"), "it defines a CI job"},
    {STR_INIT(".goreleaser.yaml"), "it defines a CI job"},
    {STR_INIT("codeowners"), "it says who must approve changes"},
    {STR_INIT(".husky/"), "git runs it as a hook"},
    {STR_INIT(".huskyrc*"), "git runs it as a hook"},
    {STR_INIT(".githooks/"), "git runs it as a hook"},
    {STR_INIT(".git-hooks/"), "git runs it as a hook"},
    {STR_INIT("git-hooks/"), "git runs it as a hook"},
    {STR_INIT("githooks/"), "git runs it as a hook"},
    {STR_INIT(".hooks/"), "git runs it as a hook"},
    {STR_INIT(".pre-commit-config.yaml"), "git runs it as a hook"},
    {STR_INIT(".pre-commit-config.yml"), "git runs it as a hook"},
    {STR_INIT(".pre-commit-hooks.yaml"), "git runs it as a hook"},
    {STR_INIT("lefthook*"), "git runs it as a hook"},
    {STR_INIT(".lefthook/"), "git runs it as a hook"},
    {STR_INIT(".lefthook-local/"), "git runs it as a hook"},
    {STR_INIT(".lefthook.*"), "git runs it as a hook"},
    {STR_INIT(".overcommit.yml"), "git runs it as a hook"},
    {STR_INIT("overcommit.yml"), "git runs it as a hook"},
    {STR_INIT(".simple-git-hooks*"), "git runs it as a hook"},
    {STR_INIT("simple-git-hooks*"), "git runs it as a hook"},
    {STR_INIT(".lintstagedrc*"), "git runs it as a hook"},
    {STR_INIT("lint-staged.config.*"), "git runs it as a hook"},
    {STR_INIT(".captainhook.json"), "git runs it as a hook"},
    {STR_INIT("captainhook.json"), "git runs it as a hook"},
    {STR_INIT("grumphp.yml"), "git runs it as a hook"},
    {STR_INIT("cog.toml"), "git runs it as a hook"},
    {STR_INIT(".gitattributes"), "git can run programs by it"},
    {STR_INIT(".gitconfig"), "git can run programs by it"},
    {STR_INIT("gitconfig"), "git can run programs by it"},
    {STR_INIT(".gitmodules"), "git fetches other repositories by it"},
    {STR_INIT(".vscode/"), "an editor runs what it says"},
    {STR_INIT(".vs/"), "an editor runs what it says"},
    {STR_INIT("*.code-workspace"), "an editor runs what it says"},
    {STR_INIT(".idea/"), "an editor runs what it says"},
    {STR_INIT(".run/"), "an editor runs what it says"},
    {STR_INIT(".fleet/"), "an editor runs what it says"},
    {STR_INIT(".zed/"), "an editor runs what it says"},
    {STR_INIT(".nova/"), "an editor runs what it says"},
    {STR_INIT(".helix/"), "an editor runs what it says"},
    {STR_INIT("*.sublime-project"), "an editor runs what it says"},
    {STR_INIT(".devcontainer/"), "an editor runs what it says"},
    {STR_INIT(".devcontainer.json"), "an editor runs what it says"},
    {STR_INIT(".devcontainer*"), "an editor runs what it says"},
    {STR_INIT(".dir-locals.el"), "an editor runs what it says"},
    {STR_INIT(".dir-locals-2.el"), "an editor runs what it says"},
    {STR_INIT(".exrc"), "an editor runs what it says"},
    {STR_INIT(".vimrc"), "an editor runs what it says"},
    {STR_INIT(".nvimrc"), "an editor runs what it says"},
    {STR_INIT(".nvim.lua"), "an editor runs what it says"},
    {STR_INIT(".lvimrc"), "an editor runs what it says"},
    {STR_INIT(".projections.json"), "an editor runs what it says"},
    {STR_INIT(".kakrc"), "an editor runs what it says"},
    {STR_INIT(".ycm_extra_conf.py"), "an editor runs what it says"},
    {STR_INIT(".settings/"), "an editor runs what it says"},
    {STR_INIT(".project"), "an editor runs what it says"},
    {STR_INIT(".theia/"), "an editor runs what it says"},
    {STR_INIT("devfile.yaml"), "an editor runs what it says"},
    {STR_INIT(".devfile.yaml"), "an editor runs what it says"},
    {STR_INIT(".envrc*"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".env"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".env.*"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".direnv/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".mise.toml"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".mise.*"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT("mise.toml"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT("mise.local.toml"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".mise/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".config/mise/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".config/mise.toml"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".tool-versions"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".rtx.toml"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".asdfrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".autoenv*"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".autoenv/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".shadowenv.d/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT("devenv.nix"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".devenv/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT("devbox.json"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".flox/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".bashrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".bash_profile"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".profile"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".zshrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".zshenv"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".zprofile"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".zlogin"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".kshrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".cshrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".config/fish/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".screenrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".tmux.conf"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".tmuxinator.yml"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".tmuxinator/"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".inputrc"), "a shell or a tool runs it when the folder is opened"},
    {STR_INIT(".npmrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".yarnrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".yarnrc.yml"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".yarn/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pnpmfile.cjs"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("pnpmfile.js"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pnpmfile.mjs"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".bunfig.toml"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("bunfig.toml"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pypirc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("pip.conf"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pip/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("uv.toml"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".cargo/config"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".cargo/config.toml"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".cargo/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".bazelrc*"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("*.bazelrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".bazeliskrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("tools/bazel"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".buckconfig*"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pantsrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".gemrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".bundle/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".curlrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".wgetrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".netrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".gdbinit*"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".lldbinit*"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("gdbinit"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".rgrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".ripgreprc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".irbrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pryrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".rspec"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pythonrc*"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".pythonstartup"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("sitecustomize.py"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("usercustomize.py"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".rprofile"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".renviron"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".ghci"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".iex.exs"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".psqlrc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".sqliterc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".my.cnf"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".octaverc"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".mvn/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".gradle/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("init.gradle"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("gradle/wrapper/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("gradle-wrapper.properties"),
     "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".sbtopts"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".jvmopts"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".ssh/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".docker/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".kube/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".aws/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".gnupg/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".watchmanconfig"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".watchman-hooks/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".stack/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".cabal/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".config/git/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".jupyter/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT(".ipython/"), "a tool runs what it says, or fetches from where it says"},
    {STR_INIT("agents.md"), "agents follow it, or start programs by it"},
    {STR_INIT("agents.override.md"), "agents follow it, or start programs by it"},
    {STR_INIT("agent.md"), "agents follow it, or start programs by it"},
    {STR_INIT("claude.md"), "agents follow it, or start programs by it"},
    {STR_INIT("claude.local.md"), "agents follow it, or start programs by it"},
    {STR_INIT("gemini.md"), "agents follow it, or start programs by it"},
    {STR_INIT("qwen.md"), "agents follow it, or start programs by it"},
    {STR_INIT("crush.md"), "agents follow it, or start programs by it"},
    {STR_INIT("warp.md"), "agents follow it, or start programs by it"},
    {STR_INIT("conventions.md"), "agents follow it, or start programs by it"},
    {STR_INIT(".claude/"), "agents follow it, or start programs by it"},
    {STR_INIT(".claude.json"), "agents follow it, or start programs by it"},
    {STR_INIT(".cursor/"), "agents follow it, or start programs by it"},
    {STR_INIT(".cursorrules"), "agents follow it, or start programs by it"},
    {STR_INIT(".cursorignore"), "agents follow it, or start programs by it"},
    {STR_INIT(".mcp.json"), "agents follow it, or start programs by it"},
    {STR_INIT("mcp.json"), "agents follow it, or start programs by it"},
    {STR_INIT(".mcp/"), "agents follow it, or start programs by it"},
    {STR_INIT(".codex/"), "agents follow it, or start programs by it"},
    {STR_INIT(".agents/"), "agents follow it, or start programs by it"},
    {STR_INIT(".agent/"), "agents follow it, or start programs by it"},
    {STR_INIT(".gemini/"), "agents follow it, or start programs by it"},
    {STR_INIT(".qwen/"), "agents follow it, or start programs by it"},
    {STR_INIT(".opencode/"), "agents follow it, or start programs by it"},
    {STR_INIT("opencode.json"), "agents follow it, or start programs by it"},
    {STR_INIT("opencode.jsonc"), "agents follow it, or start programs by it"},
    {STR_INIT(".crush.json"), "agents follow it, or start programs by it"},
    {STR_INIT("crush.json"), "agents follow it, or start programs by it"},
    {STR_INIT(".aider*"), "agents follow it, or start programs by it"},
    {STR_INIT(".cline/"), "agents follow it, or start programs by it"},
    {STR_INIT(".clinerules*"), "agents follow it, or start programs by it"},
    {STR_INIT(".clinerules/"), "agents follow it, or start programs by it"},
    {STR_INIT(".roo/"), "agents follow it, or start programs by it"},
    {STR_INIT(".roorules*"), "agents follow it, or start programs by it"},
    {STR_INIT(".roomodes"), "agents follow it, or start programs by it"},
    {STR_INIT(".kilocode/"), "agents follow it, or start programs by it"},
    {STR_INIT(".kilocodemodes"), "agents follow it, or start programs by it"},
    {STR_INIT(".windsurf/"), "agents follow it, or start programs by it"},
    {STR_INIT(".windsurfrules"), "agents follow it, or start programs by it"},
    {STR_INIT(".codeium/"), "agents follow it, or start programs by it"},
    {STR_INIT(".continue/"), "agents follow it, or start programs by it"},
    {STR_INIT(".continuerc.json"), "agents follow it, or start programs by it"},
    {STR_INIT(".continuerules"), "agents follow it, or start programs by it"},
    {STR_INIT(".amazonq/"), "agents follow it, or start programs by it"},
    {STR_INIT(".kiro/"), "agents follow it, or start programs by it"},
    {STR_INIT(".junie/"), "agents follow it, or start programs by it"},
    {STR_INIT(".augment/"), "agents follow it, or start programs by it"},
    {STR_INIT(".augment-guidelines"), "agents follow it, or start programs by it"},
    {STR_INIT(".trae/"), "agents follow it, or start programs by it"},
    {STR_INIT(".goose/"), "agents follow it, or start programs by it"},
    {STR_INIT(".goosehints"), "agents follow it, or start programs by it"},
    {STR_INIT(".openhands/"), "agents follow it, or start programs by it"},
    {STR_INIT(".factory/"), "agents follow it, or start programs by it"},
    {STR_INIT(".amp/"), "agents follow it, or start programs by it"},
    {STR_INIT(".zencoder/"), "agents follow it, or start programs by it"},
    {STR_INIT(".rules"), "agents follow it, or start programs by it"},
    {STR_INIT(".rules/"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/copilot-instructions.md"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/instructions/"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/prompts/"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/chatmodes/"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/agents/"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/hooks/"), "agents follow it, or start programs by it"},
    {STR_INIT(".copilot/"), "agents follow it, or start programs by it"},
    {STR_INIT("skill.md"), "agents follow it, or start programs by it"},
    {STR_INIT(".skills/"), "agents follow it, or start programs by it"},
    {STR_INIT(".pi/"), "agents follow it, or start programs by it"},
    {STR_INIT(".tabnine/"), "agents follow it, or start programs by it"},
    {STR_INIT(".cody/"), "agents follow it, or start programs by it"},
    {STR_INIT(".sourcegraph/"), "agents follow it, or start programs by it"},
    {STR_INIT("codex.md"), "agents follow it, or start programs by it"},
    {STR_INIT(".github/skills/"), "agents follow it, or start programs by it"},
    {STR_INIT(".fovea.toml"), "it configures this program"},
    {STR_INIT(".fovea.json"), "it configures this program"},
    {STR_INIT(".fovea/"), "it configures this program"},
    {STR_INIT(".config/fovea/"), "it configures this program"},
    {STR_INIT(REVIEW_POLICY_NAME), "it is the policy of reviews"},
};

static bool is_there(Str rest, Str place)
{
    if (str_ends(place, STR("/")))
        return str_starts(rest, place);
    if (str_find_byte(rest, '/') != STR_NONE && str_find_byte(place, '/') == STR_NONE)
        return false;
    if (str_ends(place, STR("*")))
        return str_starts(rest, str_slice(place, 0, place.len - 1));
    if (str_starts(place, STR("*")))
        return str_ends(rest, str_from_offset(place, 1));
    return str_equal(rest, place);
}

const char *delicate_find(Str path)
{
    for (size_t at = 0; at < path.len; at++) {
        Str rest = str_from_offset(path, at);
        if (at && path.ptr[at - 1] != '/')
            continue;
        for (size_t i = 0; i < COUNT(places); i++)
            if (is_there(rest, places[i].place))
                return places[i].what;
    }
    return NULL;
}

/* ---- what a task names ---- */

static bool is_name_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "./-");
}

/* Whether a word of the text says to leave something alone. */
static bool has_denial(Str text)
{
    static const Str words[] = {STR_INIT("not"),    STR_INIT("n't"),     STR_INIT("never"),
                                STR_INIT("no"),     STR_INIT("without"), STR_INIT("except"),
                                STR_INIT("leave"),  STR_INIT("keep"),    STR_INIT("avoid"),
                                STR_INIT("ignore"), STR_INIT("besides"), STR_INIT("cannot"),
                                STR_INIT("dont")};
    while (text.len) {
        size_t end = 0;
        while (end < text.len && (byte_is_word(text.ptr[end]) || text.ptr[end] == '\''))
            end++;
        Str word = str_slice(text, 0, end);
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_equal(word, words[i]) ||
                (word.len > words[i].len && i == 1 && str_ends(word, words[i])))
                return true;
        text = str_from_offset(text, MAX(end, (size_t)1));
    }
    return false;
}

/* The part of a text after the end of its last sentence. */
static Str last_clause(Str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++)
        if (byte_in(text.ptr[i], "\n;!?") ||
            (text.ptr[i] == '.' && i + 1 < text.len && byte_is_space(text.ptr[i + 1])))
            from = i + 1;
    return str_from_offset(text, from);
}

/* Whether the text has the name as a word of its own, in a sentence that does not deny it. */
static bool names(Str text, Str name)
{
    for (size_t at = 0; name.len && at + name.len <= text.len; at++) {
        Str after = str_from_offset(text, at + name.len);
        if (!str_starts(str_from_offset(text, at), name) ||
            (at && is_name_byte(text.ptr[at - 1]) && text.ptr[at - 1] != '/'))
            continue;
        bool ends = !after.len || !is_name_byte(after.ptr[0]) || after.ptr[0] == '/' ||
                    (after.ptr[0] == '.' && (after.len == 1 || byte_is_space(after.ptr[1])));
        if (ends && !has_denial(last_clause(str_slice(text, 0, at))))
            return true;
    }
    return false;
}

bool delicate_is_named(Arena *arena, Str task, Str path)
{
    Str text = str_lower(arena, task), lower = str_lower(arena, path);
    size_t slash = str_find_last_byte(lower, '/');
    if (names(text, lower) ||
        names(text, str_from_offset(lower, slash == STR_NONE ? 0 : slash + 1)))
        return true;
    for (size_t at = 0; at < lower.len; at++) {
        bool is_folder = lower.ptr[at] == '/' && lower.ptr[0] == '.';
        if (is_folder && names(text, str_slice(lower, 0, at)))
            return true;
    }
    return false;
}

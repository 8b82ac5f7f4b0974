# Short names for what CMake, tests/run and the scripts do. Usage: make help
# Variables: T=word (which tests), L=language (quality), R=trees (bench-engine), F=name S=seconds (fuzzing), PREFIX,
# DESTDIR (install), FOVEA_DEPS_DIR (folder of the compiled grammars; default build/deps).
PREFIX ?= /usr/local
S ?= 60
NINJA = cmake --build
DEPS = $(or $(FOVEA_DEPS_DIR),$(CURDIR)/build/deps)
# folder, preset, variant of the grammar archives
CONFIGURE = @deps/build.sh $(DEPS) $(3) && \
	{ test -f $(1)/build.ninja || cmake --preset $(2) --log-level=WARNING >/dev/null; }

##@ build
all: ## the program build/fovea and both libraries; installs missing packages when run by root
	@scripts/setup.sh build
	$(call CONFIGURE,build,release,release)
	@$(NINJA) build

program: # what the tests need
	@scripts/setup.sh build
	$(call CONFIGURE,build,release,release)
	@$(NINJA) build --target fovea tests

deps: ## the grammar archives
	@scripts/setup.sh build
	@deps/build.sh $(DEPS)

dev: ## the sanitizer build in build-dev/
	@scripts/setup.sh build
	$(call CONFIGURE,build-dev,dev,asan)
	@$(NINJA) build-dev
	@$(NINJA) build-dev --target tests

##@ tests of a change
test: program ## every fast test, or those that T=word selects
	@scripts/setup.sh test
	@tests/run $(T)

test-slow: program ## tests that take seconds: whole indexes, servers, databases (tests/slow/units)
	@tests/run --slow

test-dev: dev ## both under sanitizers
	@FOVEA_BUILD=build-dev tests/run $(T)
	@$(if $(T),,FOVEA_BUILD=build-dev tests/run --slow)

##@ tests of a subject, longer
test-npm: program ## TOON compared with its reference implementation, which npm installs into the build
	@tests/wire/toon_reference

test-tokens: program ## the estimate of tokens compared with tokenizers, which npm installs into the build; TREE, default this one
	@nice tests/slow/token_counts.sh "$(or $(TREE),$(CURDIR))"

test-conformance: program ## the official MCP suite, which npm installs into the build, both eras
	@$(NINJA) build --target conformance_server
	@tests/wire/conformance

test-review: program ## SARIF checked by Microsoft's multitool and the action by its schema, which npm installs into the build
	@tests/wire/review_formats

test-faults: program ## the index killed, damaged, starved, crowded; K kills, S seconds
	node tests/slow/index_faults.mjs $(CURDIR)/build/fovea $(or $(TREE),$(CURDIR)/src) $(or $(K),200) $(or $(S),60)
	node tests/slow/embed_faults.mjs $(CURDIR)/build/fovea $(CURDIR)/src/base $(or $(K),60)

test-edit-kills: program ## fovea edit is killed, has a full disk, two agents, an editor that saves meanwhile; K kills, S seconds each
	nice node tests/slow/edit_kills.mjs $(CURDIR)/build/fovea $(or $(K),200) $(S)

test-checkouts: program ## queries the server for S seconds while two branches of TREE, a git repository, are checked out in turn
	nice node tests/slow/checkouts.mjs $(CURDIR)/build/fovea "$(or $(TREE),$$(bench/corpora.sh redis-repo))" $(S)

test-live: program ## files, branches, cache, disk and daemon change under a server, each answer checked against the text; N steps, SEED
	node tests/slow/live_soak.mjs $(CURDIR)/build/fovea $(or $(N),200) $(or $(SEED),1)

test-forms: program ## every question in every form, cold, loaded and by the server, has the answer of a full load; R="redis-repo django", N symbols
	@cmake --build build --target fresh && R="$(R)" N="$(N)" tests/slow/forms.sh

test-first-look: program ## a large tree without an index: what answers say during the build, what ^C leaves; a minute
	nice node tests/slow/first_look.mjs $(CURDIR)/build/fovea

test-edits: program ## a repository of 840,000 symbols is edited between questions; half a minute
	nice node tests/slow/edits.mjs $(CURDIR)/build/fovea

CHURN = $(or $(R),flask gin express jsoup redis rxjs ripgrep tinyxml2)
test-churn: program ## random edits and moves on R="flask gin …": an updated index equals a rebuilt one; N steps, SEED, LIVE=1: in memory too
	@$(NINJA) build --target churn
	@nice tests/slow/churn.sh $(or $(N),200) $(or $(SEED),1) $(CHURN)

test-ceilings: program ## no answer about TREE is larger than its tool's ceiling, in any form; N calls of each command
	@nice node tests/slow/ceilings.mjs $(CURDIR)/build/fovea $(or $(TREE),$(CURDIR)) $(or $(N),60)

test-agree: program ## callers, their heads and symbol agree on the count, for N symbols of TREE
	@nice node tests/slow/agree.mjs $(CURDIR)/build/fovea $(or $(TREE),$(CURDIR)) $(N)

agent-window: program ## what the agent's window has of 60 commits' files and functions, and of 30 stack traces; GITDIRS="…"
	node bench/agent_window.mjs build/fovea $(GITDIRS)
quality-search: program ## context recall of explore, from commit messages to changed functions; GITDIRS="…"
	node bench/quality_search.mjs build/fovea $(GITDIRS)

tune-search: program ## fits the weights of search to the questions in TUNE, repositories as git directories in MIRROR
	node bench/tune_search.mjs build/fovea $(TUNE) $(MIRROR)

test-diff: program ## the laws of diff over the last N commits of this history, or of R="git directories", compared with git's own diff
	nice node tests/slow/diff_laws.mjs $(CURDIR)/build/fovea $(or $(N),60) $(R)

test-share: program ## a pulled index equals a built one at N commits of R="git directories", pushed in order to a folder
	nice node tests/slow/share.mjs $(CURDIR)/build/fovea $(or $(N),50) $(R)

test-share-law: program ## a pulled index equals a built one in odd repositories, clones and settings; T=word selects
	nice node tests/wire/share_law.mjs $(CURDIR)/build/fovea $(T)

test-share-faults: program ## push and pull with every kind of remote while it breaks: kills, cut connections, busy servers, two pushers; K faults, S seconds a remote, B="file git …"
	nice node tests/slow/share_faults.mjs $(CURDIR)/build/fovea $(or $(K),200) $(or $(S),60) $(B)

test-format: program ## what diff calls format is the same program, by the compiler or parser of 27 languages, which npm and Debian have; N random changes of each, SEED, L="py js"
	@nice tests/slow/format/run $(or $(N),60) $(or $(SEED),1) $(L)

test-states: program ## what a change breaks does not depend on the work tree; over N ranges of this history, or of R="git directories"
	nice node tests/slow/diff_states.mjs $(CURDIR)/build/fovea $(or $(N),20) $(R)

test-edit-match: program ## N=200 hunks of this history, or of R="git directories", as patches in every format with damage of many kinds
	@$(NINJA) build --target edit_driver
	nice node tests/slow/edit_match.mjs $(CURDIR)/build/tests/edit_driver $(or $(N),200) $(R)

test-edit-corpora: program ## patches of other projects: AIDER, POLYGLOT git directories, CODEX a directory (tests/slow/edit_corpora.mjs says how to get them)
	@$(NINJA) build --target edit_driver
	nice node tests/slow/edit_corpora.mjs $(CURDIR)/build/tests/edit_driver $(and $(AIDER),aider=$(AIDER)) $(and $(POLYGLOT),polyglot=$(POLYGLOT)) $(and $(CODEX),codex=$(CODEX))
test-rename: program ## N symbols of this repository, or of R="go:DIR ts:DIR", are renamed one at a time: the compiler finds nothing new
	nice node tests/slow/rename.mjs $(CURDIR)/build/fovea --n $(or $(N),12) --seed $(or $(SEED),1) $(or $(R),c:$(CURDIR))

test-refactor: program ## small adversarial programs of 12 languages are renamed; compilers and the printed text judge; L="go php/closure"
	nice node tests/refactor/run.mjs $(CURDIR)/build/fovea $(L)

test-move: program ## N symbols of this repository, or of R="go:DIR ts:DIR", are moved to another file one at a time: the compiler finds nothing new
	nice node tests/slow/move.mjs $(CURDIR)/build/fovea --n $(or $(N),12) --seed $(or $(SEED),1) $(or $(R),c:$(CURDIR))

test-memory: program ## index.memory is not exceeded: limits on part of Linux, or on TREE; M="200 64": these limits in MB
	nice node tests/slow/memory.mjs $(CURDIR)/build/fovea "$(or $(TREE),$$(bench/corpora.sh linux))" $(M)

test-deep: program ## deeply nested or repeated text in every language gives a map in time; T=word selects
	nice node tests/slow/deep.mjs $(CURDIR)/build/fovea languages $(T)

test-graph: program ## the page of a graph in headless Chromium; screenshots in build/screenshots
	@nice tests/e2e/run.sh

##@ with the real other side
e2e-pi: program ## the pi extension in the real pi, which npm installs into the build; T=pattern selects
	@tests/e2e/pi/run $(T)

e2e-model: program ## the client of chat models against llama-server, which it builds from an npm package (15 minutes once)
	@tests/e2e/real_model.sh

e2e-acp: program ## the agent driven by the editors' client library, which npm installs into the build, each message checked by its schema; T=word selects
	@tests/e2e/acp/run $(T)

e2e-mcp: program ## the agent as a client of the official MCP server, in three transports; npm installs it into the build
	@tests/e2e/mcp/run

e2e-share: program ## remotes of push and pull with real servers: docker-registry, nginx, s3rver, git; T=word selects
	@scripts/setup.sh share
	@tests/e2e/share/run $(T)
e2e-org: program ## an organisation's database behind TLS and PgBouncer, on a standby, killed, on a full disk (T=word selects), and on PGlite: PostgreSQL 18 with pgvector, which npm installs into the build
	@scripts/setup.sh org
	@tests/e2e/org/run $(T)
e2e-scip: program ## SCIP out and in, against the protocol's definition and scip-typescript, which npm installs into the build; T=word selects
	@tests/e2e/scip/run $(T)

e2e-agents: program ## real coding agents, up to 400 MB each from npm, against a scripted model; A="claude-code codex …"
	@tests/e2e/agents.sh $(A)

soak: program ## eight clients call one server for S seconds while its files change
	@tests/wire/soak $(S)

##@ checks
golden-update: program ## rewrites the expectations that T=word selects
	@tests/run --update $(T)

check: ## the fast tests, then every other check: floors, laws, headers, lengths, format, tidy, docs
	@scripts/setup.sh check
	@scripts/check.sh

chop: dev ## every sample, cut at each line or damaged, gives an outline in time
	@$(NINJA) build-dev --target chop
	@scripts/chop.sh $(T)

fault: program dev ## failing calls, full disks, odd and changing files give an error, no leak, no lost data
	@FOVEA_BUILD=build-dev tests/run fault
	@FOVEA_BUILD=build-dev tests/fault/run.sh disk files changing readers
	@tests/fault/run.sh

fuzz: ## libFuzzer on F=name for S=60 seconds, or on each target
	@scripts/setup.sh check
	$(call CONFIGURE,build-fuzz,fuzz,fuzz)
	@scripts/fuzz.sh "$(F)" $(S)

##@ measurements
bench: all ## speed, memory, tokens; T="ledger" and other words select
	@bench/run $(T)

bench-ledger: program ## tokens of ten tasks compared with grep, ctags, ast-grep, codegraph; R="redis-repo django"
	@scripts/setup.sh bench
	@node bench/ledger/main.mjs $(R)

bench-latency: program ## p50 and p99 of the server's calls, stdio and HTTP; schemas; R="redis-repo kubernetes" CALLS=200
	@node bench/latency/main.mjs $(R)

bench-search: program ## questions in plain words: server and process, compared with ripgrep and codegraph; R="redis-repo kubernetes million"
	@scripts/setup.sh bench
	@node bench/latency/search.mjs $(R)

bench-org: program ## packages of Debian and npm published in a PostgreSQL until it has N=5000000 symbols: questions, publishing, sizes; hours, 15 GB
	@nice node bench/org.mjs $(CURDIR)/build/fovea --symbols $(or $(N),5000000)

bench-mutations: program ## known changes of real files, one to five at once: the share that diff reports exactly right; R="git directories" N=12
	nice node bench/mutations/main.mjs $(CURDIR)/build/fovea $(or $(N),12) $(R)

bench-review: program ## reviews the last commits of real repositories: how many are approved, what each rule finds; R="git directories" N=40
	node bench/review.mjs $(CURDIR)/build/fovea $(or $(N),40) $(or $(R),$(CURDIR))

bench-order: program ## which function of a change a later fix touches, by the order of diff, lines changed, lines added; N=500 G="git directories"
	nice node bench/order.mjs $(CURDIR)/build/fovea $(or $(N),500) $(G)

bench-formatters: program ## a formatter is run over real files: diff reports only format; R="git directories" N=100 PRETTIER=module
	nice node bench/mutations/formatters.mjs $(CURDIR)/build/fovea $(or $(N),100) $(R)

bench-share: program ## bytes and seconds of sharing beside building, over N successive commits of R="git directories"; LINK=100: a pull over so many Mbit/s
	$(if $(LINK),LINK=$(LINK)) nice node bench/share.mjs $(CURDIR)/build/fovea $(or $(N),350) $(R)

bench-risk: program ## the share of functions at each level of risk; R="redis-repo elixir", default all trees; G="git directories": does risk predict what later fixes touch
	@$(if $(G),nice node bench/risk/fixes.mjs $(CURDIR)/build/fovea $(G),node bench/risk/main.mjs $(R))

bench-compare: program ## bytes, shares and instruction counts compared with bench/baseline.tsv; ACCEPT=1 renews it
	@scripts/setup.sh compare
	@node bench/compare/main.mjs $(if $(ACCEPT),--accept)

bench-engine: all ## index, queries, memory on whole repositories; R="redis-repo cpython …"
	@bench/engine/run $(R)

##@ generated tables
train-vectors: program ## trains the built-in word vectors on packages of Debian and npm; 20 minutes
	@$(NINJA) build --target vectors
	@bench/vectors/train.sh

normal: ## the table of characters that normal forms of Unicode make equal to others in names
	@node scripts/normal.mjs

width: ## the tables of characters' widths, from Debian's package unicode-data
	@scripts/setup.sh width
	@node scripts/width.mjs

secrets: ## beginnings of tokens that gitleaks knows and fovea does not; F=config/gitleaks.toml of gitleaks
	@node scripts/secrets.mjs $(F)

##@ quality against compilers and readers
quality: all ## recall and precision of outlines over real trees
	@bench/quality/run $(L)

quality-trees: program ## our build of the parser compared with the upstream parser, node by node; R="redis-repo …" ACCEPT=1
	@bench/quality/trees $(R)

quality-names: program ## uses of names that only one function has: how many have an edge; R="elixir:ex,exs ocaml:ml"
	@for tree in $(or $(R),elixir:ex,exs ocaml:ml pandoc:hs scala:scala wordpress:php lua:lua rbase:R ruby:rb perl:pm,pl); do \
	    python3 bench/edges/names.py build/fovea "$$(bench/corpora.sh $${tree%%:*})" $${tree##*:} || exit 1; \
	done

quality-read: program ## edges of languages without a compiler compared with those judged by reading; L=ruby
	@node bench/edges/read.mjs $(L)

quality-edges: program ## precision and recall of call edges over real projects
	@bench/edges/run $(L)

test-breaks: program ## small repositories are broken: the tests that fail and those that are listed; L="pytest rspec", J=--judge runs them, writes build/breaks.md
	@node tests/breaks/run.mjs build/fovea $(L) $(J) --page build/breaks.md

test-change: program ## small changes: which kind diff says they are, and which broken places review names; L="go breaks", J=--judge runs them, writes build/change.md
	@node tests/change/run.mjs build/fovea $(L) $(J) --page build/change.md

matrix: program ## constructs by languages: small programs and what the graph answers; L="kotlin ruby/casts", writes build/matrix.md
	@node tests/matrix/run.mjs build/fovea $(L) --page build/matrix.md

routes-set: program ## routes and requests of public projects against labels; D=folder of checkouts, T=name
	@node tests/routes/run.mjs build/fovea $(D) $(T)

##@ housekeeping
format: ## clang-format over the C files that differ from main
	@scripts/format.sh

docs: program ## writes the generated documents
	@scripts/docs.sh

install: all ## to PREFIX (and DESTDIR)
	@cmake --install build --prefix $(PREFIX)

##@ packages and other machines
arm64: ## the program for Linux on 64-bit ARM in build-arm64/portable, by a cross compiler
	@scripts/setup.sh arm64
	@deps/fetch.sh $(DEPS)
	@packaging/arm64.sh $(DEPS)

test-arm64: arm64 ## the unit and property tests on 64-bit ARM, in an emulator; T=word selects; half an hour
	@CROSS=aarch64-linux-gnu- FOVEA_DEPS_DIR=$(CURDIR)/build-arm64/deps $(NINJA) build-arm64 --target tests
	@nice tests/slow/arm64.sh build-arm64/portable/tests $(T)

npm-package: $(if $(ARM64),arm64) ## the npm packages and the entry of the MCP registry in build/npm; ARM64=1: that too
	@scripts/setup.sh build
	$(call CONFIGURE,build-package,package,release)
	@$(NINJA) build-package --target fovea_portable fovea-postgres
	@packaging/licenses.sh $(DEPS)/$$(deps/build.sh --key)/licenses.txt >build-package/licenses.txt
	@packaging/npm.sh build/npm build-package/licenses.txt \
		linux-$$(node -p process.arch)=build-package/portable/fovea+build-package/fovea-postgres \
		$(if $(ARM64),linux-arm64=build-arm64/portable/fovea+build-arm64/fovea-postgres)

deb: ## Debian packages of program, library and development files in build/deb
	@scripts/setup.sh deb
	$(call CONFIGURE,build-package,package,release)
	@$(NINJA) build-package
	@packaging/deb.sh build-package build/deb

package-sizes: npm-package deb ## measures the packages for docs/packaging.md (packaging/sizes)
	@packaging/sizes.sh build/npm build/deb >packaging/sizes

test-packages: npm-package deb ## installs and tries the packages as their users would; needs no network
	@tests/slow/packages.sh

test-bare: ## what README promises for a fresh Debian 12, in a fresh Debian 12; as root, with debootstrap
	@tests/slow/bare.sh $(T)

##@ cleaning
clean: ## removes every build but keeps the compiled grammars
	@rm -rf build-dev build-fuzz build-package build-arm64
	@find build -mindepth 1 -maxdepth 1 ! -name deps -exec rm -rf {} + 2>/dev/null || true

distclean: ## removes the grammars too
	@rm -rf build build-dev build-fuzz build-package build-arm64

help: ## this list
	@sed -n -e 's/^##@ /\n/p' -e 's/^\([a-z0-9-]*\):.*## /  \1\t/p' Makefile | expand -t 20

.PHONY: all program deps dev test test-slow test-dev test-npm test-tokens test-conformance test-faults test-checkouts test-live test-forms \
	test-first-look test-edits test-churn test-ceilings test-agree test-memory test-deep test-graph test-share test-share-law test-share-faults e2e-pi e2e-acp e2e-mcp e2e-share e2e-org e2e-scip e2e-agents e2e-model soak test-edit-match test-edit-corpora test-rename test-refactor test-move \
	golden-update tune-search quality-search check chop fault fuzz bench bench-ledger bench-latency bench-search bench-share bench-risk bench-compare bench-engine bench-org \
	train-vectors normal width secrets quality quality-trees quality-names quality-read quality-edges test-breaks test-change format docs install arm64 test-arm64 npm-package deb \
	package-sizes test-packages test-bare clean distclean help

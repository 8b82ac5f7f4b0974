/* The answer is shown as it arrives: lines of edits and code when they are complete, prose word by
   word. A citation is complete before it is looked up, and a wrong one is marked before it is
   shown. */
#include "agent/turn.h"

#include "agent/agent_session.h"
#include "agent/along.h"
#include "agent/cite.h"
#include "agent/mcp_client.h"
#include "agent/need.h"
#include "agent/offered.h"
#include "agent/prompt.h"
#include "agent/reply_prose.h"
#include "agent/summary.h"
#include "config/config.h"
#include "tools/model.h"

/* Of the budget of a task, a search gets at least this share, however much the files take that the
   task names: a quarter. */
#define SEARCH_SHARE 4

/* The share of a refused request's tokens that the next one may have. */
#define SHORTER_PERCENT 50
/* Words of an incomplete line are shown in pieces of about this size. */
#define PIECE_BYTES_MIN 24
/* A longer line is no paragraph: it is shown when it is complete. */
#define PROSE_LINE_BYTES_MAX (16 * KB)
/* Kept of the thoughts of a task. Nobody reads more. */
#define THOUGHT_BYTES_MAX ((size_t)256 * KB)

/* ---- the model ---- */

bool turn_need_model(Agent *agent, Err *err)
{
    const Config *config = agent->context->config;
    Str wanted = agent->options.model;
    if (agent->model.provider)
        return true;
    if (!model_is_named(config, wanted)) {
        if (!agent_report(agent, AGENT_NOTICE, model_first_steps(agent->arena), NULL, err))
            return false;
        err_set(err, ERR_NO_MODEL, "no model is configured");
        return err_hint(err, "--context-only prints what a model would get, and needs none");
    }
    return model_open(agent->arena, config, wanted, &agent->model, err);
}

#define BY_PROGRAM STR("by the program")

static void set_task(Agent *agent, Str task, Str why)
{
    WindowPart part = {.place = WINDOW_TASK,
                       .priority = WINDOW_CRITICAL,
                       .name = STR("task"),
                       .why = why,
                       .levels = {task}};
    gather_add(agent, &part, (Str){0});
}

void turn_set_task(Agent *agent, Str task)
{
    set_task(agent, task, (Str){0});
}

void turn_set_follow_up(Agent *agent, Str task)
{
    set_task(agent, task, BY_PROGRAM);
}

void turn_tell(Agent *agent, Str text)
{
    WindowPart part = {.place = WINDOW_TASK,
                       .priority = WINDOW_HIGH,
                       .name = STR("the user's answer"),
                       .why = BY_PROGRAM,
                       .levels = {text}};
    gather_add(agent, &part, (Str){0});
}

bool turn_is_follow_up(const WindowPart *part)
{
    return str_equal(part->why, BY_PROGRAM);
}

/* ---- streaming ---- */

typedef struct Stream {
    Agent *agent;
    Arena *arena;
    Buf line;      /* without its end */
    size_t spoken; /* bytes of it that were shown */
    Prose prose;
    Str shown; /* the text that the model got */
    bool in_code;
    Citations citations;
    bool ok;
    Err *err;
} Stream;

static bool is_edit(void *state, Str part)
{
    return stage_takes(&((Agent *)state)->stage, part);
}

static Prose open_prose(Agent *agent, Arena *arena, bool edits)
{
    return (Prose){.arena = arena, .edits = edits, .takes = is_edit, .state = agent};
}

static Stream open_stream(Agent *agent, Arena *arena, const Turn *turn, Str shown, Err *err)
{
    return (Stream){.agent = agent,
                    .arena = arena,
                    .line = buf_open(arena, 0),
                    .prose = open_prose(agent, arena, turn->edits),
                    .shown = shown,
                    .ok = true,
                    .err = err};
}

static void say(Stream *stream, Str piece)
{
    Str text = cite_check(stream->arena, stream->agent->context, piece, stream->shown,
                          &stream->in_code, &stream->citations);
    stream->ok = stream->ok && agent_report(stream->agent, AGENT_TEXT, text, NULL, stream->err);
}

/* Reports the lines to be shown. `is_bare`: the last one has no line end. */
static void show_lines(Stream *stream, bool is_bare)
{
    Prose *prose = &stream->prose;
    for (size_t i = 0; i < prose->lines.len; i++) {
        bool bare = is_bare && i + 1 == prose->lines.len;
        Str line = str_from_offset(prose->lines.ptr[i], i ? 0 : stream->spoken);
        say(stream, str_format(stream->arena, "%.*s%s", STR_ARG(line), bare ? "" : "\n"));
    }
    prose->lines.len = 0;
    stream->spoken = 0;
}

/* The end of the words of an incomplete line that can be shown: a blank outside of code spans. */
static size_t words_end(Str line)
{
    size_t end = 0, ticks = 0;
    for (size_t i = 0; i < line.len; i++) {
        ticks += line.ptr[i] == '`';
        if (line.ptr[i] == ' ' && ticks % 2 == 0)
            end = i + 1;
    }
    return end;
}

/* Shows the words of an incomplete line of prose. */
static void show_words(Stream *stream)
{
    Str line = buf_str(&stream->line);
    size_t end = words_end(line);
    if (end < stream->spoken + PIECE_BYTES_MIN ||
        (!stream->spoken && !reply_prose_is_begun(&stream->prose, line)))
        return;
    say(stream, str_slice(line, stream->spoken, end));
    stream->spoken = end;
}

static bool take(void *state, Str text)
{
    Stream *stream = state;
    for (size_t end = str_find_byte(text, '\n'); end != STR_NONE && stream->ok;
         end = str_find_byte(text, '\n')) {
        buf_put(&stream->line, str_slice(text, 0, end));
        reply_prose_take(&stream->prose, buf_str(&stream->line));
        show_lines(stream, false);
        stream->line = buf_open(stream->arena, 0);
        text = str_from_offset(text, end + 1);
    }
    buf_put(&stream->line, text);
    if (stream->ok && stream->line.len < PROSE_LINE_BYTES_MAX)
        show_words(stream);
    return stream->ok;
}

/* Shows the rest of a reply that has ended. */
static void end_stream(Stream *stream)
{
    bool is_bare = stream->line.len > 0;
    if (is_bare)
        reply_prose_take(&stream->prose, buf_str(&stream->line));
    reply_prose_end(&stream->prose);
    show_lines(stream, is_bare);
}

/* All text shown of the reply was a thought of the model. */
static void retract(void *state)
{
    Stream *stream = state;
    stream->line = buf_open(stream->arena, 0);
    stream->spoken = 0;
    stream->prose = open_prose(stream->agent, stream->arena, stream->prose.edits);
    stream->in_code = false;
    stream->citations = (Citations){0};
    stream->ok = stream->ok &&
                 agent_report(stream->agent, AGENT_RETRACT,
                              STR("the text so far was a thought of the model"), NULL, stream->err);
}

static void think(void *state, Str text)
{
    Stream *stream = state;
    if (stream->agent->thoughts.len < THOUGHT_BYTES_MAX)
        buf_put(&stream->agent->thoughts, text);
    stream->ok = stream->ok && agent_report(stream->agent, AGENT_THOUGHT, text, NULL, stream->err);
}

static void tell_waiting(void *state, Str why)
{
    Stream *stream = state;
    stream->ok = stream->ok && agent_report(stream->agent, AGENT_NOTICE, why, NULL, stream->err);
}

/* ---- rounds ---- */

static Json *usage_value(Arena *arena, const ChatUsage *usage)
{
    Json *value = json_object(arena);
    json_set(value, STR("input"), json_u64(arena, usage->input));
    json_set(value, STR("output"), json_u64(arena, usage->output));
    json_set(value, STR("cache_read"), json_u64(arena, usage->cache_read));
    json_set(value, STR("cache_write"), json_u64(arena, usage->cache_write));
    json_set(value, STR("known"), json_bool(arena, usage->known));
    return value;
}

static bool report_usage(Agent *agent, Arena *arena, const ChatReply *reply, Err *err)
{
    ChatUsage *total = &agent->totals.usage;
    agent->totals.requests++;
    total->input += reply->usage.input;
    total->output += reply->usage.output;
    total->cache_read += reply->usage.cache_read;
    total->cache_write += reply->usage.cache_write;
    total->known = reply->usage.known;
    Json *data = usage_value(arena, &reply->usage);
    json_set(data, STR("requests"), json_u64(arena, agent->totals.requests));
    json_set(data, STR("stop"), json_str(arena, chat_stop_name(reply->stop)));
    Buf text = buf_open(arena, 0);
    buf_printf(&text, "%u request%s, tokens: ", agent->totals.requests,
               agent->totals.requests == 1 ? "" : "s");
    buf_put_thousands(&text, reply->usage.input + reply->usage.cache_write);
    buf_put(&text, STR(" in, "));
    buf_put_thousands(&text, reply->usage.cache_read);
    buf_put(&text, STR(" cached, "));
    buf_put_thousands(&text, reply->usage.output);
    buf_put(&text, reply->usage.known ? STR(" out") : STR(" out (estimated)"));
    return agent_report(agent, AGENT_USAGE, buf_str(&text), data, err);
}

Str turn_cut_reason(const Agent *agent, ChatStop stop)
{
    static const Str reasons[CHAT_STOP_COUNT] = {
        [CHAT_MAX_TOKENS] =
            STR_INIT("the answer was cut at the limit of its length (model.max_tokens)"),
        [CHAT_REFUSED] = STR_INIT("the model refused"),
        [CHAT_WINDOW] = STR_INIT("the model's window is smaller than model.window says"),
        [CHAT_CUT] = STR_INIT("the connection broke; the text received is kept"),
        [CHAT_CALLED] = STR_INIT("the answer ended with a tool call, but the model has no tools"),
        [CHAT_OTHER] = STR_INIT("the answer ended early"),
    };
    if (stop == CHAT_CUT && agent_is_cancelled(agent))
        return STR("stopped; the text received is kept");
    return reasons[stop];
}

static Str stop_notice(const Agent *agent, Arena *arena, const ChatReply *reply)
{
    Str reason = turn_cut_reason(agent, reply->stop);
    return reason.len && reply->why.len
               ? str_format(arena, "%.*s: %.*s", STR_ARG(reason), STR_ARG(reply->why))
               : reason;
}

/* An answer without text counts as no answer, whatever the model thought or called. */
static bool check_answer(Agent *agent, const Turn *turn, Err *err)
{
    Str reason = turn_cut_reason(agent, turn->stop);
    if (str_trim(turn->answer).len)
        return true;
    if (agent_is_cancelled(agent))
        return err_interrupted(err);
    const char *what = turn->called    ? "the model called a tool, which it does not have"
                       : turn->thought ? "the model only thought"
                                       : "the model sent no text";
    err_set(err, turn->stop == CHAT_ENDED || turn->stop == CHAT_CALLED ? ERR_FAILED : ERR_CUT,
            "no answer: %s%s%.*s%s%.*s", what, reason.len ? "; " : "", STR_ARG(reason),
            turn->why.len ? ": " : "", STR_ARG(turn->why));
    return err_hint(err, turn->stop == CHAT_MAX_TOKENS
                             ? "raise model.max_tokens: thoughts count, too"
                             : "try again, or name another model with --model");
}

/* ---- one request ---- */

/* Adds the answer to the window. */
static bool keep_reply(Agent *agent, Arena *arena, Turn *turn, const ChatReply *reply, Err *err)
{
    turn->answer = str_copy(agent->arena, reply->text);
    turn->stop = reply->stop;
    turn->thought = reply->thought;
    turn->called = reply->called;
    turn->why = str_copy(agent->arena, reply->why);
    WindowPart part = {.place = WINDOW_REPLY,
                       .priority = WINDOW_MEDIUM,
                       .name = STR("answer"),
                       .levels = {turn->answer}};
    window_add(&agent->window, &part);
    if (reply->reasoning.len) {
        WindowPart reasoning = {.place = WINDOW_REASONING,
                                .priority = WINDOW_LOW,
                                .name = STR("reasoning"),
                                .why = STR("goes back to its model with the answer"),
                                .levels = {reply->reasoning}};
        window_add(&agent->window, &reasoning);
    }
    Str notice = stop_notice(agent, arena, reply);
    return !notice.len || agent_report(agent, AGENT_NOTICE, notice, NULL, err);
}

static bool was_used(const ChatUsage *usage)
{
    return usage->input + usage->output + usage->cache_read + usage->cache_write > 0;
}

/* Counts the replies of a request and its parallel ones, and reports them. */
static bool count_replies(Agent *agent, Arena *arena, const ChatReply *reply,
                          const AlongSet *others, Err *err)
{
    bool ok = !was_used(&reply->usage) || agent_session_count(agent, &reply->usage, err);
    for (size_t i = 0; others && i < others->count; i++) {
        const ChatUsage *usage = &others->items[i]->reply.usage;
        ok = ok && (!was_used(usage) || agent_session_count(agent, usage, err));
    }
    agent_usage_release(agent->store);
    ok = ok && (!was_used(&reply->usage) || report_usage(agent, arena, reply, err));
    for (size_t i = 0; others && i < others->count; i++) {
        const ChatReply *other = &others->items[i]->reply;
        ok = ok && (!was_used(&other->usage) || report_usage(agent, arena, other, err));
    }
    return ok;
}

bool turn_count(Agent *agent, Arena *arena, const ChatReply *reply, Err *err)
{
    return count_replies(agent, arena, reply, NULL, err);
}

/* Checks the caps for all requests together. If they do not suffice, the parallel ones are not
   sent. */
static bool reserve(Agent *agent, AlongSet *others, uint64_t tokens, Err *err)
{
    uint64_t sum = tokens;
    Err ignored = {0};
    for (size_t i = 0; others && i < others->count; i++)
        sum += others->items[i]->tokens;
    if (others && others->count &&
        agent_session_check_caps(agent, sum, 1 + (uint32_t)others->count, &ignored))
        return true;
    if (others)
        others->count = 0;
    return agent_session_check_caps(agent, tokens, 1, err);
}

/* Shows and keeps a reply received in parallel with another, which counted it. */
static bool replay(Agent *agent, Arena *arena, Turn *turn, Err *err)
{
    const Along *came = turn->came;
    Stream stream = open_stream(agent, arena, turn, along_shown(came), err);
    turn->came = NULL;
    take(&stream, came->reply.text);
    end_stream(&stream);
    return stream.ok && keep_reply(agent, arena, turn, &came->reply, err);
}

/* The provider refuses a request of this size: from now on the window is smaller. */
static bool shorten(Agent *agent, Turn *turn, uint64_t tokens, Err *err)
{
    *err = (Err){0};
    turn->shortened = true;
    turn_window_shrink(agent, tokens * SHORTER_PERCENT / 100);
    return agent_report(agent, AGENT_NOTICE,
                        STR("the request is larger than the model's window: sent again with less "
                            "context (model.window sets the size)"),
                        NULL, err);
}

/* Sends the window and the parallel requests; shows the answer, and adds it to the window. */
static bool send(Agent *agent, Arena *arena, Turn *turn, Err *err)
{
    ChatRequest request;
    ChatReply reply = {0};
    uint64_t tokens = 0;
    AlongSet *others = turn->others;
    Err ignored = {0};
    turn->others = NULL;
    if (turn->came)
        return replay(agent, arena, turn, err);
    if (!turn_request(agent, arena, turn->system, &request, err))
        return false;
    (void)!turn_fit(agent, true, &tokens);
    if (!reserve(agent, others, tokens, err))
        return false;
    if (others && others->count && !agent_report(agent, AGENT_NOTICE, others->notice, NULL, err)) {
        agent_usage_release(agent->store);
        return false;
    }
    Stream stream = open_stream(agent, arena, turn, request.messages[request.count - 1].text, err);
    request.keeps_reasoning = true;
    request.take = take;
    request.think = think;
    request.retract = retract;
    request.waiting = tell_waiting;
    request.state = &stream;
    along_start(others);
    bool sent = chat_send(arena, &request, &reply, err);
    if (sent && stream.ok)
        end_stream(&stream);
    bool ok = sent && stream.ok, again = !sent && err->kind == ERR_OVER_WINDOW && !turn->shortened;
    along_finish(others, !ok);
    if (again && (!others || !others->count))
        return count_replies(agent, arena, &reply, others, &ignored) &&
               shorten(agent, turn, tokens, err) && send(agent, arena, turn, err);
    return count_replies(agent, arena, &reply, others, ok ? err : &ignored) && ok &&
           keep_reply(agent, arena, turn, &reply, err);
}

void turn_end(Agent *agent)
{
    agent->window.turn++;
}

/* A new task of the user: what the earlier ones brought is worth less. */
static void retire_turns(Agent *agent)
{
    Window *window = &agent->window;
    for (size_t i = 0; i < window->parts.len; i++) {
        WindowPart *part = &window->parts.ptr[i];
        bool is_of_task = part->turn == window->turn || part->place == WINDOW_PREFIX;
        if (!is_of_task && !part->pinned)
            part->priority = part->place == WINDOW_CONTEXT ? WINDOW_LOW : WINDOW_MEDIUM;
    }
    window_drop_reasoning(window);
    summary_make(agent, window->turn);
}

/* Fetches the requested context. *more is the task of the next round. */
static bool fetch(Agent *agent, const Needs *needs, unsigned left, Str *more, Err *err)
{
    Buf said = buf_open(agent->arena, 0);
    Str each[NEEDS_MAX];
    if (!gather_all(agent, needs->lines.ptr, needs->lines.len, each, err))
        return false;
    for (size_t i = 0; i < needs->lines.len; i++)
        buf_printf(&said, "%.*s\n", STR_ARG(each[i]));
    *more = prompt_for_more(agent->arena, buf_str(&said), left);
    return agent_report(agent, AGENT_NEED, buf_str(&said), NULL, err);
}

/* The first line of the session's first task. */
static Str first_task(const Agent *agent)
{
    Str line = {0};
    for (size_t i = 0; i < agent->window.parts.len; i++)
        if (agent->window.parts.ptr[i].place == WINDOW_TASK) {
            Str text = agent->window.parts.ptr[i].levels[0];
            str_take_line(&text, &line);
            break;
        }
    return line;
}

bool turn_run(Agent *agent, Turn *turn, Err *err)
{
    if (!agent_session_start(agent, first_task(agent), err) || !summary_ask(agent, err))
        return false;
    for (unsigned left = NEED_ROUNDS;; left--) {
        Arena arena SCOPED(arena_close) = {0};
        arena_open(&arena, ARENA_RESERVE);
        if (!send(agent, &arena, turn, err))
            return false;
        Needs needs = need_read(&arena, turn->answer);
        bool is_last = !needs.lines.len || !left || turn->stop == CHAT_CUT;
        agent->stop = turn->stop;
        if (is_last)
            turn_end(agent);
        else
            agent->window.turn++;
        if (!agent_session_save(agent, err))
            return false;
        if (is_last)
            return check_answer(agent, turn, err);
        Str more;
        if (!fetch(agent, &needs, left - 1, &more, err))
            return false;
        turn_set_follow_up(agent, more);
    }
}

/* ---- questions ---- */

static Str context_summary(Agent *agent, const Gathered *gathered, uint64_t tokens)
{
    Str note = gathered->note;
    return str_format(agent->arena, "%zu declarations, about %llu tokens in the window%s%.*s",
                      gathered->parts, (unsigned long long)tokens, note.len ? "; " : "",
                      STR_ARG(note));
}

static bool report_context(Agent *agent, const Gathered *gathered, Err *err)
{
    Arena *arena = agent->arena;
    uint64_t tokens;
    bool fits = turn_fit(agent, true, &tokens);
    Json *data = json_object(arena), *parts = json_array(arena);
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        Json *item = json_object(arena);
        if (!window_text(part).len)
            continue;
        json_set(item, STR("name"), json_str(arena, part->name));
        json_set_text(arena, item, STR("why"), part->why);
        json_set(item, STR("tokens"), json_u64(arena, window_tokens(window_text(part))));
        json_add(parts, item);
    }
    json_set(data, STR("tokens"), json_u64(arena, tokens));
    json_set(data, STR("fits"), json_bool(arena, fits));
    json_set(data, STR("left_out"), json_u64(arena, gathered->left_out));
    json_set(data, STR("parts"), parts);
    return agent_report(agent, AGENT_CONTEXT, context_summary(agent, gathered, tokens), data, err);
}

bool agent_gather(Agent *agent, Str task, Err *err)
{
    Gathered gathered = {0};
    Err why = {0};
    agent->thoughts = buf_open(agent->arena, 0);
    retire_turns(agent);
    uint64_t budget = agent->options.budget, used = 0;
    gather_overview_start(agent);
    bool ok = mcp_client_start_named(agent, err) && gather_pins(agent, task, err) &&
              gather_task_files(agent, task, budget, &used, err) &&
              gather_question(agent, task, MAX(budget - MIN(budget, used), budget / SEARCH_SHARE),
                              &gathered, err);
    bool shown = gather_overview_finish(agent, gathered.is_indexed_now, &why);
    if (ok && !shown)
        *err = why;
    if (!ok || !shown || !gather_instructions(agent, err))
        return false;
    turn_set_task(agent, task);
    return report_context(agent, &gathered, err);
}

Str agent_context(Agent *agent, Arena *arena)
{
    ChatRequest request;
    Err err = {0};
    Str model = agent->model.name.len ? agent->model.name
                                      : model_named(agent->context->config, agent->options.model);
    Str system = agent->options.edits
                     ? prompt_for_changes(arena, model, offered_prompt(agent, arena))
                     : prompt_for_questions(arena, offered_prompt(agent, arena));
    if (!turn_request(agent, arena, system, &request, &err))
        return str_format(arena, "Error: %s\n", err.message);
    return str_format(arena, "%.*s\n%.*s\n", STR_ARG(request.system),
                      STR_ARG(request.messages[request.count - 1].text));
}

bool agent_ask(Agent *agent, Str question, Err *err)
{
    Turn turn = {.system = prompt_for_questions(agent->arena, offered_prompt(agent, agent->arena))};
    return turn_need_model(agent, err) && agent_gather(agent, question, err) &&
           turn_run(agent, &turn, err);
}

/* One table each for answers, questions, counts, the last phrase and scores of phrases; table
   names contain the version. Writes are not synced and the journal is in memory, so a process
   killed while writing leaves a damaged file. The next process that notices removes it. Each answer
   has a checksum as well. Deleted content is overwritten. */
#include "index/store/answers.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "index/store/cache.h"
#include "index/store/db.h"

#include <time.h>

/* Number of questions of a work tree that are remembered: those that a person asks in some weeks.
 */
#define ANSWERS_ASKED_MAX 500

/* Reads do not wait for a writer; writes wait for an unnoticeable time. */
#define READ_WAIT_MS 0
#define WRITE_WAIT_MS 5

#define SCHEMA \
    "CREATE TABLE IF NOT EXISTS answer1(key BLOB PRIMARY KEY, tree INTEGER, moment INTEGER, " \
    "made INTEGER, used INTEGER, cost INTEGER, sum INTEGER, mark BLOB, body BLOB);" \
    "CREATE INDEX IF NOT EXISTS answer1_used ON answer1(used, tree, moment, made);" \
    "CREATE TABLE IF NOT EXISTS asked1(key BLOB PRIMARY KEY, tree INTEGER, times INTEGER, " \
    "last INTEGER, words BLOB);" \
    "CREATE TABLE IF NOT EXISTS count1(name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;" \
    "CREATE TABLE IF NOT EXISTS last1(tree INTEGER PRIMARY KEY, phrase TEXT);" \
    "CREATE TABLE IF NOT EXISTS score1(phrase TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;"

struct Answers {
    Db *db;
    Str path;
    AnswersOptions options;
};

Str answers_path(Arena *arena, Str index, Str directory)
{
    Str path = directory.len ? path_join(arena, directory, path_base(index)) : index;
    return str_join(arena, path, STR(ANSWERS_ENDING));
}

static uint64_t now_s(void)
{
    return (uint64_t)time(NULL);
}

static void drop_damaged(Answers *answers)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!answers->db || db_fault(answers->db) != DB_CORRUPT)
        return;
    db_close(&answers->db);
    arena_open(&scratch, 1 * MB);
    cache_remove_answers(scratch, answers->path);
}

Answers *answers_open(Arena *arena, const AnswersOptions *options)
{
    Answers *answers = NEW(arena, Answers, 1);
    Err ignored;
    *answers = (Answers){.path = answers_path(arena, options->index, options->directory),
                         .options = *options};
    Str directory = path_directory(answers->path);
    if (!fs_make_directories(*arena, directory) || !fs_is_private(*arena, directory) ||
        !fs_make_private(*arena, answers->path, true))
        return NULL;
    if (!db_open(str_terminate(arena, answers->path), DB_WRITE, READ_WAIT_MS, &answers->db,
                 &ignored) ||
        !db_script(answers->db,
                   "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; PRAGMA secure_delete=ON;"
                   "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-1024;",
                   &ignored))
        answers_close(&answers);
    return answers;
}

void answers_close(Answers **answers)
{
    if (*answers) {
        drop_damaged(*answers);
        db_close(&(*answers)->db);
    }
    *answers = NULL;
}

void answers_set_moment(Answers *answers, uint64_t moment)
{
    answers->options.moment = moment;
}

/* ---- one answer ---- */

static Str key_of(const char key[ANSWER_KEY_BYTES])
{
    return (Str){key, ANSWER_KEY_BYTES};
}

static uint64_t sum_of(Str mark, Str body)
{
    return hash_fast(mark) + HASH_SPREAD * hash_fast(body);
}

bool answers_get(Answers *answers, Arena *arena, Answer *answer)
{
    Err ignored;
    uint64_t now = now_s();
    bool found = false;
    Statement *get =
        db_prepare(answers->db, "SELECT made, cost, sum, mark, body FROM answer1 WHERE key = ?1");
    db_bind_blob(get, 1, key_of(answer->key));
    while (db_next(get, &ignored)) {
        uint64_t made = db_u64(get, 0);
        answer->cost_ms = db_u64(get, 1);
        answer->mark = str_copy(arena, db_text(get, 3));
        answer->body = str_copy(arena, db_text(get, 4));
        found = made <= now && now - made < answers->options.ttl_s &&
                sum_of(answer->mark, answer->body) == db_u64(get, 2);
    }
    return found && !db_failed(get);
}

/* ---- writing ---- */

static bool run_at(Answers *answers, const char *literal, uint64_t one, uint64_t two)
{
    Err ignored;
    Statement *statement = db_prepare(answers->db, literal);
    db_bind_u64(statement, 1, one);
    db_bind_u64(statement, 2, two);
    return db_run(statement, &ignored);
}

static bool count(Answers *answers, Str name, uint64_t more)
{
    Err ignored;
    Statement *add = db_prepare(answers->db, "INSERT INTO count1 VALUES(?1, ?2) ON CONFLICT(name) "
                                             "DO UPDATE SET value = value + ?2");
    db_bind_text(add, 1, name);
    db_bind_u64(add, 2, more);
    return db_run(add, &ignored);
}

/* Stores the phrase that a later judgement refers to. */
static bool note_phrase(Answers *answers, Str phrase)
{
    Err ignored;
    Statement *put = db_prepare(answers->db, "INSERT OR REPLACE INTO last1 VALUES(?1, ?2)");
    db_bind_u64(put, 1, answers->options.tree);
    db_bind_text(put, 2, phrase);
    return db_run(put, &ignored);
}

static bool note_asked(Answers *answers, const AnswersAsked *asked)
{
    Err ignored;
    if (!note_phrase(answers, asked->phrase) || !asked->words.len)
        return !asked->words.len;
    Statement *put =
        db_prepare(answers->db, "INSERT INTO asked1 VALUES(?1, ?2, 1, ?3, ?4) ON CONFLICT(key) DO "
                                "UPDATE SET times = times + 1, last = ?3");
    db_bind_blob(put, 1, key_of(asked->key));
    db_bind_u64(put, 2, answers->options.tree);
    db_bind_u64(put, 3, now_s());
    db_bind_blob(put, 4, asked->words);
    return db_run(put, &ignored);
}

static bool forget_long_ago(Answers *answers)
{
    return run_at(answers,
                  "DELETE FROM asked1 WHERE key IN (SELECT key FROM asked1 WHERE tree = ?1 "
                  "ORDER BY last DESC, key LIMIT -1 OFFSET ?2)",
                  answers->options.tree, ANSWERS_ASKED_MAX);
}

static bool drop_outdated(Answers *answers)
{
    return !answers->options.moment ||
           run_at(answers, "DELETE FROM answer1 WHERE tree = ?1 AND moment <> ?2",
                  answers->options.tree, answers->options.moment);
}

/* `used` is a counter, not a time, so that uses within one second are ordered. */
static bool put(Answers *answers, const Answer *answer)
{
    Err ignored;
    const AnswersOptions *options = &answers->options;
    Statement *statement = db_prepare(
        answers->db, "INSERT OR REPLACE INTO answer1 VALUES(?1, ?2, ?3, ?4, "
                     "(SELECT coalesce(max(used), 0) + 1 FROM answer1), ?5, ?6, ?7, ?8)");
    db_bind_blob(statement, 1, key_of(answer->key));
    db_bind_u64(statement, 2, options->tree);
    db_bind_u64(statement, 3, options->moment);
    db_bind_u64(statement, 4, now_s());
    db_bind_u64(statement, 5, answer->cost_ms);
    db_bind_u64(statement, 6, sum_of(answer->mark, answer->body));
    db_bind_blob(statement, 7, answer->mark);
    db_bind_blob(statement, 8, answer->body);
    return db_run(statement, &ignored) &&
           run_at(answers,
                  "DELETE FROM answer1 WHERE key IN (SELECT key FROM answer1 ORDER BY used DESC "
                  "LIMIT -1 OFFSET ?1) AND ?2 = 0",
                  options->max, 0);
}

static bool write_hit(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    Err ignored;
    Statement *use = db_prepare(answers->db, "UPDATE answer1 SET used = (SELECT max(used) + 1 FROM "
                                             "answer1) WHERE key = ?1");
    db_bind_blob(use, 1, key_of(answer->key));
    return db_run(use, &ignored) && count(answers, STR("hits"), 1) &&
           count(answers, STR("saved_ms"), answer->cost_ms) && note_asked(answers, asked);
}

static bool write_miss(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    return drop_outdated(answers) && count(answers, STR("misses"), 1) &&
           note_asked(answers, asked) && forget_long_ago(answers) &&
           (!answer || put(answers, answer));
}

static bool write_rehearsed(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    (void)asked;
    return drop_outdated(answers) && put(answers, answer);
}

static bool write_note(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    (void)answer;
    return note_asked(answers, asked);
}

typedef bool (*Write)(Answers *answers, const Answer *answer, const AnswersAsked *asked);

/* Runs one write as a transaction. */
static bool write_all(Answers *answers, const char *before, Write write, const Answer *answer,
                      const AnswersAsked *asked)
{
    Err ignored;
    if (!db_script(answers->db, before, &ignored))
        return false;
    if (write(answers, answer, asked) && db_script(answers->db, "COMMIT;", &ignored))
        return true;
    if (db_in_transaction(answers->db))
        (void)!db_script(answers->db, "ROLLBACK;", &ignored);
    return false;
}

/* Creates the tables if they are missing, then tries again. */
static bool write_once(Answers *answers, Write write, const Answer *answer,
                       const AnswersAsked *asked)
{
    db_set_wait(answers->db, WRITE_WAIT_MS);
    bool ok = write_all(answers, "BEGIN IMMEDIATE;", write, answer, asked) ||
              (db_fault(answers->db) == DB_FORM &&
               write_all(answers, "BEGIN IMMEDIATE;" SCHEMA, write, answer, asked));
    db_set_wait(answers->db, READ_WAIT_MS);
    return ok;
}

void answers_hit(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    write_once(answers, write_hit, answer, asked);
}

void answers_miss(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    write_once(answers, write_miss, answer, asked);
}

static bool write_outdated(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    (void)answer, (void)asked;
    return drop_outdated(answers);
}

void answers_outdate(Arena *arena, Str index, uint64_t tree, uint64_t moment)
{
    AnswersOptions options = {.index = index, .tree = tree, .moment = moment};
    if (!fs_has_bytes(*arena, answers_path(arena, index, (Str){0})))
        return;
    Answers *answers SCOPED(answers_close) = answers_open(arena, &options);
    if (answers)
        write_once(answers, write_outdated, NULL, NULL);
}

void answers_rehearse(Answers *answers, const Answer *answer)
{
    write_once(answers, write_rehearsed, answer, NULL);
}

void answers_note(Answers *answers, const AnswersAsked *asked)
{
    write_once(answers, write_note, NULL, asked);
}

/* ---- judgements ---- */

int answers_score(Answers *answers, Str phrase)
{
    Err ignored;
    int64_t value = 0;
    Statement *get = db_prepare(answers->db, "SELECT value FROM score1 WHERE phrase = ?1");
    db_bind_text(get, 1, phrase);
    while (db_next(get, &ignored))
        value = (int64_t)db_u64(get, 0);
    return (int)MIN(MAX(value, ANSWERS_SCORE_LEAST), ANSWERS_SCORE_MOST);
}

static Str last_phrase(Answers *answers, Arena *arena)
{
    Err ignored;
    Str phrase = {0};
    Statement *get = db_prepare(answers->db, "SELECT phrase FROM last1 WHERE tree = ?1");
    db_bind_u64(get, 1, answers->options.tree);
    while (db_next(get, &ignored))
        phrase = str_copy(arena, db_text(get, 0));
    return phrase;
}

static bool write_score(Answers *answers, const Answer *answer, const AnswersAsked *asked)
{
    Err ignored;
    Statement *set = db_prepare(answers->db, "INSERT OR REPLACE INTO score1 VALUES(?1, ?2)");
    (void)answer;
    db_bind_text(set, 1, asked->phrase);
    db_bind_u64(set, 2, asked->times);
    return db_run(set, &ignored) && note_phrase(answers, (Str){0});
}

bool answers_judge(Answers *answers, Arena *arena, bool good, Str *phrase, int *score)
{
    *phrase = last_phrase(answers, arena);
    if (!phrase->len)
        return false;
    int now = answers_score(answers, *phrase) + (good ? 1 : -1);
    *score = MIN(MAX(now, ANSWERS_SCORE_LEAST), ANSWERS_SCORE_MOST);
    AnswersAsked judged = {.phrase = *phrase, .times = (uint64_t)(int64_t)*score};
    return write_once(answers, write_score, NULL, &judged);
}

/* ---- information ---- */

static uint64_t counted(Answers *answers, Str name)
{
    Err ignored;
    uint64_t value = 0;
    Statement *get = db_prepare(answers->db, "SELECT value FROM count1 WHERE name = ?1");
    db_bind_text(get, 1, name);
    while (db_next(get, &ignored))
        value = db_u64(get, 0);
    return value;
}

AnswersInfo answers_info(Answers *answers)
{
    Err ignored;
    uint64_t now = now_s();
    AnswersInfo info = {.hits = counted(answers, STR("hits")),
                        .misses = counted(answers, STR("misses")),
                        .saved_ms = counted(answers, STR("saved_ms"))};
    Statement *get =
        db_prepare(answers->db, "SELECT count(*), coalesce(sum(length(body)), 0), "
                                "coalesce(min(made), 0), coalesce(max(made), 0) FROM answer1");
    while (db_next(get, &ignored)) {
        info.answers = db_u64(get, 0);
        info.bytes = db_u64(get, 1);
        info.oldest_s = info.answers ? now - MIN(db_u64(get, 2), now) : 0;
        info.newest_s = info.answers ? now - MIN(db_u64(get, 3), now) : 0;
    }
    get = db_prepare(answers->db, "SELECT count(*) FROM asked1");
    while (db_next(get, &ignored))
        info.asked = db_u64(get, 0);
    return info;
}

size_t answers_asked(Answers *answers, Arena *arena, AnswersAsked *asked, size_t max)
{
    Err ignored;
    size_t len = 0;
    Statement *get =
        db_prepare(answers->db, "SELECT key, words, times FROM asked1 WHERE tree = ?1 ORDER BY "
                                "times DESC, last DESC, key LIMIT ?2");
    db_bind_u64(get, 1, answers->options.tree);
    db_bind_u64(get, 2, max);
    while (db_next(get, &ignored) && len < max) {
        Str key = db_text(get, 0);
        asked[len] =
            (AnswersAsked){.words = str_copy(arena, db_text(get, 1)), .times = db_u64(get, 2)};
        memcpy(asked[len].key, key.ptr, MIN(key.len, sizeof asked[len].key));
        len++;
    }
    return len;
}

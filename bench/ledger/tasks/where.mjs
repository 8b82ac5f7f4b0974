// "Where is X handled", asked in words that do not name the target: five questions on redis, five on Django. The
// answer is the function that does it; its file, line and name were determined from the source. The play with grep
// is that of an agent who guesses the right word at once, and checks the code once.
import { either, explore, grep, read } from '../calls.mjs';

// As much as most answers need, and more where that was not enough.
const ask = (question) => either([['explore', { question, budget: 400 }]], [['explore', { question, budget: 700 }]],
    [['explore', { question, budget: 1400 }]], [['explore', { question }]]);

const where = (id, question, fact, grepped) => ({
    id, question, facts: [fact],
    plays: { fovea: ask(question), grep: grepped, ctags: [], astgrep: [], filesystem: [], codegraph: [explore(question)],
        codegraphall: [['codegraph_search', { query: question, limit: 10 }]] },
});

const FUNCTION = (word) => `^\\w[^;]*${word}[^;]*\\)\\s*\\{`;

export const redisWhere = {
    id: 'redis-where', tree: 'redis-repo', title: 'redis 7.0, where it is done',
    tasks: [
        where('expire', 'where are expired keys deleted in the background', 'src/expire.c:113 activeExpireCycle',
            [grep(FUNCTION('[eE]xpire'), { path: 'src', type: 'c' }), read('src/expire.c', 67, 60)]),
        where('buffer', 'where is a client closed when its output buffer is over the limit', 'src/networking.c:3815 closeClientOnOutputBufferLimitReached',
            [grep(FUNCTION('[bB]ufferLimit'), { path: 'src', type: 'c' }), read('src/networking.c', 3800, 45)]),
        where('replica', 'where does a replica connect to its master and start to synchronise', 'src/replication.c:2570 syncWithMaster',
            [grep(FUNCTION('Master'), { path: 'src/replication.c' }), read('src/replication.c', 2565, 60)]),
        where('rewrite', 'where is the append only file rewritten in the background', 'src/aof.c:2431 rewriteAppendOnlyFileBackground',
            [grep(FUNCTION('[rR]ewrite'), { path: 'src', type: 'c' }), read('src/aof.c', 2405, 60)]),
        where('slow', 'where are slow commands recorded', 'src/slowlog.c:123 slowlogPushEntryIfNeeded',
            [grep(FUNCTION('[sS]low'), { path: 'src', type: 'c' }), read('src/slowlog.c', 119, 20)]),
    ],
};

export const djangoWhere = {
    id: 'django-where', tree: 'django', title: 'Django 3.2, where it is done',
    tasks: [
        where('cookie', 'where is the session cookie set', 'django/contrib/sessions/middleware.py:24 process_response',
            [grep('set_cookie\\(', { path: 'django', type: 'py' }), read('django/contrib/sessions/middleware.py', 24, 50)]),
        where('csrf', 'where is the csrf token of a request checked', 'django/middleware/csrf.py:205 process_view',
            [grep('def \\w*(csrf|token|process)\\w*', { path: 'django/middleware/csrf.py' }), read('django/middleware/csrf.py', 205, 110)]),
        where('rows', 'where are rows locked for update', 'django/db/models/query.py:1024 select_for_update',
            [grep('def \\w*for_update', { path: 'django', type: 'py' }), read('django/db/models/query.py', 1024, 16)]),
        where('url', 'where is a url path resolved to a view', 'django/urls/resolvers.py:554 resolve',
            [grep('def resolve', { path: 'django/urls', type: 'py' }), read('django/urls/resolvers.py', 554, 40)]),
        where('password', 'where is a password validated against the validators', 'django/contrib/auth/password_validation.py:35 validate_password',
            [grep('def \\w*validat\\w*password|def password_validat', { path: 'django/contrib', type: 'py' }), read('django/contrib/auth/password_validation.py', 35, 18)]),
    ],
};

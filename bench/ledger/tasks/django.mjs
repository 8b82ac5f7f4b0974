// Ten tasks on Django 3.2. Truths: the outline by Python's ast; the others determined by hand, from all textual
// hits in the source.
import { either, explore, glob, grep, list, pyCallers, pyFunctions, read, scan, sh, tagged, tags } from '../calls.mjs';

const QUERY = 'BaseIterable:35 __init__:36 ModelIterable:42 __iter__:45 ValuesIterable:92 __iter__:97 ValuesListIterable:113 __iter__:119 NamedValuesListIterable:143 __iter__:149 FlatValuesListIterable:162 __iter__:168 QuerySet:175 __init__:178 query:195 query:203 as_manager:208 __deepcopy__:221 __getstate__:231 __setstate__:236 __repr__:255 __len__:261 __iter__:265 __bool__:283 __getitem__:287 __class_getitem__:320 __and__:323 __or__:334 _iterator:352 iterator:355 aggregate:365 count:401 get:414 create:446 _prepare_for_bulk_create:456 bulk_create:463 bulk_update:527 get_or_create:571 update_or_create:596 _extract_model_params:616 _earliest:641 earliest:666 latest:669 first:672 last:677 in_bulk:682 delete:721 _raw_delete:755 update:769 _update:788 exists:806 _prefetch_related_objects:811 explain:816 raw:823 _values:830 values:838 values_list:844 dates:875 datetimes:891 none:918 all:928 filter:935 exclude:943 _filter_or_exclude:951 _filter_or_exclude_inplace:964 complex_filter:970 _combinator_query:987 union:998 intersection:1009 difference:1018 select_for_update:1024 select_related:1040 prefetch_related:1062 annotate:1085 alias:1093 _annotate:1100 order_by:1143 distinct:1152 extra:1163 reverse:1173 defer:1181 only:1198 using:1219 ordered:1230 db:1250 _insert:1260 _batched_insert:1274 _chain:1296 _clone:1308 _fetch_all:1322 _next_is_sticky:1328 _merge_sanity_check:1342 _merge_known_related_objects:1353 resolve_expression:1360 _add_hints:1370 _has_filters:1377 _validate_values_are_expressions:1386 _not_support_combined_queries:1396 InstanceCheckMeta:1404 __instancecheck__:1405 EmptyQuerySet:1409 __init__:1415 RawQuerySet:1419 __init__:1424 resolve_model_init_order:1437 prefetch_related:1447 _prefetch_related_objects:1456 _clone:1460 _fetch_all:1469 __len__:1475 __bool__:1479 __iter__:1483 iterator:1487 __repr__:1522 __getitem__:1525 db:1529 using:1533 columns:1543 model_fields:1561 Prefetch:1571 __init__:1572 __getstate__:1593 add_prefix:1603 get_current_prefetch_to:1607 get_current_to_attr:1610 get_current_queryset:1616 __eq__:1621 __hash__:1626 normalize_prefetch_lookups:1630 prefetch_related_objects:1642 get_prefetcher:1777 has_cached_property:1819 in_prefetched_cache:1824 prefetch_one_level:1831 RelatedPopulator:1931 __init__:1946 populate:1992 get_related_populators:2008'
    .split(' ').map((place) => place.replace(/(\w+):(\d+)/, 'django/db/models/query.py:$2 $1'));

const CACHES = ['db.py:30 BaseDatabaseCache', 'db.py:40 DatabaseCache', 'filebased.py:16 FileBasedCache', 'memcached.py:15 BaseMemcachedCache',
    'memcached.py:166 MemcachedCache', 'memcached.py:205 PyLibMCCache', 'memcached.py:231 PyMemcacheCache', 'dummy.py:6 DummyCache',
    'locmem.py:16 LocMemCache'].map((place) => `django/core/cache/backends/${place}`);

export default {
    tree: 'django', title: 'Django 3.2',
    tasks: [
        {
            id: 'outline', question: 'What classes, methods and functions does django/db/models/query.py (2,030 lines) define, and on which lines?',
            facts: QUERY,
            plays: {
                fovea: [['map', { path: 'django/db/models/query.py' }]],
                grep: [grep('^\\s*(class|def) ', { path: 'django/db/models/query.py' })],
                ctags: [sh("ctags -x --python-kinds=cfm --sort=no --_xformat='%n %N%S' django/db/models/query.py")],
                astgrep: either([sh('ast-grep outline --view expanded django/db/models/query.py')],
                    [scan('python', '{any: [{kind: function_definition}, {kind: class_definition}], has: {field: name, pattern: $N}}', '$N', 'django/db/models/query.py')]),
                filesystem: [['read_text_file', { path: 'django/db/models/query.py' }]],
                codegraph: [explore('django/db/models/query.py')],
                codegraphall: [['codegraph_node', { file: 'django/db/models/query.py', symbolsOnly: true }]],
            },
        },
        {
            id: 'find', question: 'Where is import_string defined?',
            facts: ['django/utils/module_loading.py:7 import_string'],
            plays: {
                fovea: [['search_symbols', { query: 'import_string' }]],
                grep: [grep('(def|class) import_string\\b', { type: 'py' })],
                ctags: [tags('import_string')],
                astgrep: [pyFunctions('^import_string$', 'django')],
                filesystem: [['list_directory', { path: 'django/utils' }], ['read_text_file', { path: 'django/utils/module_loading.py' }]],
                codegraph: [explore('import_string')],
                codegraphall: [['codegraph_search', { query: 'import_string', limit: 3 }]],
            },
        },
        {
            id: 'body', question: 'The body of QuerySet.bulk_create, and where the helpers it calls are defined',
            facts: ['django/db/models/query.py:463-525', 'django/db/models/query.py:456 _prepare_for_bulk_create', 'django/db/models/query.py:1274 _batched_insert',
                'django/utils/functional.py:412 partition', 'django/db/transaction.py:299 atomic'],
            plays: {
                fovea: [['get_symbol', { symbol: 'QuerySet.bulk_create', include_source: true }]],
                grep: [grep('def bulk_create\\b', { path: 'django', type: 'py' }), read('django/db/models/query.py', 463, 64),
                    grep('def (_prepare_for_bulk_create|_batched_insert|partition|atomic)\\b', { path: 'django', type: 'py' })],
                ctags: [tags('bulk_create'), read('django/db/models/query.py', 463, 63), tags('_prepare_for_bulk_create', '_batched_insert', 'partition', 'atomic')],
                astgrep: [pyFunctions('^bulk_create$', 'django'), read('django/db/models/query.py', 463, 64),
                    pyFunctions('^(_prepare_for_bulk_create|_batched_insert|partition|atomic)$', 'django')],
                filesystem: [['read_text_file', { path: 'django/db/models/query.py' }], ['read_text_file', { path: 'django/utils/functional.py' }], ['read_text_file', { path: 'django/db/transaction.py' }]],
                codegraph: [explore('QuerySet.bulk_create'), explore('_prepare_for_bulk_create _batched_insert partition atomic')],
                codegraphall: [['codegraph_node', { symbol: 'QuerySet.bulk_create', includeCode: true }],
                    ['codegraph_search', { query: 'partition', limit: 3 }], ['codegraph_search', { query: 'atomic', limit: 5 }]],
            },
        },
        {
            id: 'callers', question: 'Which functions call salted_hmac, tests included?',
            facts: ['django/core/signing.py base64_hmac', 'django/contrib/messages/storage/cookie.py _legacy_hash', 'django/contrib/sessions/backends/base.py _hash',
                'django/contrib/auth/base_user.py _legacy_get_session_auth_hash', 'django/contrib/auth/base_user.py get_session_auth_hash',
                'django/contrib/auth/tokens.py _make_token_with_timestamp', 'tests/utils_tests/test_crypto.py test_salted_hmac', 'tests/utils_tests/test_crypto.py test_invalid_algorithm'],
            plays: {
                fovea: [['callers', { symbol: 'salted_hmac' }]],
                grep: either(
                    [grep('salted_hmac\\(', { type: 'py', output_mode: 'files_with_matches' }),
                        grep('^\\s*def |salted_hmac\\(', { glob: '{django/core/signing.py,django/contrib/messages/storage/cookie.py,django/contrib/sessions/backends/base.py,django/contrib/auth/base_user.py,django/contrib/auth/tokens.py,tests/utils_tests/test_crypto.py}' })],
                    [grep('salted_hmac\\(', { type: 'py', '-B': 12 }), read('django/contrib/auth/tokens.py', 60, 16), read('tests/utils_tests/test_crypto.py', 21, 3)]),
                ctags: [tags('salted_hmac')],
                astgrep: [pyCallers('salted_hmac', '.')],
                filesystem: [],
                codegraph: [explore('callers of salted_hmac')],
                codegraphall: [['codegraph_callers', { symbol: 'salted_hmac' }]],
            },
        },
        {
            id: 'orient', question: 'What are the packages of django, where are tests and documentation, how are tests run, what does the django-admin command call?',
            facts: [...['core', 'db', 'contrib', 'forms', 'template', 'utils', 'http', 'urls', 'views', 'middleware'].map((name) => `django/${name} | django.${name} | ~ [\\s,]${name}/ | ─ ${name} | [DIR] ${name}`),
                'tests', 'docs', 'runtests', 'execute_from_command_line'],
            plays: {
                fovea: either([['get_repo_overview', { max_modules: 10 }], ['map', { path: 'django' }]],
                    [['explore', { question: 'packages of django, how tests are run, what django-admin calls', budget: 1000 }]]),
                grep: [list('.'), list('django'), grep('console_scripts', { path: 'setup.cfg', '-A': 2 }), glob('tests/*.py')],
                ctags: [sh('ls -pd * django/*/ tests/*.py; grep -A2 console_scripts setup.cfg')],
                astgrep: [sh('ls -pd * django/*/ tests/*.py; grep -A2 console_scripts setup.cfg')],
                filesystem: [['list_directory', { path: '.' }], ['list_directory', { path: 'django' }], ['read_text_file', { path: 'setup.cfg' }], ['search_files', { path: 'tests', pattern: '*.py' }]],
                codegraph: [explore('django-admin entry point, packages, how tests are run')],
                codegraphall: [['codegraph_files', { path: 'django', maxDepth: 2, includeMetadata: false }], ['codegraph_search', { query: 'execute_from_command_line', limit: 3 }], ['codegraph_files', { pattern: 'tests/*.py', format: 'flat', includeMetadata: false }]],
            },
        },
        {
            id: 'where', question: 'Where is the host of a request checked against the allowed hosts?',
            facts: ['django/http/request.py get_host', 'django/http/request.py:678 validate_host'],
            plays: {
                fovea: either([['explore', { question: 'where is the host of a request checked against the allowed hosts', budget: 500 }]],
                    [['search_symbols', { query: 'host', path: 'django/http' }]]),
                grep: [grep('settings\\.ALLOWED_HOSTS', { path: 'django', type: 'py' }), read('django/http/request.py', 130, 25), grep('def validate_host', { path: 'django/http' })],
                ctags: [tagged('(and (substr? $name "host") (prefix? $input "django/http"))')],
                astgrep: [pyFunctions('host', 'django/http')],
                filesystem: [['list_directory', { path: 'django/http' }], ['read_text_file', { path: 'django/http/request.py' }]],
                codegraph: [explore('where is the request host checked against ALLOWED_HOSTS')],
                codegraphall: [['codegraph_search', { query: 'host' }], ['codegraph_search', { query: 'validate_host' }], ['codegraph_callers', { symbol: 'validate_host' }]],
            },
        },
        {
            id: 'string', question: 'Where does the text "Related Field got invalid lookup" stand?',
            facts: ['django/db/models/sql/query.py:1207', 'django/db/models/sql/query.py:1362', 'tests/lookup/tests.py:621', 'tests/lookup/tests.py:624'],
            plays: {
                fovea: [['raw_search', { pattern: 'Related Field got invalid lookup' }]],
                grep: [grep('Related Field got invalid lookup')],
                ctags: [],
                astgrep: [scan('python', '{kind: string, regex: Related Field got invalid lookup}', '$', '.')],
                filesystem: [],
                codegraph: [explore('Related Field got invalid lookup')],
                codegraphall: [explore('Related Field got invalid lookup')],
            },
        },
        {
            id: 'implementations', question: 'Which classes are derived from BaseCache, directly or not?',
            facts: CACHES,
            plays: {
                fovea: [['callers', { symbol: 'BaseCache', depth: 2 }]],
                grep: [grep('^class \\w+\\(.*Cache\\b.*\\)', { path: 'django', type: 'py' })],
                ctags: [tagged('(and (eq? $kind "class") $inherits (substr? $inherits "Cache") (prefix? $input "django/"))')],
                astgrep: [scan('python', '{kind: class_definition, all: [{has: {field: name, pattern: $N}}, {has: {field: superclasses, regex: Cache}}]}', '$N', 'django')],
                filesystem: [['list_directory', { path: 'django/core/cache/backends' }],
                    ['read_multiple_files', { paths: ['db', 'dummy', 'filebased', 'locmem', 'memcached'].map((name) => `django/core/cache/backends/${name}.py`) }]],
                codegraph: [explore('BaseCache subclasses')],
                codegraphall: [['codegraph_impact', { symbol: 'BaseCache', depth: 2 }]],
            },
        },
        {
            id: 'impact', question: 'What does a change of base64_hmac affect within two calls, tests included?',
            facts: ['django/core/signing.py signature', 'django/core/signing.py _legacy_signature', 'django/core/signing.py:146 sign', 'django/core/signing.py:149 unsign',
                'tests/signing/tests.py test_signature', 'tests/signing/tests.py test_signature_with_salt', 'tests/signing/tests.py test_custom_algorithm'],
            plays: {
                fovea: either([['get_impact', { symbol: 'base64_hmac', depth: 2 }]], [['callers', { symbol: 'base64_hmac', depth: 2 }]]),
                grep: [grep('base64_hmac', { type: 'py' }),
                    grep('^\\s*(def|class) |base64_hmac\\(|\\.(_legacy_)?signature\\(', { glob: '{django/core/signing.py,tests/signing/tests.py}' })],
                ctags: [tags('base64_hmac')],
                astgrep: [pyCallers('base64_hmac', '.'), pyCallers('\\.(_legacy_)?signature', 'django tests/signing')],
                filesystem: [],
                codegraph: [explore('base64_hmac callers impact')],
                codegraphall: [['codegraph_impact', { symbol: 'base64_hmac', depth: 2 }]],
            },
        },
        {
            id: 'modules', question: 'Which other packages of django does django.forms use?',
            facts: ['utils.py django.conf', 'fields.py django.core', 'models.py django.db', 'renderers.py django.template', 'widgets.py django.templatetags', 'fields.py django.utils']
                .map((fact) => `django/forms/${fact} | django/forms/boundfield.py ${fact.split(' ')[1]} | ~ (django.forms ->|needs:) .*${fact.split(' ')[1]}`),
            plays: {
                fovea: [['get_repo_overview', { path: 'django/forms' }]],
                grep: [grep('^\\s*(from|import) django\\.[a-eg-tv-z]', { path: 'django/forms', type: 'py' }), grep('from django.utils', { path: 'django/forms', type: 'py', head_limit: 2 })],
                ctags: [],
                astgrep: [sh('ast-grep outline --items imports django/forms')],
                filesystem: [['list_directory', { path: 'django/forms' }], ...['boundfield', 'fields', 'forms', 'formsets', 'models', 'renderers', 'utils', 'widgets']
                    .map((name) => ['read_text_file', { path: `django/forms/${name}.py`, head: 35 }])],
                codegraph: [explore('django.forms imports dependencies')],
                codegraphall: [['codegraph_node', { file: 'django/forms/models.py', symbolsOnly: true }]],
            },
        },
    ],
};

// The calls that make up the plays of tasks/, by the way that has them.
const compact = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

// Alternatives: the cheapest play that answers the whole task counts, else the one that finds most.
export const either = (...plays) => ({ plays });

export const read = (path, offset, limit) => ['Read', compact({ path, offset, limit })];
export const grep = (pattern, more = {}) => ['Grep', { pattern, output_mode: 'content', ...more }];
export const list = (path) => ['List', { path }];
export const glob = (pattern) => ['Glob', { pattern }];
export const sh = (command) => ['Bash', { command }];

// Ready-made commands, as short as an expert writes them.
export const tags = (...names) => sh(`readtags -t $TAGS -ne ${names.join(' ')}`);
export const tagged = (expression) => sh(`readtags -t $TAGS -ne -Q '${expression}' -l`);
export const scan = (language, rule, message, where) =>
    sh(`ast-grep scan --report-style short --inline-rules '{id: f, language: ${language}, message: "${message}", rule: ${rule}}' ${where}`);
// Functions by name, and functions that call one.
export const cFunctions = (regex, where) =>
    scan('c', `{kind: function_definition, has: {stopBy: end, kind: function_declarator, has: {field: declarator, pattern: $N, regex: ${regex}}}}`, '$N', where);
export const cCallers = (name, where) => scan('c', '{kind: function_definition, all: [{has: {stopBy: end, kind: function_declarator, ' +
    `has: {field: declarator, pattern: $N}}}, {has: {stopBy: end, kind: call_expression, has: {field: function, regex: ^${name}$}}}]}`, '$N', where);
export const pyFunctions = (regex, where) => scan('python', `{kind: function_definition, has: {field: name, pattern: $N, regex: ${regex}}}`, '$N', where);
export const pyCallers = (name, where) => scan('python', '{kind: function_definition, all: [{has: {field: name, pattern: $N}}, ' +
    `{has: {stopBy: end, kind: call, has: {field: function, regex: ${name}$}}}]}`, '$N', where);

export const explore = (query) => ['codegraph_explore', { query }];

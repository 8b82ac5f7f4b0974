// Rules, at-rules, mixins, functions and variables of each style sheet named on stdin, by PostCSS,
// one JSON line a file. Argument: the folder node_modules/ with postcss.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const load = createRequire(process.argv[2]);
const postcss = load('postcss');
const parsers = { css: postcss.parse, scss: load('postcss-scss').parse,
    less: load('postcss-less').parse };
const TRANSPARENT = /^(if|else|each|for|while|include|at-root)$/;
const SHOWN = /^(layer|custom-media|custom-selector)$/;

const isKeyframes = (node) => node.type === 'atrule' && /keyframes$/.test(node.name);

function insideKeyframes(node) {
    for (let at = node.parent; at; at = at.parent) if (isKeyframes(at)) return true;
    return false;
}

function atRule(node) {
    const root = node.parent.type === 'root';
    if (node.variable) return root && !node.nodes ? ['variable', `@${node.name}`] : null;
    if (node.mixin && !node.nodes) return null;
    if (isKeyframes(node)) return ['rule', node.params];
    if (/^(mixin|function)$/.test(node.name))
        return [node.name, /^[^\s(]*/.exec(node.params)[0]];
    if (node.nodes ? TRANSPARENT.test(node.name) : !SHOWN.test(node.name)) return null;
    return ['rule', `@${node.name}${node.raws.afterName ?? ''}${node.raws.params?.raw ?? node.params}`];
}

function declaration(node) {
    if (node.isNested) return null;
    const root = node.parent.type === 'root' && /^[$@]/.test(node.prop);
    return root || node.prop.startsWith('--') ? ['variable', node.prop] : null;
}

function describe(node) {
    if (insideKeyframes(node)) return null;
    switch (node.type) {
    case 'rule': return node.mixin ? null : ['rule', node.raws.selector?.raw ?? node.selector];
    case 'atrule': return atRule(node);
    case 'decl': return declaration(node);
    }
    return null;
}

for (const file of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const symbols = [];
    try {
        parsers[file.split('.').pop()](readFileSync(file, 'utf8')).walk((node) => {
            const one = describe(node);
            if (one) symbols.push([...one, node.source.start.line, node.source.end.line]);
        });
    } catch {
        continue;
    }
    console.log(JSON.stringify({ file, symbols }));
}

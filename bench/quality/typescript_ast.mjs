// Declarations of each file named on stdin, by the TypeScript compiler's parser, one JSON line a
// file. Files with syntax errors are left out. Argument: typescript.js.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ts = createRequire(import.meta.url)(process.argv[2]);
const K = ts.SyntaxKind;

const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
const isClass = (node) => node && ts.isClassExpression(node);
const boundKind = (node) => (isFunction(node) ? 'function' : isClass(node) ? 'class' : null);
const isAssignment = (node) => ts.isBinaryExpression(node) &&
    node.operatorToken.kind === K.EqualsToken;

// Whether a function or class expression takes its name from what it is bound to.
function isBound(node) {
    const parent = node.parent;
    if (isAssignment(parent)) return parent.right === node && !ts.isElementAccessExpression(parent.left);
    return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ||
        ts.isPropertyDeclaration(parent)) && parent.initializer === node ||
        ts.isExportAssignment(parent);
}

function assignedName(node, source) {
    if (node.left.getText(source) === 'module.exports')
        return node.right.name?.text ?? 'module.exports';
    if (ts.isIdentifier(node.left)) return node.left.text;
    return ts.isPropertyAccessExpression(node.left) ? node.left.name.text : null;
}

// A variable that is the module's own: at the top level of a file or namespace.
function isModuleVariable(node) {
    const statement = node.parent.parent;
    const isRequire = node.initializer && ts.isCallExpression(node.initializer) &&
        node.initializer.expression.getText() === 'require';
    return ts.isIdentifier(node.name) && ts.isVariableStatement(statement) && !isRequire &&
        (ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent));
}

// A member signature belongs to the interface or type alias that it stands in, not to a nested type.
function isMemberSignature(node) {
    for (let at = node.parent; at; at = at.parent) {
        if (ts.isInterfaceDeclaration(at) || ts.isTypeAliasDeclaration(at)) return true;
        if (ts.isPropertyDeclaration(at) || ts.isFunctionLike(at) || ts.isTypeElement(at) || ts.isTypeReferenceNode(at) ||
            ts.isExpressionWithTypeArguments(at) || ts.isVariableDeclaration(at)) return false;
        if (ts.isClassLike(at)) return true;
    }
    return false;
}

function moduleName(node, source) {
    if (node.flags & ts.NodeFlags.GlobalAugmentation) return 'global';
    let name = node.name.text;
    for (let at = node.body; at && ts.isModuleDeclaration(at); at = at.body) name += `.${at.name.text}`;
    return name;
}

const named = (node, source) => {
    if (!node.name) return 'default';
    return ts.isStringLiteralLike(node.name) ? node.name.text : node.name.getText(source);
};

// node -> [kind, name, node that gives the range] or null
function declaration(node, source) {
    switch (node.kind) {
    case K.FunctionDeclaration: return ['function', named(node, source), node];
    case K.ClassDeclaration: return ['class', named(node, source), node];
    case K.InterfaceDeclaration: return ['interface', node.name.text, node];
    case K.TypeAliasDeclaration: return ['type', node.name.text, node];
    case K.EnumDeclaration: return ['enum', node.name.text, node];
    case K.EnumMember: return ['enum_member', named(node, source), node];
    case K.ModuleDeclaration:
        return ts.isModuleDeclaration(node.parent) ? null
            : ['module', moduleName(node, source), node];
    case K.MethodDeclaration: case K.GetAccessor: case K.SetAccessor:
        return ts.isInterfaceDeclaration(node.parent) || ts.isTypeLiteralNode(node.parent)
            ? isMemberSignature(node) ? ['function', named(node, source), node] : null
            : ['function', named(node, source), node];
    case K.Constructor: return ['function', 'constructor', node];
    case K.ClassStaticBlockDeclaration: return ['function', 'static', node];
    case K.PropertyDeclaration:
        return [boundKind(node.initializer) ?? 'property', named(node, source), node];
    case K.MethodSignature:
        return isMemberSignature(node) ? ['function', named(node, source), node] : null;
    case K.PropertySignature:
        return isMemberSignature(node) ? ['property', named(node, source), node] : null;
    case K.ConstructSignature: return isMemberSignature(node) ? ['function', 'new', node] : null;
    case K.CallSignature: return isMemberSignature(node) ? ['function', 'call', node] : null;
    case K.IndexSignature: return isMemberSignature(node) ? ['property', 'index', node] : null;
    case K.BindingElement: return exportedBinding(node);
    case K.VariableDeclaration: return variable(node, source);
    case K.PropertyAssignment: {
        const kind = boundKind(node.initializer);
        return kind && [kind, named(node, source), node];
    }
    case K.BinaryExpression: return assignment(node, source);
    case K.ExportAssignment: {
        const kind = boundKind(node.expression);
        return kind && [kind, node.expression.name?.text ?? 'default', node];
    }
    case K.FunctionExpression: case K.ClassExpression:
        return node.name && !isBound(node) ? [boundKind(node), node.name.text, node] : null;
    }
    return null;
}

function variable(node, source) {
    if (!ts.isVariableDeclarationList(node.parent)) return null;
    const only = node.parent.declarations.length === 1;
    const whole = !only ? node : ts.isVariableStatement(node.parent.parent) ? node.parent.parent
        : node.parent;
    const kind = boundKind(node.initializer);
    if (kind) return [kind, node.name.getText(source), whole];
    return isModuleVariable(node) ? ['variable', node.name.text, whole] : null;
}

// export const { a, b: c } = …
function exportedBinding(node) {
    const pattern = node.parent, holder = pattern.parent, statement = holder.parent?.parent;
    const exported = ts.isVariableDeclaration(holder) && ts.isVariableStatement(statement) &&
        statement.modifiers?.some((modifier) => modifier.kind === K.ExportKeyword);
    return exported && ts.isIdentifier(node.name) ? ['variable', node.name.text, statement] : null;
}

// exports.name = value, outside functions; `= void 0` only reserves the name.
function isExported(node, source) {
    if (!/^(module\.)?exports\.[\w$]+$/.test(node.left.getText(source)) ||
        ts.isPrefixUnaryExpression(node.right) || ts.isVoidExpression(node.right)) return false;
    for (let at = node.parent; at; at = at.parent) if (ts.isFunctionLike(at)) return false;
    return true;
}

function assignment(node, source) {
    if (!isAssignment(node)) return null;
    const whole = ts.isExpressionStatement(node.parent) ? node.parent : node;
    const kind = boundKind(node.right) ?? (isExported(node, source) ? 'variable' : null);
    const name = kind && assignedName(node, source);
    return name ? [kind, name, whole] : null;
}

function symbols(source) {
    const found = [];
    const line = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
    const pending = [source];
    while (pending.length) {
        const node = pending.pop();
        const one = declaration(node, source);
        if (one) found.push([one[0], one[1], line(one[2].getStart(source)), line(one[2].end)]);
        const children = [];
        ts.forEachChild(node, (child) => { children.push(child); });
        pending.push(...children.reverse());
    }
    return found;
}

for (const file of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const text = readFileSync(file, 'utf8');
    const kind = /\.tsx$/.test(file) ? ts.ScriptKind.TSX
        : /\.[mc]?ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JSX;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
    if (source.parseDiagnostics.length) continue;
    console.log(JSON.stringify({ file, symbols: symbols(source) }));
}

import { type ESTree, Visitor } from 'vite';
import type { Source } from './sources.ts';

/** What a JSX child can render over time. `unknown` comes with the three others. */
type Kind = 'element' | 'text' | 'nothing' | 'unknown';
export type ChildKinds = ReadonlySet<Kind>;
export type JsxChild = { start: number; kinds: ChildKinds; isList: boolean };
type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression;
type Value = ESTree.Expression | FunctionNode;

/** A constant text. */
const text: ChildKinds = new Set(['text']);
/** A text that can change or become empty. */
const changingText: ChildKinds = new Set(['text', 'nothing']);
const element: ChildKinds = new Set(['element']);
const nothing: ChildKinds = new Set(['nothing']);
const elementOrNothing: ChildKinds = new Set(['element', 'nothing']);
const anything: ChildKinds = new Set(['element', 'text', 'nothing', 'unknown']);
const union = (all: readonly ChildKinds[]): ChildKinds => new Set(all.flatMap((kinds) => [...kinds]));

/** Alternatives, one of them rendered at a time: a text among them changes. */
const oneOf = (variants: readonly ChildKinds[]): ChildKinds => {
  const all = union(variants);
  return all.has('text') ? union([all, changingText]) : all;
};

/** What each function (components included) returns, by name. Functions with the same name are merged. */
export type FunctionResults = ReadonlyMap<string, ChildKinds>;

/** The results of all functions of the sources. */
export function resultsOf(sources: readonly Source[]): FunctionResults {
  let resultsByName: FunctionResults = new Map();
  // A component's result depends on the components inside it: iterate until a fixed point.
  for (;;) {
    const found = new Map<string, ChildKinds>();
    for (const source of sources)
      for (const [name, children] of readFile(source, resultsByName).functions)
        found.set(name, union([found.get(name) ?? new Set(), kindsOf(children)]));
    if ([...found].every(([name, kinds]) => resultsByName.get(name)?.size === kinds.size)) return found;
    resultsByName = found;
  }
}

const kindsOf = (children: readonly JsxChild[]): ChildKinds =>
  children.length === 0 ? nothing : union(children.map(({ kinds }) => kinds));

/**
 * The children of each JSX element and fragment of a file, what its components and fragments render at their root, and
 * what its functions return.
 */
export function readFile(source: Source, results: FunctionResults) {
  const { declared, values, elements, fragments } = collected(source);
  const returned = new Map<FunctionNode, JsxChild[]>();
  const one = ({ start }: { start: number }, kinds: ChildKinds, isList = false): JsxChild[] => [
    { start, kinds, isList },
  ];

  function ofChildren(children: readonly ESTree.JSXChild[]): JsxChild[] {
    return children.flatMap((child) => {
      if (child.type === 'JSXText') return /^\s*\n\s*$/.test(child.value) ? [] : one(afterSpace(child), text);
      if (child.type === 'JSXSpreadChild') return one(child, anything);
      if (child.type !== 'JSXExpressionContainer') return of(child);
      return child.expression.type === 'JSXEmptyExpression' ? [] : of(child.expression);
    });
  }

  /** The children that an expression adds to its parent. */
  function of(node: ESTree.Expression): JsxChild[] {
    switch (node.type) {
      case 'JSXFragment':
        return ofChildren(node.children);
      case 'JSXElement':
        return ofElement(node);
      case 'Literal': {
        const isText = typeof node.value === 'number' || (typeof node.value === 'string' && node.value !== '');
        return isText ? one(node, text) : [];
      }
      case 'TemplateLiteral':
      case 'BinaryExpression':
        return one(node, changingText);
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSAsExpression':
        return of(node.expression);
      case 'LogicalExpression': {
        const left = node.operator === '&&' ? nothing : kindsOf(of(node.left));
        return one(node, oneOf([left, kindsOf(of(node.right))]));
      }
      case 'ConditionalExpression':
        return one(node, oneOf([kindsOf(of(node.consequent)), kindsOf(of(node.alternate))]));
      case 'Identifier':
        if (node.name === 'undefined') return [];
        return named(node, node.name, (value) => (isFunction(value) ? one(node, anything) : of(value)));
      case 'MemberExpression':
        if (node.computed) return one(node, anything);
        return named(node, node.property.name);
      case 'ArrayExpression': {
        const items = node.elements.flatMap((each) => (each && each.type !== 'SpreadElement' ? of(each) : []));
        return one(node, union([nothing, kindsOf(items)]), true);
      }
      case 'CallExpression':
        return ofCall(node);
      default:
        return one(node, anything);
    }
  }

  function ofElement(node: ESTree.JSXElement): JsxChild[] {
    const name = nameOf(node, source);
    if (isTransparent(name)) {
      const children = ofChildren(node.children);
      // Suspense shows its fallback until the code of its children has loaded.
      return name === 'Suspense' ? one(node, union([kindsOf(children), nothing])) : children;
    }
    const kinds = isComponent(name) ? (results.get(name) ?? element) : element;
    // The children that a component receives are reported where they are passed.
    return one(node, kinds.has('unknown') ? elementOrNothing : kinds);
  }

  function ofCall(node: ESTree.CallExpression): JsxChild[] {
    const { callee } = node;
    if (callee.type === 'Identifier') {
      // A portal renders elsewhere in the document.
      if (callee.name === 'createPortal') return [];
      const elsewhere = results.get(callee.name) ?? anything;
      return named(
        node,
        callee.name,
        (value) => (isFunction(value) ? ofFunction(value) : one(node, anything)),
        elsewhere,
      );
    }
    if (callee.type !== 'MemberExpression' || callee.computed) return one(node, anything);
    if (listMethods.has(callee.property.name)) {
      const callback = node.arguments.at(-1);
      const items = !callback
        ? []
        : callback.type === 'Identifier'
          ? named(node, callback.name, (value) => (isFunction(value) ? ofFunction(value) : one(node, anything)))
          : isFunction(callback)
            ? ofFunction(callback)
            : one(node, anything);
      return one(node, union([nothing, kindsOf(items)]), true);
    }
    return one(node, anything);
  }

  /** Resolves names by the declarations in the file. Declarations with the same name are merged. */
  function named(
    node: ESTree.Expression,
    name: string,
    ofValue: (value: Value) => JsxChild[] = () => one(node, anything),
    otherwise = anything,
  ): JsxChild[] {
    const types = declared.get(name) ?? [];
    const found = (values.get(name) ?? []).map(ofValue);
    const [only] = found;
    if (types.length + found.length === 0) return one(node, otherwise);
    if (types.length === 0 && only && found.length === 1) return only.map((child) => ({ ...child, start: node.start }));
    return one(node, union([...types, ...found.map(kindsOf)]));
  }

  function ofFunction(node: FunctionNode): JsxChild[] {
    const cachedKinds = returned.get(node);
    if (cachedKinds) return cachedKinds;
    // Guards against recursion.
    returned.set(node, []);
    const children = readFunction(node);
    returned.set(node, children);
    return children;
  }

  function readFunction({ body, returnType }: FunctionNode): JsxChild[] {
    const type = returnType ? kindsOfType(returnType.typeAnnotation, source) : anything;
    if (!body || !type.has('unknown')) return one(body ?? { start: 0 }, type);
    if (body.type !== 'BlockStatement') return of(body);
    const found = body.body.flatMap(returnsIn).map((value) => (value ? of(value) : []));
    return found.length === 1 ? found.flat() : one(body, union(found.map(kindsOf)));
  }

  const functions = [...values].flatMap(([name, all]) =>
    all.flatMap((value): [string, JsxChild[]][] => {
      if (isFunction(value)) return [[name, ofFunction(value)]];
      const isLater =
        value.type === 'CallExpression' && value.callee.type === 'Identifier' && lazy.has(value.callee.name);
      return isLater ? [[name, one(value, elementOrNothing)]] : [];
    }),
  );
  const inFragments = fragments.map(({ children }) => ofChildren(children));
  return {
    functions,
    parents: [
      ...elements.filter((node) => !isTransparent(nameOf(node, source))).map(({ children }) => ofChildren(children)),
      ...inFragments,
    ],
    roots: [...inFragments, ...functions.flatMap(([name, children]) => (isComponent(name) ? [children] : []))].flat(),
  };
}

const collectedFiles = new WeakMap<Source, ReturnType<typeof collect>>();

/** Cache: each file is collected once. */
function collected(source: Source) {
  const found = collectedFiles.get(source) ?? collect(source);
  collectedFiles.set(source, found);
  return found;
}

/**
 * Collects the JSX of a file and its declarations: types of variables and properties, and values of variables and
 * functions.
 */
function collect(source: Source) {
  const declared = new Map<string, ChildKinds[]>();
  const values = new Map<string, Value[]>();
  const elements: ESTree.JSXElement[] = [];
  const fragments: ESTree.JSXFragment[] = [];
  const add = <T>(map: Map<string, T[]>, name: string, value: T) => {
    const all = map.get(name);
    if (all) all.push(value);
    else map.set(name, [value]);
  };
  new Visitor({
    JSXElement: (node) => void elements.push(node),
    JSXFragment: (node) => void fragments.push(node),
    FunctionDeclaration: (node) => {
      if (node.id) add(values, node.id.name, node);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && !id.typeAnnotation && init) add(values, id.name, init);
    },
    Identifier: (node) => {
      const type = 'typeAnnotation' in node ? node.typeAnnotation : null;
      if (type) add(declared, node.name, kindsOfType(type.typeAnnotation, source));
    },
    TSPropertySignature: ({ key, typeAnnotation, optional }) => {
      if (key.type !== 'Identifier' || !typeAnnotation) return;
      const kinds = kindsOfType(typeAnnotation.typeAnnotation, source);
      add(declared, key.name, optional ? union([kinds, nothing]) : kinds);
    },
  }).visit(source.program);
  return { declared, values, elements, fragments };
}

/** The values that a statement returns, without those of nested functions. */
function returnsIn(node: ESTree.Statement | ESTree.Directive): (ESTree.Expression | null)[] {
  switch (node.type) {
    case 'ReturnStatement':
      return [node.argument];
    case 'BlockStatement':
      return node.body.flatMap(returnsIn);
    case 'IfStatement':
      return [...returnsIn(node.consequent), ...(node.alternate ? returnsIn(node.alternate) : [])];
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => consequent.flatMap(returnsIn));
    default:
      return [];
  }
}

/** What a value of a type renders; for a function type, what its result renders. */
function kindsOfType(type: ESTree.TSType, source: Source): ChildKinds {
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSNumberKeyword':
    case 'TSTemplateLiteralType':
      return changingText;
    case 'TSLiteralType':
      return type.literal.type === 'Literal' && typeof type.literal.value === 'boolean' ? nothing : changingText;
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
    case 'TSBooleanKeyword':
      return nothing;
    case 'TSUnionType':
      return union(type.types.map((each) => kindsOfType(each, source)));
    case 'TSFunctionType':
      return kindsOfType(type.returnType.typeAnnotation, source);
    case 'TSTypeReference': {
      const name = source.text.slice(type.typeName.start, type.typeName.end);
      if (name === 'ReactElement') return element;
      return name === 'ElementSlot' ? elementOrNothing : anything;
    }
    default:
      return anything;
  }
}

/** Functions that make a lazily loaded component. */
const lazy = new Set(['lazyComponent', 'lazyView', 'page', 'lazyPage']);
const listMethods = new Set(['map', 'flatMap', 'from']);

const isFunction = (node: ESTree.Node): node is FunctionNode =>
  ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'].includes(node.type);

const isComponent = (name: string) => /^[A-Z]/.test(name);

/** Whether the children of a component are rendered into the component's own parent. */
const isTransparent = (name: string) => /(^|\.)(Fragment|Suspense|Provider)$|Context$/.test(name);

const nameOf = ({ openingElement: { name } }: ESTree.JSXElement, source: Source) =>
  source.text.slice(name.start, name.end);

const afterSpace = ({ start, value }: ESTree.JSXText) => ({ start: start + value.search(/\S|$/) });

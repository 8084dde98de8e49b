import type { Finding, Fix } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/suggestions.ts';
import { acceptedText, itemType } from '../helpers/built-in.ts';
import { BUILT_INS } from '../helpers/built-ins.ts';
import type { HostHelper } from '../helpers/host.ts';
import { PHRASES } from '../phrases/phrases.ts';
import { children } from '../syntax/children.ts';
import type { Translator } from '../syntax/translator.ts';
import type {
  ArithmeticOperator,
  Assign,
  Block,
  Chain,
  ChainPart,
  Comparison,
  Define,
  Each,
  Expression,
  If,
  Let,
  Loop,
  Name,
  Path,
  PhraseNode,
  Script,
  Span,
  SyntaxNode,
  Take,
  Where,
} from '../syntax/tree.ts';
import type { Schema, Type } from '../types.ts';
import { expectedOperands } from '../values/arithmetic.ts';
import type { Kind } from '../values/kind.ts';
import type { Binding, SymbolTable } from './binding.ts';
import { comparisonFixes, comparisonMismatch, type MismatchArgs, sideOf } from './comparison-type.ts';
import { helperSignature } from './helper-signature.ts';
import type { HelperDefinitions } from './resolve-helpers.ts';
import { declarableType, keyType, kindOfType, listOf, type StaticType, unify, unifyAll } from './static-type.ts';

/** What type inference needs from the caller and from earlier passes. */
export interface TypeContext {
  readonly source: string;
  readonly schema: Schema | undefined;
  /** The type of `this` outside of loops, if the host declares it. */
  readonly item: Type;
  readonly names: SymbolTable;
  readonly ornaments: HelperDefinitions;
  readonly hostHelpers: ReadonlyMap<string, HostHelper>;
  readonly translator: Translator;
}

/** The inferred types of a script's nodes and bindings. */
export interface InferredTypes {
  of(node: SyntaxNode): StaticType;
  ofBinding(binding: Binding): StaticType;
  /** The type of the value to the left of a key or helper. */
  ofOperandOf(part: Span): StaticType;
}

/**
 * Type checker (type inference): computes the static type of every expression. Reports type mismatches, 'Not iterable'
 * and 'Variable type changed'. An unknown type ('any') is never reported, so that only root causes are.
 */
export function inferTypes(
  script: Script,
  context: TypeContext,
): { types: InferredTypes; findings: readonly Finding[] } {
  const inference = new Inference(context);
  inference.infer(script);
  return { types: inference, findings: inference.findings };
}

class Inference implements InferredTypes {
  readonly findings: Finding[] = [];
  readonly #nodes = new Map<SyntaxNode, StaticType>();
  readonly #bindings = new Map<Binding, StaticType>();
  readonly #items = new Map<Loop, StaticType>();
  readonly #defines = new Map<Define, StaticType>();
  readonly #before = new Map<Span, StaticType>();

  readonly #reporter = {
    report: (finding: Finding) => this.findings.push(finding),
    suggestions: new Suggestions(),
    helperNamed: (name: string) => this.context.translator.helper(name),
  };

  constructor(private readonly context: TypeContext) {}

  of(node: SyntaxNode): StaticType {
    return isLiteral(node) ? literalType(node) : (this.#nodes.get(node) ?? 'any');
  }

  ofBinding(binding: Binding): StaticType {
    if (binding.kind !== 'input') return this.#bindings.get(binding) ?? 'any';
    const { schema } = this.context;
    return (schema !== undefined && Object.hasOwn(schema, binding.name) && schema[binding.name]) || 'any';
  }

  ofOperandOf(part: Span): StaticType {
    return this.#before.get(part) ?? 'any';
  }

  infer(node: SyntaxNode): StaticType {
    if (isLiteral(node)) return literalType(node);
    const type = this.#typeOf(node);
    this.#nodes.set(node, type);
    return type;
  }

  #typeOf(node: Exclude<SyntaxNode, Literal>): StaticType {
    switch (node.type) {
      case 'variable':
        return this.#bindingType(node);
      case 'it':
        return this.#itemType(this.context.names.items.get(node) ?? null);
      case 'path':
        return this.#path(node);
      case 'chain':
        return this.#chain(node);
      case 'group':
        return this.infer(node.value);
      case 'list':
        return listOf(unifyAll(node.items.map((item) => this.infer(item))));
      case 'script':
      case 'block':
        return this.#block(node);
      case 'measure':
        this.#expect(node.amount, this.infer(node.amount), ['number']);
        return node.direction === null ? 'duration' : 'date';
      case 'phrase':
        return this.#phrase(node);
      case 'where':
        return this.#where(node);
      case 'pattern':
        this.#expect(node.text, this.infer(node.text), ['text']);
        return 'boolean';
      case 'negate':
        return this.#expect(node.operand, this.infer(node.operand), ['number', 'duration']);
      case 'not':
        this.infer(node.operand);
        return 'boolean';
      case 'arithmetic':
        return node.operands
          .map((operand) => this.infer(operand))
          .reduce((left, right, index) => {
            const operator = node.operators[index - 1];
            return operator
              ? arithmeticType(operator.symbol, left, right, (args) =>
                  this.#mismatch(operator, args, args.expected === 'a duration' ? daysFix(node.operands[index]) : []),
                )
              : right;
          });
      case 'comparison':
        return this.#comparison(node);
      case 'and':
      case 'or':
        return unifyAll(node.operands.map((operand) => this.infer(operand)));
      case 'let':
        return this.#let(node);
      case 'take':
        return this.#take(node);
      case 'assign':
        return this.#assign(node);
      case 'define':
        return this.#define(node);
      case 'each':
        return this.#each(node);
      case 'if':
        return this.#if(node);
      case 'validate':
        this.infer(node.body);
        return 'boolean';
      case 'reject':
      case 'print':
      case 'skip':
      case 'broken':
        for (const child of children(node)) this.infer(child);
        return 'nothing';
    }
  }

  #phrase({ name, operands }: PhraseNode): StaticType {
    const { accepts, resultType } = PHRASES[name];
    const types = operands.map((operand, index) => {
      const expected = accepts[index];
      const type = this.infer(operand);
      return expected === undefined ? type : this.#expect(operand, type, [expected]);
    });
    return typeof resultType === 'function' ? resultType(declarableType(types[0] ?? 'any')) : resultType;
  }

  #where(where: Where): StaticType {
    const type = this.#expect(where.list, this.infer(where.list), ['list']);
    this.#items.set(where, itemType(declarableType(type)));
    this.infer(where.condition);
    return kindOfType(type) === 'list' ? type : { list: 'any' };
  }

  #block({ statements }: Block | Script): StaticType {
    const types = statements.map((statement) => this.infer(statement));
    return types.at(-1) ?? 'nothing';
  }

  #bindingType(name: Span): StaticType {
    const binding = this.context.names.bindings.get(name);
    const rows = this.context.names.enclosingWheres.get(name);
    if (rows !== undefined && binding !== undefined)
      return this.#keyOfRow(rows, { ...name, name: binding.name }, binding);
    return binding === undefined ? 'any' : this.ofBinding(binding);
  }

  /** The type of a name in a `where` condition: a key of an item if there is one, otherwise the outer name. */
  #keyOfRow(rows: readonly Where[], name: Name, binding: Binding): StaticType {
    for (const where of rows) {
      const item = this.#itemType(where);
      if (typeof item === 'string' || 'list' in item) return 'any';
      const keyOfItem = keyType(item, name.name);
      if (keyOfItem !== undefined) return keyOfItem;
    }
    if (binding.kind === 'unknown') this.#reportUnknown(rows, name);
    return this.ofBinding(binding);
  }

  #reportUnknown(rows: readonly Where[], { name, from, to }: Name): void {
    const keys = () => rows.flatMap((where) => recordTypeKeys(this.#itemType(where)));
    const word = this.#reporter.suggestions.nearest(name, keys);
    const hint = word === undefined ? {} : { suggestion: `$${word}`, fixes: [{ from, to, text: `$${word}` }] };
    this.findings.push({ code: 'undefined-variable', from, to, args: { name: `$${name}` }, ...hint });
  }

  #itemType(loop: Loop | null): StaticType {
    return loop === null ? this.context.item : (this.#items.get(loop) ?? 'any');
  }

  #path({ from, root, keys }: Path): StaticType {
    return keys.reduce((type, key) => this.#listKey(from, type, key) ?? this.#key(type, key), this.infer(root));
  }

  /** `$lines.price`, where each row has the key: reports it with `each` as the fix. */
  #listKey(from: number, type: StaticType, key: Name): StaticType | null {
    const item = typeof type === 'object' && 'list' in type ? keyType(type.list, key.name) : undefined;
    if (item === undefined || item === 'any' || BUILT_INS.has(key.name)) return null;
    this.#before.set(key, type);
    const text = `(each ${this.context.source.slice(from, key.from - 1)} { it.${key.name} })`;
    this.#mismatch(key, { expected: 'a record', got: 'list' }, [{ from, to: key.to, text }]);
    return 'any';
  }

  #key(type: StaticType, key: Name): StaticType {
    this.#before.set(key, type);
    return inferKey(type, key, this.#reporter);
  }

  #chain({ base, tails }: Chain): StaticType {
    return tails.reduce(
      (type, tail) => (tail.type === 'key' ? this.#key(type, tail) : this.#ornament(type, tail)),
      this.infer(base),
    );
  }

  #ornament(input: StaticType, tail: ChainPart): StaticType {
    this.#before.set(tail, input);
    const define = this.context.ornaments.get(tail);
    if (define !== undefined) return this.#defines.get(define) ?? 'any';
    const signature = helperSignature(tail.name, this.context.hostHelpers);
    if (signature === null) return 'any';
    const { accepts, expected } = signature;
    return signature.resultType(accepts === null ? input : this.#expect(tail, input, accepts, expected));
  }

  #comparison(node: Comparison): StaticType {
    const { left, operator, right } = node;
    const [a, b] = [sideOf(left, this.infer(left)), sideOf(right, this.infer(right))];
    const mismatch = comparisonMismatch(operator.symbol, a, b);
    if (mismatch !== null) this.#mismatch(operator, mismatch, comparisonFixes(this.context.source, node, a, b));
    return 'boolean';
  }

  #let({ name, value }: Let): StaticType {
    const type = this.infer(value);
    const binding = this.context.names.bindings.get(name);
    if (binding !== undefined) this.#bindings.set(binding, type === 'nothing' && binding.isAssigned ? 'any' : type);
    return type;
  }

  #take(take: Take): StaticType {
    const from = take.source && this.infer(take.source);
    for (const item of take.items) {
      const binding = this.context.names.bindings.get(item.alias ?? item.key);
      if (binding !== undefined) this.#bindings.set(binding, this.#takenType(from, item));
    }
    return 'nothing';
  }

  #takenType(from: StaticType | null, item: Take['items'][number]): StaticType {
    if (from !== null) return this.#key(from, item.key);
    const source = this.context.names.takes.get(item);
    if (source === undefined) return 'any';
    return 'binding' in source ? this.ofBinding(source.binding) : this.#key(this.#itemType(source.loop), item.key);
  }

  #assign({ target, operator, value }: Assign): StaticType {
    const valueType = this.infer(value);
    const root = target.type === 'path' && target.keys.length === 0 ? target.root : null;
    const binding = root === null ? undefined : this.context.names.bindings.get(root);
    if (root === null || binding?.kind !== 'let') return 'any';
    const before = this.ofBinding(binding);
    const after = this.#assignedType(operator, before, valueType, target);
    const [old, now] = [kindOfType(before), kindOfType(after)];
    if (old !== null && now !== null && now !== 'nothing' && old !== now) {
      const args = { name: `$${binding.name}`, before: old, after: now };
      this.findings.push({ code: 'variable-type-changed', from: target.from, to: target.to, args });
    }
    this.#bindings.set(binding, after === 'nothing' ? before : unify(before, after));
    return after;
  }

  #assignedType(operator: Assign['operator'], before: StaticType, valueType: StaticType, site: Span): StaticType {
    if (operator === '=') return valueType;
    if (kindOfType(valueType) === 'nothing' && (operator === '+=' || operator === '-=')) return before;
    return arithmeticType(ARITHMETIC[operator], before, valueType, (args) => this.#mismatch(site, args));
  }

  #define(define: Define): StaticType {
    this.#defines.set(define, this.infer(define.body));
    return 'nothing';
  }

  #each(each: Each): StaticType {
    const type = this.infer(each.list);
    const kind = kindOfType(type);
    if (kind === 'nothing') this.#mismatch(each.list, { expected: 'a list', got: kind });
    else if (kind !== null && kind !== 'list') {
      this.findings.push({ code: 'not-iterable', from: each.list.from, to: each.list.to, args: { got: kind } });
    }
    const item = itemType(declarableType(type));
    this.#items.set(each, item);
    for (const name of [each.item, each.alias]) {
      const binding = name === null ? undefined : this.context.names.bindings.get(name);
      if (binding !== undefined) this.#bindings.set(binding, item);
    }
    return listOf(this.infer(each.body));
  }

  #if({ branches, otherwise }: If): StaticType {
    const types = branches.map(({ test, body }) => {
      this.infer(test);
      return this.infer(body);
    });
    return otherwise === null ? 'any' : unifyAll([...types, this.infer(otherwise)]);
  }

  /** Warns if the type does not fit. Returns the type, or 'any' after a mismatch so that it is not reported twice. */
  #expect(site: Span, type: StaticType, kinds: readonly Kind[], expected = acceptedText(kinds)): StaticType {
    const kind = kindOfType(type);
    if (kind === null || kinds.includes(kind)) return type;
    this.#mismatch(site, { expected, got: kind });
    return 'any';
  }

  #mismatch(site: Span, { expected, got }: MismatchArgs, fixes: readonly Fix[] = []): void {
    const finding: Finding = { code: 'type-mismatches', from: site.from, to: site.to, args: { expected, got } };
    this.findings.push(fixes.length === 0 ? finding : { ...finding, fixes });
  }
}

const ARITHMETIC = { '+=': '+', '-=': '-', '*=': '*', '/=': '/' } as const;

/** A node whose type follows from the node itself, so it needs no inference and no cache. */
type Literal = Extract<SyntaxNode, { type: 'number' | 'text' | 'constant' | 'clock' | 'index' }>;

/** Type guard for nodes whose type is known without inference. */
export function isLiteral(node: SyntaxNode): node is Literal {
  const { type } = node;
  return type === 'number' || type === 'text' || type === 'constant' || type === 'clock' || type === 'index';
}

/** The static type of a literal. */
export function literalType(node: Literal): StaticType {
  switch (node.type) {
    case 'number':
    case 'index':
      return 'number';
    case 'text':
      return 'text';
    case 'constant':
      return node.value === null ? 'nothing' : 'boolean';
    case 'clock':
      return 'date';
  }
}

/**
 * Infers the type of a key of a value. Reports a key of a value that is not a record, and a key that the record type
 * lacks: that evaluates to nothing at run time but is most likely a typo.
 */
export function inferKey(type: StaticType, key: Name, { report, suggestions, helperNamed }: Reporter): Type {
  const { name, from, to } = key;
  const kind = kindOfType(type);
  if (kind !== null && kind !== 'record' && kind !== 'nothing') {
    const finding: Finding = { code: 'type-mismatches', from, to, args: { expected: 'a record', got: kind } };
    // `$name.length`, as written in other languages: suggest the helper `:length`.
    const helper = helperFor(name, helperNamed(name), kind, suggestions);
    report({
      ...finding,
      ...(helper && { suggestion: `:${helper}`, fixes: [{ from: from - 1, to, text: `:${helper}` }] }),
    });
  }
  const result = keyType(type, name);
  if (result !== undefined) return result;
  const word = suggestions.nearest(name, () => recordTypeKeys(type));
  const hint = word === undefined ? {} : { suggestion: word, fixes: [{ from, to, text: word }] };
  report({ code: 'undefined-variable', severity: 'warning', from, to, args: { name: `.${name}` }, ...hint });
  return 'any';
}

/** The helper that a key of another language means, such as `.length` or `.toUpperCase`, or the nearest one. */
function helperFor(name: string, helper: string, kind: Kind, suggestions: Suggestions): string | undefined {
  const accepts = (helper: string) => BUILT_INS.get(helper)?.accepts.includes(kind) === true;
  return accepts(helper) ? helper : suggestions.nearest(name, () => Array.from(BUILT_INS.keys()).filter(accepts));
}

interface Reporter {
  readonly report: (finding: Finding) => void;
  readonly suggestions: Suggestions;
  /** The helper that a name of another language means. */
  readonly helperNamed: Translator['helper'];
}

/** The known keys of a record type; empty for other types. */
function recordTypeKeys(type: StaticType): readonly string[] {
  return typeof type === 'object' && 'record' in type ? Object.keys(type.record) : [];
}

/** `$start + 30`: a number added to a date is most likely a number of days. */
function daysFix(operand: Expression | undefined): readonly Fix[] {
  return operand?.type === 'number' ? [{ from: operand.to, to: operand.to, text: ' days' }] : [];
}

/**
 * Infers the type of an arithmetic expression from its operand types. Calls `warn` where a run with values of these
 * types would warn.
 */
export function arithmeticType(
  operator: ArithmeticOperator,
  left: StaticType,
  right: StaticType,
  warn: (args: { expected: string; got: Kind }) => void,
): StaticType {
  const [a, b] = [kindOfType(left), kindOfType(right)];
  if (a === 'list' && (operator === '+' || operator === '-')) return operator === '-' ? left : appendType(left, right);
  if (operator === '+' && (a === 'text' || b === 'text')) return a === null ? 'any' : 'text';
  if (a === null || b === null) return 'any';
  if (a === 'text' || b === 'text') warn({ expected: 'a number', got: 'text' });
  const [x, y] = [toNumericKind(a), toNumericKind(b)];
  const result = RESULTS[`${x} ${operator} ${y}`];
  if (result === undefined) warn(expectedOperands(operator, x, y));
  return result ?? 'any';
}

/** A text counts as a number here, because a numeric text is converted at run time. */
function toNumericKind(kind: Kind): Kind {
  return kind === 'text' ? 'number' : kind;
}

function appendType(list: StaticType, item: StaticType): StaticType {
  const addition: StaticType = kindOfType(item) === 'list' ? item : listOf(item);
  return kindOfType(item) === null ? { list: 'any' } : unify(list, addition);
}

const RESULTS: Readonly<Record<string, StaticType>> = {
  'number + number': 'number',
  'number - number': 'number',
  'number * number': 'number',
  'number / number': 'number',
  'number % number': 'number',
  'date + duration': 'date',
  'duration + date': 'date',
  'date - duration': 'date',
  'date - date': 'duration',
  'duration + duration': 'duration',
  'duration - duration': 'duration',
  'duration * number': 'duration',
  'number * duration': 'duration',
  'duration / number': 'duration',
  'duration / duration': 'number',
};

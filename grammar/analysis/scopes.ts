import type { Finding } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/suggestions.ts';
import { forEachChild, walk } from '../syntax/children.ts';
import type {
  Assign,
  Define,
  Each,
  Let,
  Loop,
  Name,
  Path,
  Script,
  Span,
  SyntaxNode,
  Take,
  TakeItem,
  Where,
} from '../syntax/tree.ts';
import type { Schema } from '../types.ts';
import type { Binding, LoopSlots, SymbolTable, TakeSource } from './binding.ts';

/**
 * Name resolution: finds the binding of every name and allocates a frame slot for each variable. Reports 'Undefined
 * variable', 'Immutable', 'Can not insert', 'Can not update' and 'Left-hand side resolves to nothing'. Without a
 * schema, every undeclared name may be a key of the input.
 */
export function resolveScopes(
  script: Script,
  schema: Schema | undefined,
): { names: SymbolTable; findings: readonly Finding[] } {
  const resolver = new Resolver(script, schema);
  resolver.visitAll(script.statements, LexicalScope.outermost());
  return { names: resolver, findings: resolver.findings };
}

class Resolver implements SymbolTable {
  readonly findings: Finding[] = [];
  readonly bindings = new Map<Span, Binding>();
  readonly takes = new Map<TakeItem, TakeSource>();
  readonly loops = new Map<Loop, LoopSlots>();
  readonly enclosingWheres = new Map<Span, readonly Where[]>();
  readonly items = new Map<Span, Loop | null>();
  readonly inputs = new Map<string, Binding>();
  readonly immutableAssignments = new Map<Span, Finding>();
  frameSize = 0;
  readonly #unknownBindings = new Map<string, Binding>();
  readonly #suggestions = new Suggestions();
  #letNames: ReadonlySet<string> | null = null;

  constructor(
    private readonly script: Script,
    private readonly schema: Schema | undefined,
  ) {}

  visitAll(nodes: readonly SyntaxNode[], scope: LexicalScope): void {
    for (const node of nodes) this.#visit(node, scope);
  }

  #visit(node: SyntaxNode, scope: LexicalScope): void {
    switch (node.type) {
      case 'let':
        this.#visitLet(node, scope);
        break;
      case 'take':
        this.#visitTake(node, scope);
        break;
      case 'each':
        this.#visitEach(node, scope);
        break;
      case 'define':
        this.#visitDefine(node);
        break;
      case 'assign':
        this.#visitAssign(node, scope);
        break;
      case 'block':
        this.visitAll(node.statements, scope.block());
        break;
      case 'broken':
        for (const name of node.declaredNames) scope.declareBroken(name);
        break;
      case 'where':
        this.#visit(node.list, scope);
        this.loops.set(node, { item: this.#slot(), index: this.#slot() });
        this.#visit(node.condition, scope.condition(node));
        break;
      case 'variable':
        if (scope.wheres.length > 0) this.enclosingWheres.set(node, scope.wheres);
        this.bindings.set(node, this.#lookUp(node, scope));
        break;
      case 'it':
      case 'index':
        this.items.set(node, scope.loop);
        break;
      default:
        forEachChild(node, (child) => this.#visit(child, scope));
    }
  }

  #visitLet({ name, value }: Let, scope: LexicalScope): void {
    this.#visit(value, scope);
    const isTaken = scope.own(name.name) !== undefined || (scope.isOutermost && this.#isKey(name.name));
    if (isTaken) this.findings.push({ code: 'can-not-insert', ...span(name), args: { name: `$${name.name}` } });
    this.#declare('let', name, scope);
  }

  #visitTake(take: Take, scope: LexicalScope): void {
    if (take.source !== null) this.#visit(take.source, scope);
    for (const item of take.items) {
      if (take.source === null) this.takes.set(item, this.#takeSource(item, scope));
      this.#declare('take', item.alias ?? item.key, scope);
    }
  }

  /**
   * Inside a loop, a take without `from` reads the item; elsewhere it reads the input, or the helper's argument for
   * $input.
   */
  #takeSource({ key }: TakeItem, scope: LexicalScope): TakeSource {
    if (scope.loop !== null) return { loop: scope.loop };
    const argument = scope.find(key.name);
    if (argument?.kind === 'argument') return { binding: argument };
    const binding = this.#inputOrUnknown(key, scope);
    return { binding };
  }

  #visitEach(each: Each, scope: LexicalScope): void {
    this.#visit(each.list, scope);
    const slots = { item: this.#slot(), index: this.#slot() };
    this.loops.set(each, slots);
    const body = scope.loopBody(each);
    for (const name of [each.item, each.alias]) {
      if (name === null) continue;
      const binding: Binding = {
        kind: 'item',
        name: name.name,
        slot: slots.item,
        declared: name,
        loop: each,
        isAssigned: false,
      };
      this.bindings.set(name, binding);
      body.declare(binding);
    }
    this.#visit(each.body, body);
  }

  /** A helper sees the input and its argument, but no variables from outside. */
  #visitDefine({ body }: Define): void {
    const scope = LexicalScope.outermost();
    const argument: Binding = {
      kind: 'argument',
      name: 'input',
      slot: this.#slot(),
      declared: null,
      isAssigned: false,
    };
    scope.declare(argument);
    this.bindings.set(body, argument);
    this.#visit(body, scope.block());
  }

  #visitAssign({ target, operator, value }: Assign, scope: LexicalScope): void {
    this.#visit(value, scope);
    const reason = this.#immutableReason(target, scope);
    if (reason !== null) {
      const fixes = operator === '=' ? [{ from: target.to, to: value.from, text: ' == ' }] : undefined;
      const finding: Finding = { code: 'immutable', ...span(target), args: reason, ...(fixes && { fixes }) };
      this.findings.push(finding);
      this.immutableAssignments.set(target, finding);
    } else if (target.type === 'path' && target.root.type === 'variable') {
      this.#assignTo(target, target.root, scope);
    }
  }

  /** Why the target of an assignment is immutable; null for a `let` variable or an undeclared name. */
  #immutableReason(target: Assign['target'], scope: LexicalScope): { name: string; reason: string } | null {
    if (target.type === 'index') return { name: 'index', reason: 'the number of the row' };
    const { root } = target;
    if (root.type === 'it') {
      this.items.set(root, scope.loop);
      return { name: root.name, reason: 'the item itself' };
    }
    const name = `$${root.name}`;
    const binding = scope.find(root.name);
    const isInput = this.#isKey(root.name) || (this.schema === undefined && target.keys.length > 0);
    if (binding === undefined) return isInput ? { name, reason: REASONS.input } : null;
    if (target.keys.length > 0) return { name: `a key of ${name}`, reason: 'part of a value' };
    return binding.kind === 'let' ? null : { name, reason: REASONS[binding.kind] };
  }

  #assignTo(target: Path, root: Name, scope: LexicalScope): void {
    const binding = scope.find(root.name);
    this.bindings.set(root, binding ?? this.#unknownBinding(root.name));
    if (binding !== undefined) {
      binding.isAssigned = true;
      return;
    }
    if (scope.isBroken(root.name)) return;
    const code = this.#isDeclared(root.name) ? 'can-not-update' : 'left-hand-side-resolves-to-nothing';
    this.findings.push({ code, ...span(target), args: { name: `$${root.name}` }, ...this.#hint(root, scope) });
  }

  /**
   * Whether any `let` in the script declares the name. This distinguishes 'Can not update' from an assignment to a name
   * that is never declared.
   */
  #isDeclared(name: string): boolean {
    this.#letNames ??= declaredNames(this.script);
    return this.#letNames.has(name);
  }

  #lookUp(name: Name, scope: LexicalScope): Binding {
    return scope.find(name.name) ?? this.#inputOrUnknown(name, scope);
  }

  #inputOrUnknown(name: Name, scope: LexicalScope): Binding {
    if (this.#isKey(name.name) || this.schema === undefined) return this.#input(name.name);
    const existing = this.#unknownBindings.get(name.name);
    if (existing === undefined && scope.wheres.length === 0 && !scope.isBroken(name.name)) {
      const args = { name: `$${name.name}` };
      this.findings.push({ code: 'undefined-variable', ...span(name), args, ...this.#hint(name, scope) });
    }
    if (scope.wheres.length > 0) return existing ?? { ...UNKNOWN, name: name.name };
    return existing ?? this.#unknownBinding(name.name);
  }

  #input(name: string): Binding {
    const binding = this.inputs.get(name) ?? {
      kind: 'input',
      name,
      slot: -1,
      declared: null,
      isAssigned: false,
    };
    this.inputs.set(name, binding);
    return binding;
  }

  #unknownBinding(name: string): Binding {
    const binding: Binding = { kind: 'unknown', name, slot: -1, declared: null, isAssigned: false };
    this.#unknownBindings.set(name, binding);
    return binding;
  }

  #declare(kind: 'let' | 'take', name: Name, scope: LexicalScope): void {
    const binding: Binding = { kind, name: name.name, slot: this.#slot(), declared: name, isAssigned: false };
    this.bindings.set(name, binding);
    scope.declare(binding);
  }

  #isKey(name: string): boolean {
    return this.schema !== undefined && Object.hasOwn(this.schema, name);
  }

  #slot(): number {
    this.frameSize += 1;
    return this.frameSize - 1;
  }

  #hint(name: Name, scope: LexicalScope): Pick<Finding, 'suggestion' | 'fixes'> {
    const candidates = () => [...scope.visible(), ...Object.keys(this.schema ?? {})];
    const word = this.#suggestions.nearest(name.name, candidates);
    if (word === undefined) return {};
    return { suggestion: `$${word}`, fixes: [{ ...span(name), text: `$${word}` }] };
  }
}

/** Most likely a key of an item, which is only known at run time. */
const UNKNOWN = { kind: 'unknown', slot: -1, declared: null, isAssigned: false } as const;

const REASONS = {
  input: 'part of the input',
  take: 'taken from the input',
  item: 'the item of a loop',
  argument: 'the value that the helper is given',
  unknown: 'not declared',
} as const satisfies Record<Exclude<Binding['kind'], 'let'>, string>;

function declaredNames(script: Script): ReadonlySet<string> {
  const names = new Set<string>();
  walk(script, (node) => {
    if (node.type === 'let') names.add(node.name.name);
  });
  return names;
}

function span({ from, to }: Span): Span {
  return { from, to };
}

/** A lexical scope: the names of one block, linked to the enclosing scope. */
class LexicalScope {
  readonly #names = new Map<string, Binding>();
  /** Names whose declaration did not parse. */
  readonly #broken = new Set<string>();

  private constructor(
    private readonly outer: LexicalScope | null,
    readonly loop: Loop | null,
    /** The enclosing `where` conditions, innermost first. */
    readonly wheres: readonly Where[],
  ) {}

  static outermost(): LexicalScope {
    return new LexicalScope(null, null, []);
  }

  get isOutermost(): boolean {
    return this.outer === null;
  }

  block(): LexicalScope {
    return new LexicalScope(this, this.loop, this.wheres);
  }

  loopBody(loop: Loop): LexicalScope {
    return new LexicalScope(this, loop, this.wheres);
  }

  condition(where: Where): LexicalScope {
    return new LexicalScope(this, where, [where, ...this.wheres]);
  }

  declare(binding: Binding): void {
    this.#names.set(binding.name, binding);
  }

  declareBroken(name: string): void {
    this.#broken.add(name);
  }

  /** Returns the binding declared in this block itself, ignoring enclosing scopes. */
  own(name: string): Binding | undefined {
    return this.#names.get(name);
  }

  find(name: string): Binding | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }

  isBroken(name: string): boolean {
    return this.#broken.has(name) || (this.outer?.isBroken(name) ?? false);
  }

  visible(): string[] {
    return [...this.#names.keys(), ...(this.outer?.visible() ?? [])];
  }
}

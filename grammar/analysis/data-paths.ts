import { type Finding, tooManyKeys } from '../diagnostics/finding.ts';
import { PATH_KEYS } from '../limits.ts';
import { walk } from '../syntax/children.ts';
import type { Each, Expression, Loop, Name, Path, Script, StatementValue, Take } from '../syntax/tree.ts';
import type { Binding, SymbolTable } from './binding.ts';

/**
 * The data path of a value in the input: a top-level key, then keys and rows. A row is represented by the loop over it.
 */
export interface Origin {
  readonly input: string;
  readonly segments: readonly (string | Each)[];
}

/** The data paths of bindings and loop items that are known statically. */
export interface Origins {
  /** The origin of a path, with or without parentheses; null if the value is computed. */
  of(node: StatementValue | null): Origin | null;
  ofBinding(binding: Binding): Origin | null;
  ofItem(loop: Loop | null): Origin | null;
}

/**
 * Data flow analysis: traces names back to the input, through input names, loop items, takes, and each `let` of a path
 * that is never reassigned. Paths cost nothing at run time, because the path of a rejection is built only when it fires
 * (rules-language 6). Reports where a path exceeds 100 keys through the variables it follows; anything below that has
 * no origin.
 */
export function findOrigins(script: Script, names: SymbolTable): { origins: Origins; findings: readonly Finding[] } {
  const finder = new Finder(names);
  walk(script, (node) => {
    if (node.type === 'take') finder.takeFrom(node);
    else if (node.type === 'each') finder.loopOver(node);
    else if (node.type === 'let') finder.declare(node.name, node.value);
  });
  return { origins: finder, findings: finder.findings };
}

class Finder implements Origins {
  readonly findings: Finding[] = [];
  readonly #bindings = new Map<Binding, Origin | null>();
  readonly #items = new Map<Each, Origin | null>();

  constructor(private readonly names: SymbolTable) {
    for (const binding of names.inputs.values()) this.#bindings.set(binding, { input: binding.name, segments: [] });
  }

  of(node: StatementValue | null): Origin | null {
    if (node?.type === 'group') return this.of(node.value);
    return node?.type === 'path' ? this.#ofPath(node) : null;
  }

  ofBinding(binding: Binding): Origin | null {
    return this.#bindings.get(binding) ?? null;
  }

  ofItem(loop: Loop | null): Origin | null {
    return loop?.type === 'each' ? (this.#items.get(loop) ?? null) : null;
  }

  takeFrom(take: Take): void {
    for (const item of take.items) {
      const binding = this.names.bindings.get(item.alias ?? item.key);
      if (binding !== undefined)
        this.#bindings.set(binding, this.#originOfTakenItem(take, item.key, this.names.takes.get(item)));
    }
  }

  loopOver(loop: Each): void {
    const list = this.#originOfValue(loop.list);
    const origin = list && { ...list, segments: [...list.segments, loop] };
    this.#items.set(loop, origin);
    for (const name of [loop.item, loop.alias]) {
      const binding = name === null ? undefined : this.names.bindings.get(name);
      if (binding !== undefined) this.#bindings.set(binding, origin);
    }
  }

  declare(name: Name, value: StatementValue): void {
    const binding = this.names.bindings.get(name);
    if (binding !== undefined && !binding.isAssigned) this.#bindings.set(binding, this.#originOfValue(value));
  }

  #originOfTakenItem(take: Take, key: Name, source: ReturnType<SymbolTable['takes']['get']>): Origin | null {
    if (source !== undefined && 'binding' in source) return this.ofBinding(source.binding);
    return this.#extendPath(source === undefined ? this.#originOfValue(take.source) : this.ofItem(source.loop), [key]);
  }

  /** The origin of a value that a name is bound to. */
  #originOfValue(node: StatementValue | null): Origin | null {
    if (node?.type === 'group') return this.#originOfValue(node.value);
    return node?.type === 'path' ? this.#extendPath(this.#ofRoot(node), node.keys) : null;
  }

  #extendPath(origin: Origin | null, keys: readonly Name[]): Origin | null {
    const left = origin === null ? keys.length : keysLeft(origin);
    const excess = keys[left];
    if (excess !== undefined) this.findings.push(tooManyKeys(excess));
    return extend(origin, keys);
  }

  #ofPath(path: Path): Origin | null {
    return extend(this.#ofRoot(path), path.keys);
  }

  #ofRoot({ root }: Path): Origin | null {
    const binding = root.type === 'variable' ? this.names.bindings.get(root) : undefined;
    if (root.type === 'it') return this.ofItem(this.names.items.get(root) ?? null);
    return binding === undefined ? null : this.ofBinding(binding);
  }
}

function extend(origin: Origin | null, keys: readonly Name[]): Origin | null {
  if (origin === null || keys.length === 0) return origin;
  if (keys.length > keysLeft(origin)) return null;
  return { ...origin, segments: [...origin.segments, ...keys.map(({ name }) => name)] };
}

/** How many more keys a path may have. Rows are not counted; loop nesting limits them. */
function keysLeft({ segments }: Origin): number {
  return PATH_KEYS - segments.filter((step) => typeof step === 'string').length;
}

/**
 * Whether a rejection's expression is its subject, whatever its value. Rules-language 2 distinguishes paths from
 * messages.
 */
export function isSubject(node: Expression, origins: Origins, names: SymbolTable): boolean {
  if (node.type === 'group') return isExpression(node.value) && isSubject(node.value, origins, names);
  if (node.type !== 'path') return false;
  if (node.keys.length > 0 || node.root.type === 'it') return true;
  const binding = names.bindings.get(node.root);
  return binding !== undefined && (SUBJECTS.has(binding.kind) || origins.ofBinding(binding) !== null);
}

const SUBJECTS: ReadonlySet<Binding['kind']> = new Set(['input', 'take', 'item']);

function isExpression(value: StatementValue): value is Expression {
  return value.type !== 'if' && value.type !== 'each' && value.type !== 'validate';
}

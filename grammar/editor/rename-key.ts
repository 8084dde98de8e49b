import type { Binding, SymbolTable } from '../analysis/binding.ts';
import { analyzeSource } from '../compile.ts';
import type { Fix } from '../diagnostics/finding.ts';
import { PATH_KEYS } from '../limits.ts';
import { walk } from '../syntax/children.ts';
import type { Chain, Each, Name, Path, Script, StatementValue, Take, TakeItem } from '../syntax/tree.ts';

/** Returns the edits that rename the key at a place of the form, wherever the script provably reads it. */
export function keyEdits(source: string, place: FieldPath, to: string): readonly Fix[] {
  const { script, analysis } = analyzeSource(source, {});
  const places = findFieldPaths(script, analysis.names);
  const edits: Fix[] = [];
  const isTarget = (base: FieldPath | null, key: Name): boolean => isSame(fieldPathOfKey(base, key), place);
  const rename = ({ name, to: end }: Name): number => edits.push({ from: end - name.length, to: end, text: to });
  walk(script, (node) => {
    if (node.type === 'path') {
      let base = places.ofRoot(node.root);
      for (const key of node.keys) {
        if (isTarget(base, key)) rename(key);
        base = fieldPathOfKey(base, key);
      }
    } else if (node.type === 'chain') {
      let base = places.ofBase(node);
      for (const tail of node.tails) {
        if (tail.type === 'key' && isTarget(base, tail)) rename(tail);
        base = fieldPathAfter(base, tail);
      }
    } else if (node.type === 'take') {
      for (const item of node.items) {
        if (isTarget(places.ofSource(node, item), item.key)) edits.push(aliasedTakeEdit(item, to));
      }
    }
  });
  return edits;
}

/** The edit that turns `take { $from }` into `take { $to as $from }`, so that the script's variable keeps its name. */
export function aliasedTakeEdit({ key, alias }: TakeItem, to: string): Fix {
  return { from: key.from, to: key.to, text: alias === null ? `$${to} as $${key.name}` : `$${to}` };
}

function isSame(one: FieldPath | null, other: FieldPath): boolean {
  return one !== null && one.length === other.length && one.every((step, index) => step === other[index]);
}

/** The schema path of a value in the form: keys, with '*' for a row. */
type FieldPath = readonly string[];

/** The schema paths of a script's values that are statically known. */
interface FieldPaths {
  /** The path of the root of a path expression. */
  ofRoot(root: Path['root']): FieldPath | null;
  /** The path of the value that the first key of a chain is read from. */
  ofBase(chain: Chain): FieldPath | null;
  /** The path of the record that a `take` item is read from. */
  ofSource(take: Take, item: Take['items'][number]): FieldPath | null;
}

/**
 * Data flow analysis for renaming keys: traces values back to the form through loops, takes, variables that are never
 * reassigned, and helpers that return items of the list. Unlike the origins of rejections, a place does not identify
 * the row, so `$lines:sort:first` has one, too.
 */
function findFieldPaths(script: Script, names: SymbolTable): FieldPaths {
  const finder = new Finder(names);
  walk(script, (node) => {
    if (node.type === 'take') finder.takeFrom(node);
    else if (node.type === 'each') finder.loopOver(node);
    else if (node.type === 'let') finder.declare(node.name, node.value);
  });
  return finder;
}

/** How a helper changes the path of its input list. Any other helper returns values of its own. */
const LIST_HELPERS: Readonly<Record<string, (place: FieldPath) => FieldPath | null>> = {
  first: (place) => (place.length < PLACE_STEPS ? [...place, ROW] : null),
  last: (place) => (place.length < PLACE_STEPS ? [...place, ROW] : null),
  sort: (place) => place,
  unique: (place) => place,
  reverse: (place) => place,
};

const ROW = '*';

class Finder implements FieldPaths {
  readonly #bindings = new Map<Binding, FieldPath | null>();
  readonly #items = new Map<Each, FieldPath | null>();

  constructor(private readonly names: SymbolTable) {
    for (const binding of names.inputs.values()) this.#bindings.set(binding, [binding.name]);
  }

  ofRoot(root: Path['root']): FieldPath | null {
    const loop = root.type === 'it' ? this.names.items.get(root) : null;
    const item = loop?.type === 'each' ? (this.#items.get(loop) ?? null) : null;
    return root.type === 'it' ? item : this.#ofName(root);
  }

  ofBase(chain: Chain): FieldPath | null {
    return this.#of(chain.base);
  }

  ofSource({ source }: Take, item: Take['items'][number]): FieldPath | null {
    if (source !== null) return this.#of(source);
    const from = this.names.takes.get(item);
    return from !== undefined && 'loop' in from && from.loop.type === 'each'
      ? (this.#items.get(from.loop) ?? null)
      : null;
  }

  takeFrom(take: Take): void {
    for (const item of take.items) {
      const from = this.names.takes.get(item);
      const isInput = from !== undefined && 'binding' in from;
      const place = isInput
        ? (this.#bindings.get(from.binding) ?? null)
        : fieldPathOfKey(this.ofSource(take, item), item.key);
      this.#set(item.alias ?? item.key, place);
    }
  }

  loopOver(loop: Each): void {
    const list = this.#of(loop.list);
    const place = list && list.length < PLACE_STEPS ? [...list, ROW] : null;
    this.#items.set(loop, place);
    for (const name of [loop.item, loop.alias]) if (name !== null) this.#set(name, place);
  }

  declare(name: Name, value: StatementValue): void {
    if (this.names.bindings.get(name)?.isAssigned === false) this.#set(name, this.#of(value));
  }

  #set(name: Name, place: FieldPath | null): void {
    const binding = this.names.bindings.get(name);
    if (binding !== undefined) this.#bindings.set(binding, place);
  }

  #ofName(name: Name): FieldPath | null {
    const binding = this.names.bindings.get(name);
    return (binding && this.#bindings.get(binding)) ?? null;
  }

  #of(node: StatementValue): FieldPath | null {
    if (node.type === 'group') return this.#of(node.value);
    if (node.type === 'path') return node.keys.reduce(fieldPathOfKey, this.ofRoot(node.root));
    return node.type === 'chain' ? node.tails.reduce(fieldPathAfter, this.#of(node.base)) : null;
  }
}

/** The path after applying a key or a helper to a value. */
function fieldPathAfter(place: FieldPath | null, tail: Chain['tails'][number]): FieldPath | null {
  if (tail.type === 'key') return fieldPathOfKey(place, tail);
  const move = Object.hasOwn(LIST_HELPERS, tail.name) ? LIST_HELPERS[tail.name] : undefined;
  return place && move ? move(place) : null;
}

/** The path of a key of the value; null if unknown or too long. */
function fieldPathOfKey(place: FieldPath | null, { name }: Name): FieldPath | null {
  return place !== null && place.length < PLACE_STEPS ? [...place, name] : null;
}

/** The maximum number of keys and rows of a place. Paths in scripts are shorter. */
const PLACE_STEPS = 2 * PATH_KEYS;

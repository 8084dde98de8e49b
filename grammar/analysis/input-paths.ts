import { walk } from '../syntax/children.ts';
import type { Script, SyntaxNode } from '../syntax/tree.ts';
import type { SymbolTable } from './binding.ts';
import type { Origin, Origins } from './data-paths.ts';

/** A path into the input: keys, with '*' as the wildcard for a row. */
export type InputPath = readonly string[];

/**
 * Dependency tracking: finds the input paths that a script reads, in source order. A path covers everything below it,
 * so a form re-runs the script when the changed path equals it, is below it, or contains it.
 */
export function findInputPaths(script: Script, names: SymbolTable, origins: Origins): readonly InputPath[] {
  const { reads, loops } = findReads(script, names, origins);
  return minimalPaths(reads, loops);
}

/**
 * The input paths of which a script reads nothing but `:length`. What is inside them may depend on the script without
 * being a cycle.
 */
export function findLengthPaths(script: Script, names: SymbolTable, origins: Origins): readonly InputPath[] {
  const { reads, loops, lengths } = findReads(script, names, origins);
  const trunk: Branch = { below: new Map(), isRead: false };
  for (const origin of [...reads.filter((each) => !lengths.has(each)), ...loops]) insert(trunk, origin).isRead = true;
  return minimalPaths(
    [...lengths].filter((origin) => find(trunk, origin) === null),
    [],
  );
}

interface Reads {
  reads: Origin[];
  /** The lists of loops. */
  loops: Origin[];
  /** Those of `reads` that are only the operand of `:length`. */
  lengths: Set<Origin>;
}

function findReads(script: Script, names: SymbolTable, origins: Origins): Reads {
  const reads: Origin[] = [];
  const loops: Origin[] = [];
  const lengths = new Set<Origin>();
  const read = (origin: Origin | null, isLength = false): void => {
    if (origin === null) return;
    // A copy, since an origin may be shared by several nodes.
    const each = { ...origin };
    reads.push(each);
    if (isLength) lengths.add(each);
  };
  const originOfTakenItem = (name: Parameters<SymbolTable['bindings']['get']>[0]): Origin | null => {
    const binding = names.bindings.get(name);
    return binding === undefined ? null : origins.ofBinding(binding);
  };
  // The source of a `take` and the list of a loop count as read only through the keys taken or the rows used, otherwise
  // as a whole.
  const containers = new Set<SyntaxNode>();
  const measured = new Set<SyntaxNode>();
  walk(script, (node) => {
    const container = node.type === 'take' ? node.source : node.type === 'each' ? node.list : null;
    if (container?.type === 'path') {
      containers.add(container);
      const list = node.type === 'each' ? origins.of(container) : null;
      if (list !== null) loops.push(list);
    }
    const isMeasured = node.type === 'chain' && node.tails[0]?.type === 'ornament' && node.tails[0].name === 'length';
    if (isMeasured) measured.add(node.base);
    if (node.type === 'path' && !containers.has(node)) read(origins.of(node), measured.has(node));
    if (node.type === 'take') for (const item of node.items) read(originOfTakenItem(item.alias ?? item.key));
  });
  return { reads, loops, lengths };
}

/** A node of the trie of paths that are read: its children by key, and whether the path is read as a whole. */
interface Branch {
  readonly below: Map<string, Branch>;
  isRead: boolean;
}

/** Removes duplicates and paths below another path. Includes a loop's list only if nothing of its rows is read. */
function minimalPaths(reads: readonly Origin[], loops: readonly Origin[]): readonly InputPath[] {
  const trunk: Branch = { below: new Map(), isRead: false };
  for (const origin of reads) insert(trunk, origin).isRead = true;
  const lists = loops.filter((origin) => find(trunk, origin) === null);
  for (const origin of lists) insert(trunk, origin).isRead = true;
  const reported = new Set<Branch>();
  return [...reads, ...lists].flatMap((origin) => {
    const branch = outermostBranch(trunk, origin);
    if (branch === null || reported.has(branch)) return [];
    reported.add(branch);
    return [keysOf(origin)];
  });
}

function keysOf({ input, segments }: Origin): InputPath {
  return [input, ...segments.map((step) => (typeof step === 'string' ? step : ROW))];
}

const ROW = '*';

function insert(trunk: Branch, origin: Origin): Branch {
  let branch = trunk;
  for (const key of keysOf(origin)) {
    const next = branch.below.get(key) ?? { below: new Map(), isRead: false };
    branch.below.set(key, next);
    branch = next;
  }
  return branch;
}

function find(trunk: Branch, origin: Origin): Branch | null {
  let branch: Branch | undefined = trunk;
  for (const key of keysOf(origin)) branch = branch?.below.get(key);
  return branch ?? null;
}

/** The node of a path, or null if a path above it is read as a whole. */
function outermostBranch(trunk: Branch, origin: Origin): Branch | null {
  let branch: Branch = trunk;
  for (const key of keysOf(origin)) {
    const next = branch.below.get(key);
    if (branch.isRead || next === undefined) return null;
    branch = next;
  }
  return branch;
}

import { walk } from '../syntax/children.ts';
import type { Node, Script } from '../syntax/tree.ts';
import type { Names } from './binding.ts';
import type { Origin, Origins } from './origins.ts';

/** A place in the input: keys, with '*' for a row. */
export type InputPath = readonly string[];

/**
 * Which places of the input a script reads, in the order of the source. A place stands for all below it, so that a form
 * re-runs the script when what changed is that place, something below it, or something around it.
 */
export function findInputPaths(script: Script, names: Names, origins: Origins): readonly InputPath[] {
  const reads: Origin[] = [];
  const loops: Origin[] = [];
  const read = (origin: Origin | null): void => {
    if (origin !== null) reads.push(origin);
  };
  const takenFrom = (name: Parameters<Names['bindings']['get']>[0]): Origin | null => {
    const binding = names.bindings.get(name);
    return binding === undefined ? null : origins.ofBinding(binding);
  };
  // A source of a take and the list of a loop are read through what is taken and looped over, and else as a whole.
  const passing = new Set<Node>();
  walk(script, (node) => {
    const through = node.type === 'take' ? node.source : node.type === 'each' ? node.list : null;
    if (through?.type === 'path') {
      passing.add(through);
      const list = node.type === 'each' ? origins.of(through) : null;
      if (list !== null) loops.push(list);
    }
    if (node.type === 'path' && !passing.has(node)) read(origins.of(node));
    if (node.type === 'take') for (const item of node.items) read(takenFrom(item.alias ?? item.key));
  });
  return minimal(reads, loops);
}

/** A place among all that are read: what is below it by key, and whether it is read as a whole. */
interface Branch {
  readonly below: Map<string, Branch>;
  isRead: boolean;
}

/** Each place once, without those below another; a loop's list only where nothing of its rows is read. */
function minimal(reads: readonly Origin[], loops: readonly Origin[]): readonly InputPath[] {
  const trunk: Branch = { below: new Map(), isRead: false };
  for (const origin of reads) insert(trunk, origin).isRead = true;
  const lists = loops.filter((origin) => find(trunk, origin) === null);
  for (const origin of lists) insert(trunk, origin).isRead = true;
  const told = new Set<Branch>();
  return [...reads, ...lists].flatMap((origin) => {
    const branch = outermost(trunk, origin);
    if (branch === null || told.has(branch)) return [];
    told.add(branch);
    return [keysOf(origin)];
  });
}

function keysOf({ input, below }: Origin): InputPath {
  return [input, ...below.map((step) => (typeof step === 'string' ? step : ROW))];
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

/** The branch of a place, unless one around it is read. */
function outermost(trunk: Branch, origin: Origin): Branch | null {
  let branch: Branch = trunk;
  for (const key of keysOf(origin)) {
    const next = branch.below.get(key);
    if (branch.isRead || next === undefined) return null;
    branch = next;
  }
  return branch;
}

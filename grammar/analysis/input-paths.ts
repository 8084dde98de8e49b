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
  const reads: InputPath[] = [];
  const loops: InputPath[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'path') add(reads, origins.of(node));
    if (node.type === 'take') for (const item of node.items) add(reads, takenFrom(item.alias ?? item.key));
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
      if (node.type === 'each') add(loops, origins.of(through));
    }
    if (!passing.has(node)) visit(node);
  });
  return minimal(reads, loops);
}

function add(paths: InputPath[], origin: Origin | null): void {
  if (origin !== null)
    paths.push([origin.input, ...origin.below.map((step) => (typeof step === 'string' ? step : '*'))]);
}

/** Each place once, without those below another; a loop's list only where nothing of its rows is read. */
function minimal(reads: readonly InputPath[], loops: readonly InputPath[]): readonly InputPath[] {
  const around = new Set(reads.flatMap((path) => prefixes(path)));
  const all = new Map<string, InputPath>();
  for (const path of [...reads, ...loops.filter((loop) => !around.has(keyOf(loop)))]) all.set(keyOf(path), path);
  return [...all.values()].filter((path) => !prefixes(path.slice(0, -1)).some((prefix) => all.has(prefix)));
}

/** The path and every path around it. */
function prefixes(path: InputPath): string[] {
  return path.map((_, index) => keyOf(path.slice(0, index + 1)));
}

function keyOf(path: InputPath): string {
  return path.join('.');
}

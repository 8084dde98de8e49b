import type { Origin } from './analysis/origins.ts';
import { examine } from './compile.ts';
import { children } from './syntax/children.ts';
import type { Node, Path, Script } from './syntax/tree.ts';

/** How a script is built, for those who tell in words what a trace of it recorded: an entry's range is its node's. */
export interface Outline {
  /** Empty where a budget forbids to look at it. */
  readonly script: Script;
  /** Where in the input a path leads; null for what is computed. */
  originOf(path: Path): Origin | null;
  /** The nodes directly below a node, in the order of the source. */
  children(node: Node): readonly Node[];
}

/** Reads a source for its outline. Never throws, however broken it is. */
export function outline(source: string): Outline {
  const { script, analysis } = examine(source, {});
  return { script, originOf: (path) => analysis.origins.of(path), children };
}

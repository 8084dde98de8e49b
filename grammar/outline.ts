import type { Origin } from './analysis/data-paths.ts';
import { compileWithAnalysis } from './compile.ts';
import { children } from './syntax/children.ts';
import type { Path, Script, SyntaxNode } from './syntax/tree.ts';

/** The syntax tree and data paths of a script, for explaining a trace: an entry's source range identifies its node. */
export interface Outline {
  /** Empty if the script exceeds a size limit. */
  readonly script: Script;
  /** The data path of a path expression in the input; null if it is computed. */
  originOf(path: Path): Origin | null;
  /** The direct child nodes of a node in source order. */
  children(node: SyntaxNode): readonly SyntaxNode[];
}

/** Parses a source for its outline. Never throws, however broken the source is. */
export function outline(source: string): Outline {
  const { script, analysis } = compileWithAnalysis(source, {});
  return { script, originOf: (path) => analysis.origins.of(path), children };
}

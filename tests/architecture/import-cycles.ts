import { posix } from 'node:path';
import { schemas } from '#schemas/generated/registry.ts';
import { syntaxRule } from './rule.ts';

/** Files with the files that each imports. Type imports count: depending on a type is a dependency on its module. */
export type ImportGraph = { path: string; targets: string[] }[];

/**
 * Finds import cycles between folders, each with the imports that close it. A folder deeper than `depth` is counted as
 * its ancestor at that level.
 */
export function importCycles(files: ImportGraph, depth: number): string[] {
  const folderOf = (path: string) =>
    posix
      .dirname(path)
      .split('/')
      .slice(0, depth + 1)
      .join('/');
  const ways = new Map<string, Map<string, string>>();
  for (const { path, targets } of files)
    for (const target of targets) {
      const [from, to] = [folderOf(path), folderOf(target)];
      const known = ways.get(from) ?? new Map<string, string>();
      if (from !== to && !known.has(to)) ways.set(from, known.set(to, `${path} imports ${target}`));
    }
  const found = [...ways.keys()].map((folder) => shortestRound(folder, ways)).filter((path) => path !== undefined);
  // The same cycle is found from each of its folders.
  const distinct = new Map(found.toReversed().map((path) => [path.toSorted().join(), path]));
  return [...distinct.values()].map((path) => {
    const steps = path.map((folder, index) => ways.get(folder)?.get(path[index + 1] ?? path[0] ?? ''));
    return `${[...path, path[0]].join(' > ')}: ${steps.join(', ')}`;
  });
}

/** The folders of the shortest import path from a folder back to itself. */
function shortestRound(start: string, ways: Map<string, Map<string, string>>): string[] | undefined {
  const reached = new Map<string, string[]>([[start, [start]]]);
  for (const [folder, way] of reached)
    for (const next of ways.get(folder)?.keys() ?? []) {
      if (next === start) return way;
      if (!reached.has(next)) reached.set(next, [...way, next]);
    }
  return undefined;
}

const titles: readonly string[] = Object.keys(schemas);

/** Rule: code that serves all resources names none of them, neither as a string nor by type. */
export const namesNoResource = syntaxRule((report) => ({
  Literal(node) {
    if (typeof node.value === 'string' && titles.includes(node.value)) report(node, `names ${node.value}`);
  },
  ImportDeclaration(node) {
    if (!node.source.value.endsWith('generated/types.ts')) return;
    for (const { local } of node.specifiers)
      if (titles.includes(local.name)) report(local, `takes the type ${local.name}`);
  },
}));

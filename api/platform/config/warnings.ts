import type { Environment } from './check.ts';
import { variables } from './variables.ts';

/** Returns one line for each variable that looks like a typo of a known one, or that needs another. */
export function configWarnings(environment: Environment = process.env): string[] {
  const set = Object.keys(environment).filter((name) => environment[name]);
  return [...set.flatMap((name) => warningFor(name) ?? []), ...missingProxy(environment)];
}

/** The application itself serves http; only a trusted proxy can tell it that a browser uses https. */
function missingProxy({ PUBLIC_URL, TRUST_PROXY }: Environment): string[] {
  if (TRUST_PROXY || !PUBLIC_URL?.startsWith('https:')) return [];
  return [
    'PUBLIC_URL is https, but TRUST_PROXY is not set. Nobody can sign in until TRUST_PROXY includes the reverse proxy, which must send X-Forwarded-Proto.',
  ];
}

function warningFor(name: string): string | undefined {
  if (name in variables) return undefined;
  const suggestion = Object.keys(variables).find((variable) => isSimilar(name.toUpperCase(), variable));
  return suggestion === undefined
    ? undefined
    : `${name} is set, but there is no such variable. Did you mean ${suggestion}?`;
}

/** Short names have many legitimate neighbors (HOST and HOME), so only one letter may differ. */
function isSimilar(name: string, variable: string): boolean {
  return distance(name, variable) <= (variable.length > 5 ? 2 : 1);
}

/** Damerau-Levenshtein distance (optimal string alignment): edits, insertions, deletions and swaps of neighbors. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(changed, swapped, at(previous, column) + 1, at(current, column - 1) + 1));
    }
    before = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

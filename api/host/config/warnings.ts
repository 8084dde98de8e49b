import type { Environment } from './check.ts';
import { variables } from './variables.ts';

/** One line for each variable that looks like a mistyped one of ours, or that lacks another. */
export function configWarnings(environment: Environment = process.env): string[] {
  const set = Object.keys(environment).filter((name) => environment[name]);
  return [...set.flatMap((name) => warningFor(name) ?? []), ...unseenHttps(environment)];
}

/** The product itself speaks http: that a browser came by https it hears only from a proxy that it believes. */
function unseenHttps({ PUBLIC_URL, TRUST_PROXY }: Environment): string[] {
  if (TRUST_PROXY || !PUBLIC_URL?.startsWith('https:')) return [];
  return [
    'PUBLIC_URL is https and TRUST_PROXY is not set: nobody can sign in until TRUST_PROXY names the proxy in front, which must send X-Forwarded-Proto.',
  ];
}

function warningFor(name: string): string | undefined {
  if (name in variables) return undefined;
  const meant = Object.keys(variables).find((ours) => isNear(name.toUpperCase(), ours));
  return meant === undefined ? undefined : `${name} is set, but means nothing here. Is ${meant} meant?`;
}

/** Short names have many honest neighbours (HOST and HOME), so there only one letter may differ. */
function isNear(name: string, ours: string): boolean {
  return distance(name, ours) <= (ours.length > 5 ? 2 : 1);
}

/** How many letters to change, add, drop or swap with their neighbour lead from one to the other (optimal string alignment). */
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

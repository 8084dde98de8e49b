import type { Type } from '../types.ts';
import { BUILT_INS } from './built-ins.ts';

/** A custom helper that the host registers: a pure function with its types and one line of help. */
export interface HostHelper {
  readonly input: Type;
  readonly output: Type;
  readonly doc: string;
  run(value: unknown): unknown;
}

export type HostHelpers = Readonly<Record<string, HostHelper>>;

/**
 * Validates the host's helpers and returns them by name. Throws a TypeError if a name is invalid in scripts or built
 * in.
 */
export function hostHelpers(helpers: HostHelpers | undefined): ReadonlyMap<string, HostHelper> {
  const map = new Map(Object.entries(helpers ?? {}));
  for (const name of map.keys()) {
    if (!/^[a-z][a-z_]*$/.test(name))
      throw new TypeError(`Helper ':${name}': a name has lower case letters and '_' only`);
    if (BUILT_INS.has(name)) throw new TypeError(`Helper ':${name}' is built in; choose another name`);
  }
  return map;
}

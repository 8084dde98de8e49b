import type { Type } from '../types.ts';
import { BUILT_INS } from './built-ins.ts';

/** A helper that a host registers: name, types in and out, a line of help and a pure function. */
export interface HostHelper {
  readonly input: Type;
  readonly output: Type;
  readonly doc: string;
  run(value: unknown): unknown;
}

export type HostHelpers = Readonly<Record<string, HostHelper>>;

/** The host's helpers by name; throws a TypeError for a name that no script could write or that is built in. */
export function hostHelpers(helpers: HostHelpers | undefined): ReadonlyMap<string, HostHelper> {
  const map = new Map(Object.entries(helpers ?? {}));
  for (const name of map.keys()) {
    if (!/^[a-z][a-z_]*$/.test(name))
      throw new TypeError(`Helper ':${name}': a name has lower case letters and '_' only`);
    if (BUILT_INS.has(name)) throw new TypeError(`Helper ':${name}' is built in; choose another name`);
  }
  return map;
}

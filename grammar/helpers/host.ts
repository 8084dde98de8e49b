import { kindOfType } from '../analysis/static-type.ts';
import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import type { Type } from '../types.ts';
import { fromHostValue } from '../values/host-values.ts';
import { FAILED, isList, kindOf } from '../values/kind.ts';
import { acceptedText } from './built-in.ts';
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

/**
 * Calls a helper of the host. A value of the wrong kind, or an exception in the helper, gives nothing with a warning.
 * The result counts against the size limits like any other value.
 */
export function callHost(run: Run, site: Span, helper: HostHelper, value: unknown): unknown {
  const expected = kindOfType(helper.input);
  const kind = kindOf(value);
  run.spend(1);
  if (value === FAILED) return FAILED;
  if (expected !== null && expected !== kind) return run.expect(site, acceptedText([expected]), kind);
  const result = fromHostValue(callSafely(helper, value, (reason) => run.expect(site, 'a value', reason)));
  if (typeof result === 'string') run.growText(site, result.length);
  if (isList(result)) run.growList(site, result.length);
  return result;
}

function callSafely(helper: HostHelper, value: unknown, warn: (reason: string) => null): unknown {
  try {
    return helper.run(value);
  } catch (error) {
    return warn(`the error '${error instanceof Error ? error.message : String(error)}'`);
  }
}

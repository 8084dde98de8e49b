import { kindOfType } from '../analysis/static-type.ts';
import type { Run } from '../runtime/run.ts';
import type { Span } from '../syntax/tree.ts';
import { fromHostValue } from '../values/host-values.ts';
import { FAILED, isList, kindOf } from '../values/kind.ts';
import { acceptedText } from './built-in.ts';
import type { HostHelper } from './host.ts';

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

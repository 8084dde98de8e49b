import type { Form, FormValues, Normalized } from './form.ts';
import { type NormalContext, normalObject, openPass } from './normal-value.ts';

export interface NormaliseOptions extends NormalContext {
  /** Whether lists are padded to minItems; those of submitted orders are not (design 6). */
  pad?: boolean;
}

/**
 * Normalizes any data (spec 5, design 7): idempotent, never throws, keeps keys that no widget owns. `normalized` lists
 * the changes, without defaults and added rows.
 */
export function normalise(
  form: Form,
  data: unknown,
  options: NormaliseOptions,
): { data: FormValues; normalized: Normalized[] } {
  const pass = openPass(options, { pad: options.pad ?? true });
  return { data: normalObject(pass, form.scope, data), normalized: pass.normalized };
}

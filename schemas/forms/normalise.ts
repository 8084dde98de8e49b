import type { Form, FormData, Normalized } from './form.ts';
import { type NormalContext, normalObject, openPass } from './normal-value.ts';

export interface NormaliseOptions extends NormalContext {
  /** Whether lists are padded up to minItems; a submitted order's are not (design 6). */
  pad?: boolean;
}

/**
 * The normal form of any data at all (spec 5, design 7): idempotent, never throwing, keys that no widget owns kept.
 * `normalized` lists what was changed, defaults and rows that were added left out.
 */
export function normalise(
  form: Form,
  data: unknown,
  options: NormaliseOptions,
): { data: FormData; normalized: Normalized[] } {
  const pass = openPass(options, { pad: options.pad ?? true });
  return { data: normalObject(pass, form.scope, data), normalized: pass.normalized };
}

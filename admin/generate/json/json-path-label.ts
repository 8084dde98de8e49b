import { isRecord } from '#schemas/forms/is-record.ts';
import { labelOf } from '#schemas/resource/resource.ts';

/**
 * Human-readable label of a JSON path, from the innermost named object and the last key: '“Headline”, Validation
 * script'.
 */
export function jsonPathLabel(value: unknown, keys: readonly string[]): string {
  let name: string | undefined;
  let here = value;
  for (const key of keys) {
    here = Array.isArray(here) ? here[Number(key)] : isRecord(here) ? here[key] : undefined;
    name = nameOf(here) ?? name;
  }
  const last = labelOf(keys.at(-1) ?? '');
  return name === undefined ? keys.join('.') : `“${name}”, ${last}`;
}

/** Returns an object's name: its own label, name or key, or that in `meta`, where widgets have it. */
function nameOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { meta } = value;
  const names = isRecord(meta) ? [meta.label, meta.key] : [value.label, value.name, value.key];
  return names.find((each): each is string => typeof each === 'string' && each !== '');
}

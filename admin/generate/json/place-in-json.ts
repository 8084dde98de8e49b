import { isRecord } from '#schemas/forms/is-record.ts';
import { labelOf } from '#schemas/resource/resource.ts';

/** What a person calls a place in JSON: the innermost thing on the way that has a name, and what of it: '“Headline”, Validation script'. */
export function placeInJson(value: unknown, keys: readonly string[]): string {
  let name: string | undefined;
  let here = value;
  for (const key of keys) {
    here = Array.isArray(here) ? here[Number(key)] : isRecord(here) ? here[key] : undefined;
    name = nameOf(here) ?? name;
  }
  const last = labelOf(keys.at(-1) ?? '');
  return name === undefined ? keys.join('.') : `“${name}”, ${last}`;
}

/** What is called something says so itself, or in its `meta`, as a form's widgets do. */
function nameOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { meta } = value;
  const said = isRecord(meta) ? [meta.label, meta.key] : [value.label, value.name, value.key];
  return said.find((each): each is string => typeof each === 'string' && each !== '');
}

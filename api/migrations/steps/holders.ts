import { isRecord } from '#schemas/forms/is-record.ts';

/** An object in a record that may hold a property. */
export interface Holder {
  object: Record<string, unknown>;
  /** The property's name in it. */
  name: string;
  /** Its dotted name in the record, with the numbers of rows. */
  field: string;
  /** The same as a JSON pointer. */
  pointer: string;
}

/** All objects in a record that may hold what `path` names: a dotted name, which goes through each row of a list. */
export function holders(document: Record<string, unknown>, path: string): Holder[] {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let objects = [{ object: document, at: [] as string[] }];
  for (const name of names) objects = objects.flatMap(({ object, at }) => objectsIn(object[name], [...at, name]));
  return objects.map(({ object, at }) => ({ object, name: last, ...placeOf([...at, last]) }));
}

function objectsIn(value: unknown, at: string[]): { object: Record<string, unknown>; at: string[] }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...at, String(index)]));
  return isRecord(value) ? [{ object: value, at }] : [];
}

const placeOf = (at: string[]) => ({ field: at.join('.'), pointer: at.map((part) => `/${part}`).join('') });

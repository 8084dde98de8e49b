import { isRecord } from '#schemas/forms/is-record.ts';

/** An object in a record that may contain a property. */
export interface PropertyOwner {
  object: Record<string, unknown>;
  /** The property's name in the object. */
  name: string;
  /** The dotted path in the record, with row numbers. */
  field: string;
  /** The same as a JSON pointer. */
  pointer: string;
}

/** All objects in a record that may contain the property at a dotted path, which passes through each row of a list. */
export function propertyOwners(document: Record<string, unknown>, path: string): PropertyOwner[] {
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

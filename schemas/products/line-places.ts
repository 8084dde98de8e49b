import { isRecord } from '../forms/is-record.ts';
import { keysOf, pointerOf, valueUnder } from '../forms/pointer.ts';

/** The part of a schema that a reference within it names, such as #/definitions/size; undefined where there is none. */
export function schemaPart(root: unknown, reference: string): unknown {
  try {
    return valueUnder(root, keysOf(decodeURIComponent(reference.slice(1))));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** A value in the data of a line with one of the schemas that speak of it, by a JSON pointer into the data. */
export interface LinePlace {
  schema: Record<string, unknown>;
  value: unknown;
  path: string;
}

/** A schema that was saved is not as deep; one that refers to itself ends here. */
const maxDepth = 100;

/** Visits each value of a line's data with each schema of its product that speaks of it, those of all alternatives. */
export function visitLine(schema: unknown, data: unknown, visit: (place: LinePlace) => void): void {
  enter(schema, data, '', 0);

  function enter(here: unknown, value: unknown, path: string, depth: number): void {
    if (!isRecord(here) || depth > maxDepth) return;
    visit({ schema: here, value, path });
    const same = (inner: unknown) => enter(inner, value, path, depth + 1);
    if (typeof here.$ref === 'string') same(schemaPart(schema, here.$ref));
    for (const keyword of alternatives)
      if (here[keyword] !== undefined) for (const each of [here[keyword]].flat()) same(each);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) enter(itemAt(here, index), item, `${path}/${index}`, depth + 1);
    else if (isRecord(value))
      for (const [key, each] of Object.entries(value))
        enter(propertyAt(here, key), each, path + pointerOf([key]), depth + 1);
  }
}

/** The keywords whose schemas speak of the same value. */
const alternatives = ['allOf', 'anyOf', 'oneOf', 'then', 'else'] as const;

const itemAt = ({ items, additionalItems }: Record<string, unknown>, index: number): unknown =>
  Array.isArray(items) ? (items[index] ?? additionalItems) : items;

function propertyAt({ properties, additionalProperties }: Record<string, unknown>, key: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

import { isRecord } from '../forms/is-record.ts';
import { keysOf, pointerOf, valueUnder } from '../forms/pointer.ts';

/** Resolves a JSON schema $ref within a schema, such as #/definitions/size; undefined if it does not exist. */
export function resolveRef(root: unknown, reference: string): unknown {
  try {
    return valueUnder(root, keysOf(decodeURIComponent(reference.slice(1))));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** A value in the data of a line, with one schema that applies to it and its JSON pointer. */
export interface LineValue {
  schema: Record<string, unknown>;
  value: unknown;
  path: string;
}

/** Saved schemas are not that deep; this stops the recursion of a schema that refers to itself. */
const maxDepth = 100;

/**
 * Visitor: calls `visit` for each value of a line's data with each schema that applies to it, including those of all
 * alternatives.
 */
export function visitLine(schema: unknown, data: unknown, visit: (place: LineValue) => void): void {
  enter(schema, data, '', 0);

  function enter(here: unknown, value: unknown, path: string, depth: number): void {
    if (!isRecord(here) || depth > maxDepth) return;
    visit({ schema: here, value, path });
    const same = (inner: unknown) => enter(inner, value, path, depth + 1);
    if (typeof here.$ref === 'string') same(resolveRef(schema, here.$ref));
    for (const keyword of alternatives)
      if (here[keyword] !== undefined) for (const each of [here[keyword]].flat()) same(each);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) enter(itemAt(here, index), item, `${path}/${index}`, depth + 1);
    else if (isRecord(value))
      for (const [key, each] of Object.entries(value))
        enter(propertyAt(here, key), each, path + pointerOf([key]), depth + 1);
  }
}

/** The keywords whose subschemas apply to the same value. */
const alternatives = ['allOf', 'anyOf', 'oneOf', 'then', 'else'] as const;

const itemAt = ({ items, additionalItems }: Record<string, unknown>, index: number): unknown =>
  Array.isArray(items) ? (items[index] ?? additionalItems) : items;

function propertyAt({ properties, additionalProperties }: Record<string, unknown>, key: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

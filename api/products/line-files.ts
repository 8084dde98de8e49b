import { isRecord } from '#schemas/forms/is-record.ts';
import { pointerOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { partNamed } from './schema-cost.ts';

/** What a text of the format `file` is in the schema of a line: the id of a file. */
export const fileId = /^[0-9a-f]{24}$/;

/** A file that a line holds, by a JSON pointer into its data. */
export interface FileOfLine {
  id: string;
  path: string;
}

/** A schema that was accepted is not as deep; one that was written past that ends here. */
const deepest = 100;

/** The files that a line's data hold: what its product's schema says is one, wherever it stands. */
export function filesInLine(schema: JsonMap, data: JsonMap): FileOfLine[] {
  const found = new Map<string, FileOfLine>();
  collect({ schema, value: data, path: '', depth: 0 });
  return [...found.values()];

  function collect({ schema: here, value, path, depth }: Place): void {
    if (!isRecord(here) || depth > deepest) return;
    const inside = (inner: unknown, of: unknown = value, at = path) =>
      collect({ schema: inner, value: of, path: at, depth: depth + 1 });
    if (here.format === 'file' && typeof value === 'string' && fileId.test(value)) found.set(path, { id: value, path });
    if (typeof here.$ref === 'string') inside(partNamed(schema, here.$ref));
    for (const keyword of same) for (const each of [here[keyword]].flat()) inside(each);
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) inside(itemAt(here, index), item, `${path}/${index}`);
    else if (isRecord(value))
      for (const [key, each] of Object.entries(value)) inside(propertyAt(here, key), each, path + pointerOf([key]));
  }
}

interface Place {
  schema: unknown;
  value: unknown;
  path: string;
  depth: number;
}

/** The keywords whose schemas speak of the same value. */
const same = ['allOf', 'anyOf', 'oneOf', 'then', 'else'] as const;

const itemAt = ({ items, additionalItems }: Record<string, unknown>, index: number): unknown =>
  Array.isArray(items) ? (items[index] ?? additionalItems) : items;

function propertyAt({ properties, additionalProperties }: Record<string, unknown>, key: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

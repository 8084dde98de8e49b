import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonSchema } from './body-schema.ts';
import { refName } from './documentation.ts';
import { recordSchemas } from './record-schema.ts';

type Pick = (value: unknown) => unknown;

const identity: Pick = (value) => value;

/**
 * Creates a response serializer that keeps only what a schema names (allow-list). As in fast-json-stringify, an object
 * is closed if it has `properties` or no `additionalProperties`. Unlike fast-json-stringify it does not convert values,
 * which would turn missing ones into empty strings and zeros and fail on old values of another type.
 */
export function pickerOf(schema: JsonSchema): Pick {
  const name = refName(schema);
  if (name !== undefined) return (value) => namedPicker(name)(value);
  if (Array.isArray(schema.oneOf)) return eitherPicker(schema.oneOf.filter(isRecord));
  if (isClosed(schema)) {
    const pick = objectPicker(schema);
    return (value) => (isRecord(value) ? pick(value) : value);
  }
  const pick = isRecord(schema.items) ? pickerOf(schema.items) : identity;
  return pick === identity ? identity : (value) => (Array.isArray(value) ? value.map(pick) : value);
}

/** The same for an object whose properties the schema names. */
export function objectPicker({ properties }: JsonSchema): (holder: object) => Record<string, unknown> {
  const entries = Object.entries(isRecord(properties) ? properties : {});
  const picks = entries.map(([name, property]) => [name, isRecord(property) ? pickerOf(property) : identity] as const);
  return (holder) => {
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of picks) {
      const value: unknown = Reflect.get(holder, name);
      if (value !== undefined) picked[name] = pick === identity ? value : pick(value);
    }
    return picked;
  };
}

const isClosed = ({ properties, additionalProperties }: JsonSchema): boolean =>
  additionalProperties === false || (properties !== undefined && additionalProperties === undefined);

/** Chooses the branch of a `oneOf`: the first one for lists or for objects. A reference's name is part of its record. */
function eitherPicker(branches: JsonSchema[]): Pick {
  const [list = identity] = branches.filter(({ type }) => type === 'array').map(pickerOf);
  const [object = identity] = branches.filter((each) => each.type === 'object' || refName(each)).map(pickerOf);
  return (value) => (Array.isArray(value) ? list(value) : isRecord(value) ? object(value) : value);
}

const pickers = new Map<string, Pick>();
let records: Record<string, JsonSchema> | undefined;

/** Created on first use, because record schemas reference each other. */
function namedPicker(name: string): Pick {
  const known = pickers.get(name);
  if (known) return known;
  records ??= recordSchemas();
  const schema = records[name];
  if (!schema) throw new Error(`No record has the response schema ${name}; known: ${Object.keys(records).join(', ')}`);
  const pick = pickerOf(schema);
  pickers.set(name, pick);
  return pick;
}

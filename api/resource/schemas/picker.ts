import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonSchema } from './body-schema.ts';
import { componentOf } from './documentation.ts';
import { recordSchemas } from './record-schema.ts';

type Pick = (value: unknown) => unknown;

const same: Pick = (value) => value;

/**
 * Makes the function that leaves of a value what its schema names, and nothing else. As with fast-json-stringify an object is
 * closed that has `properties` or no `additionalProperties`; what stays is as it was, where that would make texts and
 * zeros of nothing and refuse to answer at all what an old record holds of another type.
 */
export function pickerOf(schema: JsonSchema): Pick {
  const name = componentOf(schema);
  if (name !== undefined) return (value) => namedPicker(name)(value);
  if (Array.isArray(schema.oneOf)) return eitherPicker(schema.oneOf.filter(isRecord));
  if (isClosed(schema)) {
    const pick = objectPicker(schema);
    return (value) => (isRecord(value) ? pick(value) : value);
  }
  const pick = isRecord(schema.items) ? pickerOf(schema.items) : same;
  return pick === same ? same : (value) => (Array.isArray(value) ? value.map(pick) : value);
}

/** The same for an object of which the schema names the properties. */
export function objectPicker({ properties }: JsonSchema): (holder: object) => Record<string, unknown> {
  const entries = Object.entries(isRecord(properties) ? properties : {});
  const picks = entries.map(([name, property]) => [name, isRecord(property) ? pickerOf(property) : same] as const);
  return (holder) => {
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of picks) {
      const value: unknown = Reflect.get(holder, name);
      if (value !== undefined) picked[name] = pick === same ? value : pick(value);
    }
    return picked;
  };
}

const isClosed = ({ properties, additionalProperties }: JsonSchema): boolean =>
  additionalProperties === false || (properties !== undefined && additionalProperties === undefined);

/** A list by the branch of lists, an object by that of objects: there is one of each at most. */
function eitherPicker(branches: JsonSchema[]): Pick {
  const [list = same] = branches.filter(({ type }) => type === 'array').map(pickerOf);
  const [object = same] = branches.filter((each) => each.type === 'object' || componentOf(each)).map(pickerOf);
  return (value) => (Array.isArray(value) ? list(value) : isRecord(value) ? object(value) : value);
}

const kept = new Map<string, Pick>();
let records: Record<string, JsonSchema> | undefined;

/** Made when it is first asked for: records name one another. */
function namedPicker(name: string): Pick {
  const known = kept.get(name);
  if (known) return known;
  records ??= recordSchemas();
  const schema = records[name];
  if (!schema) throw new Error(`No record is answered as ${name}; known: ${Object.keys(records).join(', ')}`);
  const pick = pickerOf(schema);
  kept.set(name, pick);
  return pick;
}

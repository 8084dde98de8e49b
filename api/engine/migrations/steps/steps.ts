import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { storedShape, storedValidator } from '../../resource/schemas/stored-schema.ts';
import { forEachBatch } from './batches.ts';
import { convertLosslessly, toStoredValue } from './convert.ts';
import type { MigrationStep, RecordChange, RecordSource } from './step.ts';

/** A property by its dotted path, which passes through the rows of lists. */
interface At {
  path: string;
}

/** Migration step: renames a property. If both names exist with different values, the old value is set aside. */
export const rename = (records: RecordSource, { path, to }: At & { to: string }): MigrationStep =>
  eachOf(records, {
    path,
    others: path.includes('.') ? [] : [to],
    without: [path],
    title: `${records.collection}: ${path} is called ${to}`,
    change: ({ object, name, field, pointer }, outcome) => {
      if (!Object.hasOwn(object, name)) return;
      const value = object[name];
      outcome.unset.push(field);
      if (object[to] === undefined) outcome.set[field.slice(0, -name.length) + to] = value;
      else if (!isEqual(object[to], value)) pushSetAside(outcome, pointer, value);
    },
  });

/** Migration step: removes a property and sets its values aside. */
export const setAside = (records: RecordSource, { path }: At): MigrationStep =>
  eachOf(records, {
    path,
    without: [path],
    title: `${records.collection}: ${path} is kept aside`,
    change: ({ object, name, field, pointer }, outcome) => {
      if (!Object.hasOwn(object, name)) return;
      outcome.unset.push(field);
      pushSetAside(outcome, pointer, object[name]);
    },
  });

/**
 * Migration step: sets a value where a property is missing. `as` is the property's schema, for values with a database
 * type that JSON does not have.
 */
export const fill = (
  records: RecordSource,
  { path, value, as }: At & { value: unknown; as?: Property },
): MigrationStep => {
  const stored = as ? toStoredValue(value, as) : value;
  return eachOf(records, {
    path,
    title: `${records.collection}: ${path} is ${JSON.stringify(value)} where a record lacks it`,
    change: ({ object, name, field }, outcome) => {
      if (object[name] === undefined) outcome.set[field] = stored;
    },
  });
};

/**
 * Migration step: adapts values to a narrower type. A value is converted if that is lossless, else set aside and
 * replaced by `otherwise`, by the valid items of a list, or by nothing.
 */
export const narrow = (
  records: RecordSource,
  { path, to, otherwise }: At & { to: Property; otherwise?: unknown },
): MigrationStep => {
  const fits = storedValidator().compile(storedShape(to, path));
  const replacement = toStoredValue(otherwise, to);
  const validItemsOf = validItems(to, path);
  return eachOf(records, {
    path,
    title: `${records.collection}: ${path} fits its type`,
    change: ({ object, name, field, pointer }, outcome) => {
      const value = object[name];
      if (value === undefined || fits(value)) return;
      outcome.unfit += 1;
      const same = value === null ? undefined : convertLosslessly(value, to);
      if (same !== undefined && fits(same)) {
        outcome.set[field] = same;
        return;
      }
      if (!isBlank(value)) pushSetAside(outcome, pointer, value);
      const remaining = replacement ?? validItemsOf(value);
      if (remaining === undefined) outcome.unset.push(field);
      else outcome.set[field] = remaining;
    },
  });
};

/** The valid items of a list, if they form a valid list. */
function validItems(to: Property, path: string): (value: unknown) => unknown[] | undefined {
  const items = to.items;
  if (!items) return () => undefined;
  const fits = storedValidator().compile(storedShape(to, path));
  const itemFits = storedValidator().compile(storedShape(items, `${path}/items`));
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const remaining = value
      .map((item) => (itemFits(item) ? item : convertLosslessly(item, items)))
      .filter((item) => itemFits(item));
    return fits(remaining) ? remaining : undefined;
  };
}

/** A text without visible characters is no value in other types. */
const isBlank = (value: unknown) => typeof value === 'string' && trimText(value) === '';

/** Sets a value aside. Null contains no information. */
function pushSetAside({ setAside }: RecordChange, path: string, value: unknown): void {
  if (value !== null && value !== undefined) setAside.push({ path, value });
}

interface Each extends At {
  title: string;
  /** Further fields at the top that are looked at. */
  others?: string[];
  without?: string[];
  change: (holder: PropertyOwner, outcome: RecordChange) => void;
}

/** Builds a step that processes each object that may contain a property. */
function eachOf(records: RecordSource, { path, title, others = [], without = [], change }: Each): MigrationStep {
  const [top = path] = path.split('.');
  return {
    title,
    run: (context) =>
      forEachBatch({
        ...context,
        records,
        fields: [...new Set([top, ...others])],
        without,
        change: (document) => {
          const outcome: RecordChange = { set: {}, unset: [], setAside: [], unfit: 0 };
          for (const holder of propertyOwners(document, path)) change(holder, outcome);
          return outcome;
        },
      }),
  };
}

/** An object in a record that may contain a property. */
interface PropertyOwner {
  object: Record<string, unknown>;
  /** The property's name in the object. */
  name: string;
  /** The dotted path in the record, with row numbers. */
  field: string;
  /** The same as a JSON pointer. */
  pointer: string;
}

/** All objects in a record that may contain the property at a dotted path, which passes through each row of a list. */
function propertyOwners(document: Record<string, unknown>, path: string): PropertyOwner[] {
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

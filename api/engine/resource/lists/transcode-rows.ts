import { LRUCache } from 'lru-cache';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import type { Viewer } from '../../access/viewer.ts';
import { JsonRows, type RowProperty, RowShape } from '../../store/bson-to-json.ts';
import { isResourceName } from '../../store/model.ts';
import type { StoredRow } from '../../store/store.ts';
import { restrictedFields } from '../rules/serializer.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { recordSchema } from '../schemas/record-schema.ts';
import type { Column } from './columns.ts';
import type { StoredPage } from './list.ts';
import { populatedFields, referencedRecords, withReferences } from './populate.ts';
import type { VisibleResource } from './visible-resource.ts';

/** By schema; each choice of columns has its own. */
const shapes = new WeakMap<ResourceVocabulary, LRUCache<string, RowShape>>();
const maxShapes = 200;

interface RowOptions {
  viewer: Viewer;
  columns: Column[] | undefined;
  /** The names of the populated references. */
  populate: string[];
  /** Converts a row that cannot be transcoded. */
  shown: (record: object) => unknown;
}

/**
 * Whether the rows of a list can be transcoded from BSON: each column is a property, not a part of one, and only
 * references of the records themselves are populated.
 */
export const isTranscoded = (
  { name }: VisibleResource,
  { columns = [], populate }: Pick<RowOptions, 'columns' | 'populate'>,
): boolean =>
  isResourceName(name) &&
  columns.every((column) => column.unlike === undefined && !column.name.includes('.')) &&
  populatedFields(name, populate).every(({ kind }) => kind === 'reference');

/**
 * Returns a function that adds a row to the JSON of a list as this viewer may see it: the same as JSON.stringify of the
 * populated and shown record.
 */
export async function rowTranscoder(
  { name, schema }: VisibleResource,
  { rows, isWhole }: Pick<StoredPage, 'rows' | 'isWhole'>,
  { viewer, columns, populate, shown }: RowOptions,
): Promise<(json: JsonRows, row: StoredRow<object>) => void> {
  const fields = isResourceName(name) ? populatedFields(name, populate) : [];
  const populated = fields.map((field) => field.name);
  const shape = rowShapeOf(schema, { viewer, columns, populated, isWhole });
  const found = isResourceName(name)
    ? await referencedRecords({ name, records: recordsWith(populated, rows), names: populate, viewer })
    : new Map<string, object>();
  const texts = new Map([...found].map(([id, record]) => [id, JSON.stringify(record)]));
  return (json, row) => {
    if (!json.add(row.bson, shape, texts))
      json.addJson(JSON.stringify(shown(withReferences(row.record(), fields, found))));
  };
}

/** Rows with these properties only. */
export function recordsWith(names: string[], rows: StoredRow<object>[]): object[] {
  if (names.length === 0) return [];
  const json = new JsonRows();
  const shape = new RowShape(names.map((name) => ({ name })));
  for (const row of rows) if (!json.add(row.bson, shape)) json.addJson(JSON.stringify(row.record()));
  return JSON.parse(json.within('[', ']').toString());
}

interface ShapeOptions extends Pick<RowOptions, 'viewer' | 'columns'> {
  populated: string[];
  /** The rows are whole documents, which get the defaults of their schema. */
  isWhole: boolean;
}

function rowShapeOf(schema: ResourceVocabulary, { viewer, columns, populated, isWhole }: ShapeOptions): RowShape {
  const chosen = columns && ['id', 'revision', ...columns.map(({ name }) => name)];
  const restricted = restrictedFields(schema, viewer);
  const key = JSON.stringify([restricted, chosen?.toSorted(), populated, isWhole]);
  const cached = shapes.get(schema)?.get(key);
  if (cached) return cached;
  const properties = propertiesOf(recordSchema({ schema }))
    .filter(({ name }) => !restricted.includes(name) && (chosen?.includes(name) ?? true))
    .map(({ name, ...property }): RowProperty => {
      const { default: value, 'x-sealed': sealed } = schema.properties[name] ?? {};
      return {
        name,
        ...property,
        isConverted: sealed !== undefined,
        isPopulated: populated.includes(name),
        ...(name === 'id' ? { storedName: '_id' } : {}),
        ...(isWhole && value !== undefined ? { ifMissing: JSON.stringify(value) } : {}),
      };
    });
  const shape = new RowShape(properties);
  const known = shapes.get(schema) ?? new LRUCache<string, RowShape>({ max: maxShapes });
  shapes.set(schema, known.set(key, shape));
  return shape;
}

const propertiesOf = ({ properties }: JsonSchema): RowProperty[] =>
  Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => ({
    name,
    ...(isRecord(property) ? contentOf(property) : {}),
  }));

/** The properties of a value or its items, if the schema closes it. */
function contentOf(schema: JsonSchema): Pick<RowProperty, 'properties' | 'isList'> {
  if (schema.additionalProperties === false) return { properties: propertiesOf(schema) };
  const { items } = schema;
  return isRecord(items) && items.additionalProperties === false
    ? { properties: propertiesOf(items), isList: true }
    : {};
}

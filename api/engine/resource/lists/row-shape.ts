import { LRUCache } from 'lru-cache';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import { type RowProperty, RowShape } from '../../store/bson-to-json.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { recordSchema } from '../schemas/record-schema.ts';
import type { Column } from './columns.ts';
import type { VisibleResource } from './visible-resource.ts';

/** By schema; each choice of columns has its own. */
const shapes = new WeakMap<ResourceVocabulary, LRUCache<string, RowShape>>();
const maxShapes = 200;

interface RowOptions {
  viewer: Viewer;
  columns: Column[] | undefined;
  /** The rows are whole documents, which get the defaults of their schema. */
  isWhole: boolean;
}

/** Whether the rows of a list can be transcoded from BSON: each column is a property, not a part of one. */
export const isTranscoded = ({ fields }: VisibleResource, columns: Column[] | undefined): boolean =>
  (columns ?? []).every(({ name, unlike }) => unlike === undefined && fields.some((field) => field.name === name));

/** The JSON of a row as this viewer may see it: the same as `toResponse` with the columns. */
export function rowShapeOf({ schema }: VisibleResource, { viewer, columns, isWhole }: RowOptions): RowShape {
  const isVisible = (name: string) => {
    const roles = schema.properties[name]?.['x-visible-to'];
    return !roles || hasRole(viewer, ...roles);
  };
  const chosen = columns && ['id', 'revision', ...columns.map(({ name }) => name)];
  const restricted = Object.keys(schema.properties).filter((name) => !isVisible(name));
  const key = JSON.stringify([restricted, chosen?.toSorted(), isWhole]);
  const cached = shapes.get(schema)?.get(key);
  if (cached) return cached;
  const properties = propertiesOf(recordSchema({ schema }))
    .filter(({ name }) => !restricted.includes(name) && (chosen?.includes(name) ?? true))
    .map(({ name, ...property }): RowProperty => {
      const { default: value, 'x-sealed': sealed } = schema.properties[name] ?? {};
      const ifMissing = isWhole && value !== undefined ? { ifMissing: JSON.stringify(value) } : {};
      const isConverted = sealed !== undefined;
      return { name, ...property, isConverted, ...(name === 'id' ? { storedName: '_id' } : {}), ...ifMissing };
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

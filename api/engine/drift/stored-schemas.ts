import { existsSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { type mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import type { ReleasedResource, Resources } from '#schemas/released/released.ts';
import { baseProperties } from '#schemas/resource/resource.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { storedShape, storedValidator } from '../resource/schemas/stored-schema.ts';
import { lockCountField, searchKeys } from '../store/model.ts';
import { treePath } from '../store/tree-path.ts';

/** The number of records that are read of each resource, newest first. */
const maxRecords = 10_000;

/** What the database has of resources that were never released. */
export interface StoredSchemas {
  /** The schemas that their stored records fit. A resource without records is absent. */
  resources: Resources;
  /** The database, or why there is none, for messages. */
  source: string;
}

/**
 * Derives the schemas of resources from their records in the configured database, so that a resource that was never
 * released can be migrated as well. `names` are their titles in `after`. Without a database it returns none.
 */
export async function readStoredSchemas(after: Resources, names: readonly string[]): Promise<StoredSchemas> {
  const config = loadConfig();
  if (config.mongodbUri === undefined && !existsSync(join(config.dataDir, 'db')))
    return { resources: {}, source: `there is no database in ${config.dataDir}` };
  const closing = openShutdown('command');
  try {
    const source = await openDatabase({ config, closing });
    const resources = await storedResources(after, names);
    await closing.end();
    return { resources, source };
  } catch (error) {
    await closing.fail(error);
    throw error;
  }
}

/** The same for the connected database. */
export async function storedResources(after: Resources, names: readonly string[]): Promise<Resources> {
  const found = await Promise.all(
    names.map(async (name): Promise<[string, ReleasedResource][]> => {
      const is = after[name];
      if (!is) return [];
      const records = mongoose.connection.collection(is.collection).find().sort({ _id: -1 }).limit(maxRecords);
      const documents = await records.toArray();
      return documents.length > 0 ? [[name, schemaOf(documents, is)]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

type StoredRecord = Record<string, unknown>;
type Properties = Record<string, Property>;

const own = new Set<string>(['_id', searchKeys, treePath, lockCountField, ...Object.keys(baseProperties)]);

/** The schema that all documents fit. */
function schemaOf(documents: mongo.Document[], is: ReleasedResource): ReleasedResource {
  const records = documents.map((document) =>
    Object.fromEntries(Object.entries(document).filter(([name]) => !own.has(name))),
  );
  return { ...is, ...objectOf(records, is.properties) };
}

/** The object that all records fit: the current property where its values are valid, else one derived from them. */
function objectOf(
  records: readonly StoredRecord[],
  current: Properties,
): { properties: Properties; required: string[] } {
  const names = new Set([...Object.keys(current), ...records.flatMap(Object.keys)]);
  const properties = [...names].flatMap((name): [string, Property][] => {
    const values = records.flatMap((record) => (record[name] === undefined ? [] : [record[name]]));
    const property = current[name];
    if (values.length === 0) return [];
    return [[name, property && values.every(validatorOf(property)) ? property : propertyOf(values, property)]];
  });
  return {
    properties: Object.fromEntries(properties),
    required: properties.flatMap(([name]) => (records.every((record) => record[name] !== undefined) ? [name] : [])),
  };
}

const ajv = storedValidator();

function validatorOf(property: Property): (value: unknown) => boolean {
  const validate = ajv.compile(storedShape(property, 'value'));
  return (value) => validate(value) === true;
}

/** A property of the values' type without limits. Values of several types count as texts, or as numbers instead of one. */
function propertyOf(values: readonly unknown[], current: Property | undefined): Property {
  const types = new Set(values.map(typeOfValue));
  const [type = 'string'] = types.size === 1 ? types : [current?.type === 'string' ? 'number' : 'string'];
  switch (type) {
    case 'reference':
      return { type: 'string', 'x-ref': current?.['x-ref'] ?? 'Entity' };
    case 'date-time':
      return { type: 'string', format: 'date-time' };
    case 'array':
      return {
        type: 'array',
        items: propertyOf(
          values.flatMap((value) => (Array.isArray(value) ? value : [])),
          current?.items,
        ),
      };
    case 'object':
      return {
        type: 'object',
        ...objectOf(values.filter(isRecord), current?.properties ?? {}),
        additionalProperties: false,
      };
    default:
      return { type };
  }
}

type ValueType = 'reference' | 'date-time' | 'array' | 'object' | 'string' | 'number' | 'boolean';

function typeOfValue(value: unknown): ValueType {
  if (value instanceof mongoose.Types.ObjectId) return 'reference';
  if (value instanceof Date) return 'date-time';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

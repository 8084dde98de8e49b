import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isPart, type Resource } from '#schemas/resource/resource.ts';
import { copiedProperties, type ReferencedField, referencedFields, wordSources } from '#schemas/resource/search.ts';
import { stripMarkdown } from '#schemas/texts/plain-markdown.ts';
import {
  filterCaster,
  isResourceName,
  model,
  type ResourceName,
  resource,
  resources,
  type StoredDocument,
  searchKeys,
} from './model.ts';
import { amountWord, emailWords, phoneWords, searchKeysOf, websiteWords } from './search.ts';
import { flushInserts, sessionOption, transaction } from './transaction.ts';
import { storesTreePath, treePath, treePathOf } from './tree-path.ts';

/** Computes, for each record, the fields derived from its texts and from the records it references. */
type WordMaker = (records: StoredDocument[], known?: object) => Promise<StoredDocument[]>;

/**
 * Search indexing: returns a function that computes the search words (`searchKeys`) of records, their path in the tree,
 * and the values they copy from referenced records. Referenced records are read with one query per type. `known` contains
 * those that the caller has already loaded, by reference field.
 */
export function searchIndexer({ search, schema }: Pick<Resource, 'search' | 'schema'>): WordMaker {
  const namedReferences = referencedFields({ search, schema });
  const copies = copiedProperties({ schema });
  const hasPath = storesTreePath({ schema });
  // Index the visible text of markdown, without markup and link URLs.
  const markdownFields = search.filter((field) => schema.properties[field]?.['x-admin']?.widget === 'markdown');
  const maxWords = schema['x-store']?.words;
  const phoneFields = search.filter((field) => isExpected(schema, field, 'phone'));
  const websiteFields = search.filter((field) => isExpected(schema, field, 'website'));
  const emailFields = search.filter((field) => schema.properties[field]?.format === 'email');
  return async (records, known = {}) => {
    const others = await othersOf(namedReferences, records, known);
    return records.map((record) => {
      const texts = namedReferences.map(({ path, reference, field, type }) => {
        return [path, others.get(`${type}/${record[reference]}`)?.[field]] as const;
      });
      const textAt = new Map(texts);
      const searched: StoredDocument = {};
      for (const field of search) searched[field] = textAt.has(field) ? textAt.get(field) : record[field];
      for (const field of markdownFields) searched[field] = stripMarkdown(String(record[field] ?? ''));
      for (const field of phoneFields) searched[field] = phoneWords(String(searched[field] ?? ''));
      for (const field of websiteFields) searched[field] = websiteWords(String(searched[field] ?? ''));
      for (const field of emailFields) searched[field] = emailWords(String(searched[field] ?? ''));
      for (const field of search) {
        const value = searched[field];
        if (typeof value === 'number') searched[field] = [amountWord(value)];
      }
      const words = searchKeysOf(searched, search, maxWords);
      return {
        [searchKeys]: words,
        ...(hasPath ? { [treePath]: treePathOf(record.treeScope) } : {}),
        ...Object.fromEntries(copies.map(([name, path]) => [name, textAt.get(path) ?? null])),
      };
    });
  };
}

/** Whether a searched field, of the record itself or of one that it references, is expected to have this format. */
function isExpected(schema: Resource['schema'], path: string, format: 'phone' | 'website'): boolean {
  const [name = '', field] = path.split('.');
  const property = schema.properties[name];
  const type = property?.['x-ref'];
  const searched = field === undefined ? property : type && resources.get(type)?.schema.properties[field];
  return typeof searched === 'object' && searched['x-expects'] === format;
}

async function othersOf(
  namedReferences: ReferencedField[],
  records: StoredDocument[],
  known: object,
): Promise<Map<string, StoredDocument>> {
  const others = new Map<string, StoredDocument>();
  for (const { reference, type } of namedReferences) {
    const loaded: unknown = Reflect.get(known, reference);
    if (isRecord(loaded)) others.set(`${type}/${loaded.id}`, loaded);
  }
  for (const type of new Set(namedReferences.map((each) => each.type).filter(isResourceName))) {
    const fieldsOfType = namedReferences.filter((each) => each.type === type);
    const ids = records.flatMap((record) =>
      fieldsOfType
        .map(({ reference }) => record[reference])
        .filter(Boolean)
        .map(String),
    );
    const missing = [...new Set(ids)].filter((id) => !others.has(`${type}/${id}`));
    if (missing.length === 0) continue;
    const fields = fieldsOfType.map(({ field }) => field);
    await flushInserts(resource(type).path);
    for await (const other of reading(type, { _id: { $in: missing } }, fields))
      others.set(`${type}/${other._id}`, other);
  }
  return others;
}

/** Selected fields of the documents that match the filter. */
function reading(name: ResourceName, filter: StoredDocument, fields: string[]) {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  return model(name).collection.find(filterCaster(model(name))(filter), { projection, ...sessionOption() });
}

/** The references through which records of other resources are indexed by, or copy, a field of this type. */
export function indexedReferencesTo(type: ResourceName): { name: ResourceName; reference: string; field: string }[] {
  return [...resources.values()]
    .filter(({ schema }) => !isPart(schema))
    .flatMap((each) => {
      const { name } = each;
      const namedReferences = referencedFields(each).filter((one) => one.type === type);
      return isResourceName(name) ? namedReferences.map(({ reference, field }) => ({ name, reference, field })) : [];
    });
}

/** Batch size for reading and writing. */
const batch = 500;

/**
 * Rebuilds the search words and copied values of the matching records and writes those that are outdated. Yields the
 * number of records after each batch. Revisions do not change. A concurrent change of a source record enqueues its own
 * rebuild.
 */
export async function* reindexRecords(name: ResourceName, filter: StoredDocument): AsyncGenerator<number> {
  const sources = wordSources(resource(name));
  const makerOf = searchIndexer(resource(name));
  const documents = model(name);
  // Sort by id: in another order, a record that is saved meanwhile could move and be skipped.
  const copies = copiedProperties(resource(name)).map(([copy]) => copy);
  const found = reading(name, filter, [...sources, ...copies, searchKeys, treePath])
    .sort({ _id: 1 })
    .batchSize(batch);
  const write = async (batchOfDocuments: StoredDocument[]): Promise<number> => {
    const derived = await makerOf(batchOfDocuments);
    const writes = batchOfDocuments.flatMap((document, index) => {
      const $set = derived[index] ?? {};
      if (Object.keys($set).every((field) => isEqual(document[field], $set[field]))) return [];
      const unchanged = Object.fromEntries(['_id', ...sources].map((field) => [field, document[field] ?? null]));
      return [{ updateOne: { filter: unchanged, update: { $set } } }];
    });
    if (writes.length > 0) await documents.collection.bulkWrite(writes, { ordered: false });
    return batchOfDocuments.length;
  };
  let read: StoredDocument[] = [];
  for await (const document of found) {
    read.push(document);
    if (read.length < batch) continue;
    yield await write(read);
    read = [];
  }
  if (read.length > 0) yield await write(read);
}

/** An update of one record. `before` is the record that it changes, if the caller knows it; it is read otherwise. */
interface Renaming {
  filter: StoredDocument;
  changes: object;
  before: StoredDocument | undefined;
}

type Rename = <T extends StoredDocument>(renaming: Renaming, work: () => Promise<T | null>) => Promise<T | null>;

/**
 * Wraps the update of a record: when it changes a field that other records are indexed by or copy, a rebuild of their
 * search words is enqueued in the update's transaction.
 */
export function reindexOnRename(name: ResourceName): Rename {
  const indexedFields = new Set(indexedReferencesTo(name).map(({ field }) => field));
  const fields = [...indexedFields];
  return async ({ filter, changes, before: known }, work) => {
    if (!fields.some((field) => Object.hasOwn(changes, field))) return await work();
    return await transaction(async () => {
      const before = known ?? (await reading(name, filter, fields).limit(1).next());
      const after = await work();
      const isRenamed = before && after && fields.some((field) => before[field] !== after[field]);
      if (isRenamed) await queue.put(`${name}/${after.id}`);
      return after;
    });
  };
}

type Queue = (subject: string) => Promise<void>;

const queue: { put: Queue } = {
  put: (subject) => Promise.reject(new Error(`No job recomputes the search words of records that refer to ${subject}`)),
};

/** Registers the function that enqueues a rebuild of search words; called once at startup. */
export function setReindexQueue(put: Queue): void {
  queue.put = put;
}

import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { isPart, type Resource } from '#schemas/resource/resource.ts';
import { copiesOf, type NamedField, namedFields, wordSources } from '#schemas/resource/search.ts';
import { plainMarkdown } from '#schemas/texts/plain-markdown.ts';
import { casting } from './casting.ts';
import {
  isResourceName,
  model,
  type ResourceName,
  resource,
  resources,
  type StoredDocument,
  searchKeys,
} from './model.ts';
import { searchKeysOf } from './search.ts';
import { joining, transaction } from './transaction.ts';

/** What of each record follows from its texts and from those of other records. */
type WordMaker = (records: StoredDocument[], known?: object) => Promise<StoredDocument[]>;

/**
 * Tells the words that records of a resource are found by, and what they copy of others. What they name of other records is read by
 * one query for each type; `known` holds, by their references, those that the caller has at hand.
 */
export function wordMaker({ search, schema }: Pick<Resource, 'search' | 'schema'>): WordMaker {
  const named = namedFields({ search, schema });
  const copies = copiesOf({ schema });
  // Nobody looks for where a link leads, or for a heading's marks.
  const marked = search.filter((field) => schema.properties[field]?.['x-admin']?.widget === 'markdown');
  const most = schema['x-store']?.words;
  return async (records, known = {}) => {
    const others = await othersOf(named, records, known);
    return records.map((record) => {
      const texts = named.map(({ path, reference, field, type }) => {
        return [path, others.get(`${type}/${record[reference]}`)?.[field]] as const;
      });
      const textAt = new Map(texts);
      const plain = marked.map((field) => [field, plainMarkdown(String(record[field] ?? ''))]);
      const words = searchKeysOf({ ...record, ...Object.fromEntries([...texts, ...plain]) }, search, most);
      return {
        [searchKeys]: words,
        ...Object.fromEntries(copies.map(([name, path]) => [name, textAt.get(path) ?? null])),
      };
    });
  };
}

async function othersOf(
  named: NamedField[],
  records: StoredDocument[],
  known: object,
): Promise<Map<string, StoredDocument>> {
  const others = new Map<string, StoredDocument>();
  for (const { reference, type } of named) {
    const at: unknown = Reflect.get(known, reference);
    if (isRecord(at)) others.set(`${type}/${at.id}`, at);
  }
  for (const type of new Set(named.map((each) => each.type).filter(isResourceName))) {
    const ours = named.filter((each) => each.type === type);
    const ids = records.flatMap((record) =>
      ours
        .map(({ reference }) => record[reference])
        .filter(Boolean)
        .map(String),
    );
    const missing = [...new Set(ids)].filter((id) => !others.has(`${type}/${id}`));
    if (missing.length === 0) continue;
    const fields = ours.map(({ field }) => field);
    for await (const other of reading(type, { _id: { $in: missing } }, fields))
      others.set(`${type}/${other._id}`, other);
  }
  return others;
}

/** These fields of the documents that a filter finds. */
function reading(name: ResourceName, filter: StoredDocument, fields: string[]) {
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  return model(name).collection.find(casting(model(name))(filter), { projection, ...joining() });
}

/** The references by which records are found under what a record of a type is called, or copy it. */
export function searchedBy(type: ResourceName): { name: ResourceName; reference: string; field: string }[] {
  return [...resources.values()]
    .filter(({ schema }) => !isPart(schema))
    .flatMap((each) => {
      const { name } = each;
      const named = namedFields(each).filter((one) => one.type === type);
      return isResourceName(name) ? named.map(({ reference, field }) => ({ name, reference, field })) : [];
    });
}

/** Records whose words are looked at and written at once. */
const batch = 500;

/**
 * Makes the words and copies of what the filter finds anew, and writes those that are not right; tells after each batch how many it was.
 * No record changes by it. Whoever changes meanwhile what the words follow from has them made anew as well.
 */
export async function* makeWords(name: ResourceName, filter: StoredDocument): AsyncGenerator<number> {
  const sources = wordSources(resource(name));
  const makerOf = wordMaker(resource(name));
  const documents = model(name);
  // In the order of ids: a record that is saved meanwhile would move in another, and be passed by.
  const copies = copiesOf(resource(name)).map(([copy]) => copy);
  const found = reading(name, filter, [...sources, ...copies, searchKeys])
    .sort({ _id: 1 })
    .batchSize(batch);
  const write = async (some: StoredDocument[]): Promise<number> => {
    const made = await makerOf(some);
    const writes = some.flatMap((document, index) => {
      const $set = made[index] ?? {};
      if (Object.keys($set).every((field) => isEqual(document[field], $set[field]))) return [];
      const asRead = Object.fromEntries(['_id', ...sources].map((field) => [field, document[field] ?? null]));
      return [{ updateOne: { filter: asRead, update: { $set } } }];
    });
    if (writes.length > 0) await documents.collection.bulkWrite(writes, { ordered: false });
    return some.length;
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

type Rename = <T extends StoredDocument>(
  filter: StoredDocument,
  changes: object,
  work: () => Promise<T | null>,
) => Promise<T | null>;

/**
 * Runs the change of a record and, where others are found by words that it changes or copy them, has theirs made anew: what queues that
 * belongs to the change's transaction.
 */
export function renaming(name: ResourceName): Rename {
  const given = new Set(searchedBy(name).map(({ field }) => field));
  const fields = [...given];
  return async (filter, changes, work) => {
    if (!fields.some((field) => Object.hasOwn(changes, field))) return await work();
    return await transaction(async () => {
      const before = await reading(name, filter, fields).limit(1).next();
      const after = await work();
      const isRenamed = before && after && fields.some((field) => before[field] !== after[field]);
      if (isRenamed) await queue.put(`${name}/${after.id}`);
      return after;
    });
  };
}

type Queue = (subject: string) => Promise<void>;

const queue: { put: Queue } = {
  put: (subject) => Promise.reject(new Error(`Nobody makes the words anew of what names ${subject}`)),
};

/** Says how the words of records that name another are made anew in the background; once, before anything is changed. */
export function makeWordsBy(put: Queue): void {
  queue.put = put;
}

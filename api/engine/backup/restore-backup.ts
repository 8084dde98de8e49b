import { createHash, type Hash } from 'node:crypto';
import { mongo } from 'mongoose';
import { beginRestore, endRestore, unfinishedRestore } from '../../platform/database/restore-marker.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import type { StorageType } from '../../platform/files/file-store.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { applyPending } from '../migrations/migrate.ts';
import { createIndexes } from '../store/indexes.ts';
import { storeOf } from '../store/store.ts';
import { hashStream } from './archive.ts';
import { collectionNames, fileRecords, parseBson, rawCollection, rawDocuments, splitBson } from './database.ts';
import { keyOfManifest, type Manifest } from './manifest.ts';
import { type BackupCheckRequest, checkBackup, readBackup, readEntry } from './verify-backup.ts';

export interface RestoreRequest extends BackupCheckRequest {
  /** File store that receives the file bytes. */
  storage: StorageType;
  report: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Restores a backup into the connected, empty database. Verifies the backup before writing and reads everything back
 * afterwards. All or nothing: what a killed restore left prevents the application from starting, and the next restore
 * removes it. Throws a StartFailure with the reason.
 */
export async function restoreBackup(restoring: RestoreRequest): Promise<Manifest> {
  const { file, report } = restoring;
  const manifest = await checkBackup(restoring);
  report(`${file} is intact: made at ${manifest.madeAt}`);
  await withStartLock(async () => {
    if (await unfinishedRestore()) {
      report('Removing the data of an incomplete earlier restore');
      await removeAll();
    }
    await requireEmpty();
    await beginRestore(file);
    report('Writing it to the database');
    try {
      await write(restoring, manifest);
      await applyPending({ report });
      await createIndexes();
      await endRestore();
    } catch (error) {
      // If this fails too, the restore marker remains and reports it at the next start.
      await removeAll().catch(() => undefined);
      throw error;
    }
  }, report);
  return manifest;
}

/** Collections that may exist in an empty database. */
const internalCollections: ReadonlySet<string> = new Set(['start_locks', 'restores']);

async function requireEmpty(): Promise<void> {
  const existing: string[] = [];
  for (const name of await collectionNames()) {
    const count = internalCollections.has(name) ? 0 : await rawCollection(name).estimatedDocumentCount();
    if (count > 0) existing.push(`${name} (${count})`);
  }
  if (existing.length === 0) return;
  throw new StartFailure(
    `The database is not empty: it contains ${existing.join(', ')}. A backup can only be restored into an empty database: set another MONGODB_URI or DATA_DIR.`,
  );
}

/** Deletes bytes first, because only the records know their locations. */
async function removeAll(): Promise<void> {
  for await (const bytes of rawDocuments(fileRecords)) {
    const [place] = storageOf(parseBson(bytes));
    if (place) await fileStore(place.type).remove(place.location);
  }
  for (const name of await collectionNames()) if (!internalCollections.has(name)) await rawCollection(name).drop();
  await endRestore();
}

async function write(restoring: RestoreRequest, manifest: Manifest): Promise<void> {
  const { file, storage, report, signal, secretKeys } = restoring;
  const writing = new Map<string, Sum>();
  const gone = new Set(manifest.gone);
  // Skip the check value of a different SECRET_KEY; the next start creates its own.
  const isSameKey = keyOfManifest(manifest, secretKeys) !== undefined;
  for await (const entry of readBackup(file)) {
    signal.throwIfAborted();
    if (entry.kind === 'part' && (isSameKey || entry.collection !== 'secret_checks')) {
      const sum = writing.get(entry.collection) ?? new Sum(entry.collection);
      writing.set(entry.collection, sum);
      const documents = [...splitBson(await readEntry(entry))].map(parseBson);
      const inserted = entry.collection === fileRecords ? relocated(documents, { storage, gone }) : documents;
      for (const document of inserted) sum.add(document);
      if (inserted.length > 0) await rawCollection(entry.collection).insertMany(inserted, { ordered: false });
    } else if (entry.kind === 'file') await writeFile(entry.id, entry.bytes);
    else await readEntry(entry);
  }
  for (const { name } of manifest.collections) await compare(name, writing.get(name) ?? new Sum(name));
  report(`${manifest.collections.length} collections and ${manifest.files.count} files written and verified`);
}

/**
 * Assigns new storage locations to file records: in a shared bucket the old ones may still belong to another
 * installation.
 */
function relocated(
  documents: mongo.Document[],
  { storage, gone }: { storage: StorageType; gone: ReadonlySet<string> },
): mongo.Document[] {
  const existing = documents.filter(({ _id }) => !gone.has(String(_id)));
  return existing.map((document) =>
    storageOf(document).length === 0
      ? document
      : { ...document, storage: [{ type: storage, location: new mongo.ObjectId().toHexString() }] },
  );
}

function storageOf({ storage }: mongo.Document): { type: StorageType; location: string }[] {
  return Array.isArray(storage) ? storage : [];
}

/** Stores the bytes at the record's location and verifies them by reading back. */
async function writeFile(id: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const record = await storeOf('File').findOne({ _id: id });
  const place = record?.storage[0];
  if (!record || !place)
    throw new StartFailure(`The backup contains the bytes of the file ${id}, but no record for it.`);
  const sent = createHash('sha256');
  await fileStore(place.type).put(place.location, hashStream(bytes, sent));
  const stored = createHash('sha256');
  for await (const _chunk of hashStream(
    fileStore(place.type).get(place.location, { start: 0, end: record.size }),
    stored,
  ));
  if (sent.digest('hex') === stored.digest('hex')) return;
  throw new StartFailure(
    `The file '${record.name}' (${id}) was written to ${place.type}, but different bytes were read back.`,
  );
}

/** Document count and checksum of a collection. */
class Sum {
  readonly name: string;
  readonly #hash: Hash = createHash('sha256');
  count = 0;

  constructor(name: string) {
    this.name = name;
  }

  add(document: mongo.Document): void {
    this.count += 1;
    this.#hash.update(mongo.BSON.serialize(document));
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

async function compare(name: string, written: Sum): Promise<void> {
  const found = new Sum(name);
  for await (const bytes of rawDocuments(name)) found.add(parseBson(bytes));
  if (found.count === written.count && found.digest() === written.digest()) return;
  throw new StartFailure(
    `The collection ${name} differs from what was written: ${written.count} records were written, ${found.count} were read back. Is another program writing to the database?`,
  );
}

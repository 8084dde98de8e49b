import { createHash, type Hash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { mongo } from 'mongoose';
import { now } from '../../platform/clock/clock.ts';
import { fileStore } from '../../platform/files/file-stores.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { keyFingerprint } from '../../platform/secrets/secrets.ts';
import { appliedMigrations } from '../migrations/migrate.ts';
import { storeOf } from '../store/store.ts';
import { type ArchiveWriter, hashStream, writeArchive } from './archive.ts';
import { backedUpCollections, fileRecords, parseBson, type RawDocument, withSnapshot } from './database.ts';
import { type CollectionSum, entryNames, type Manifest, manifestSignature } from './manifest.ts';
import { checkBackup } from './verify-backup.ts';

/** Maximum bytes of documents per entry, unless a single document is larger. */
const partSize = 2 * 2 ** 20;
/** Number of file records to load at once. */
const batch = 100;

export interface BackupRequest {
  /** Path of the archive; the file must not exist. */
  file: string;
  secretKey: string;
  report: (line: string) => void;
  signal: AbortSignal;
  /** Called between records and between files; the backup stops when it rejects. */
  onStep?: () => Promise<void>;
}

/** Suffix of a backup that is not complete and verified. */
export const partSuffix = '.part';

/**
 * Makes a backup, reads it again and compares it with its checksums. It gets its name only then, so that a file of this
 * name is always a whole backup. `beforeName` may prevent that by an error.
 */
export async function makeVerifiedBackup({
  file,
  beforeName,
  ...request
}: BackupRequest & { beforeName?: () => Promise<void> }): Promise<Manifest> {
  const { secretKey, signal, onStep } = request;
  const draft = file + partSuffix;
  await rm(draft, { force: true });
  const step = async () => {
    signal.throwIfAborted();
    await onStep?.();
  };
  try {
    const manifest = await makeBackup({ file: draft, ...request });
    await checkBackup({ file: draft, secretKeys: [secretKey], isKeyLost: false, onStep: step });
    await beforeName?.();
    await rename(draft, file);
    return manifest;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Writes a backup of the connected database and its files while the application is running. All documents come from one
 * snapshot; file bytes are immutable. Throws a StartFailure if the snapshot expires or a file cannot be read.
 */
export async function makeBackup({ file, secretKey, report, signal, onStep }: BackupRequest): Promise<Manifest> {
  const archive = writeArchive(file);
  const step = async () => {
    signal.throwIfAborted();
    await onStep?.();
  };
  try {
    const madeAt = now().toISOString();
    await archive.add(entryNames.head, Buffer.from(`A backup of the order portal, ${madeAt}\n`));
    const { collections, migrations, ids } = await writeCollections({ archive, step }).catch((error: unknown) => {
      throw explainSnapshotError(error);
    });
    report(`${collections.length} collections as of ${madeAt}`);
    const { files, gone } = await writeFiles({ archive, ids, step });
    const manifest: Manifest = {
      format: 1,
      madeAt,
      key: keyFingerprint(secretKey),
      migrations,
      collections,
      files,
      gone,
    };
    const json = JSON.stringify(manifest, null, 2);
    await archive.add(entryNames.manifest, Buffer.from(json));
    await archive.add(entryNames.signature, Buffer.from(manifestSignature(secretKey, json)));
    await archive.end();
    return manifest;
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

type Writing = { archive: ArchiveWriter; step: () => Promise<void> };

async function writeCollections({ archive, step }: Writing) {
  const names = await backedUpCollections();
  const ids = new FileIds();
  const migrations = await appliedMigrations();
  const collections: CollectionSum[] = [];
  await withSnapshot(async (read) => {
    for (const name of names) {
      const part = new Part(archive, name);
      for await (const document of read(name)) {
        await step();
        if (name === fileRecords) ids.add(document);
        await part.add(document);
      }
      collections.push(await part.end());
    }
  });
  return { collections, migrations, ids };
}

/** Writes one collection as a series of entries. */
class Part {
  readonly #archive: ArchiveWriter;
  readonly #name: string;
  readonly #hash: Hash = createHash('sha256');
  #waiting: RawDocument[] = [];
  #bytes = 0;
  #entries = 0;
  #documents = 0;

  constructor(archive: ArchiveWriter, name: string) {
    this.#archive = archive;
    this.#name = name;
  }

  async add(document: RawDocument): Promise<void> {
    this.#waiting.push(document);
    this.#bytes += document.length;
    this.#documents += 1;
    if (this.#bytes >= partSize) await this.#flush();
  }

  async end(): Promise<CollectionSum> {
    await this.#flush();
    return { name: this.#name, documents: this.#documents, sha256: this.#hash.digest('hex') };
  }

  async #flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#bytes = 0;
    this.#entries += 1;
    this.#hash.update(bytes);
    await this.#archive.add(entryNames.part(this.#name, this.#entries), bytes);
  }
}

/** Ids of all files in the snapshot, packed into 12 bytes each, because there may be a million. */
class FileIds {
  #bytes = Buffer.alloc(12 * 1_024);
  #count = 0;

  add(document: RawDocument): void {
    const { _id } = parseBson(document);
    if (!(_id instanceof mongo.ObjectId)) return;
    if (this.#bytes.length === 12 * this.#count)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    this.#bytes.set(_id.id, 12 * this.#count);
    this.#count += 1;
  }

  *batches(): Generator<string[]> {
    for (let at = 0; at < this.#count; at += batch) {
      const size = Math.min(batch, this.#count - at);
      yield Array.from({ length: size }, (_, index) =>
        this.#bytes.toString('hex', 12 * (at + index), 12 * (at + index + 1)),
      );
    }
  }
}

async function writeFiles({
  archive,
  step,
  ids,
}: Writing & { ids: FileIds }): Promise<Pick<Manifest, 'files' | 'gone'>> {
  const sums = createHash('sha256');
  const files = { count: 0, bytes: 0 };
  const gone: string[] = [];
  for (const group of ids.batches()) {
    for (const id of group) {
      await step();
      const size = await writeFile(archive, id, sums);
      if (size === 'gone') gone.push(id);
      else if (size !== 'empty') {
        files.count += 1;
        files.bytes += size;
      }
    }
  }
  return { files: { ...files, sha256: sums.digest('hex') }, gone };
}

/**
 * Reads the file's current record for the location: since the snapshot its bytes may have been moved, or deleted by
 * garbage collection of files unreferenced for a week.
 */
async function writeFile(archive: ArchiveWriter, id: string, sums: Hash): Promise<number | 'gone' | 'empty'> {
  const file = await storeOf('File').findOne({ _id: id });
  if (!file) return 'gone';
  const [place] = file.storage;
  if (!place) return 'empty';
  const hash = createHash('sha256');
  try {
    const whole = fileStore(place.type).get(place.location, { start: 0, end: file.size });
    await archive.addStream(entryNames.file(id), file.size, hashStream(whole, hash));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartFailure(
      `The file '${file.name}' (${id}) cannot be read from ${place.type}: ${why}. The backup would be incomplete, so it was not written.`,
      { cause: error },
    );
  }
  const sum = `${hash.digest('hex')}  ${entryNames.file(id)}\n`;
  sums.update(sum);
  await archive.add(entryNames.fileSum(id), Buffer.from(sum));
  return file.size;
}

/** MongoDB error codes for a snapshot that is too old, and for one older than a collection. */
const snapshotErrors: ReadonlySet<unknown> = new Set([239, 246]);

function explainSnapshotError(error: unknown): unknown {
  if (!(error instanceof mongo.MongoServerError) || !snapshotErrors.has(error.code)) return error;
  return new StartFailure(
    `MongoDB no longer has the snapshot that the backup reads: ${error.message}. Try again. If reading all records takes longer ` +
      'than 5 minutes, increase the MongoDB parameter minSnapshotHistoryWindowInSeconds.',
    { cause: error },
  );
}

import { createHash, type Hash } from 'node:crypto';
import { StartFailure } from '../host/process/start-failure.ts';
import { unknownMigrations } from '../migrations/migrate.ts';
import { type Entry, hashing, readArchive } from './archive.ts';
import { split } from './database.ts';
import {
  type CollectionSum,
  type EntryKind,
  entryKind,
  entryNames,
  isSameSignature,
  keyNameOf,
  type Manifest,
  readManifest,
  signatureOf,
} from './manifest.ts';

/** The largest entry that is read at once: a part with one record more, of the most that MongoDB stores. */
const largest = 20 * 2 ** 20;

export interface Checking {
  file: string;
  secretKey: string;
  /** Whether another SECRET_KEY than the backup's is taken: then nothing says that the product itself has made it. */
  isKeyLost: boolean;
}

/** An entry with what its name says that it is. */
export type KnownEntry = Entry & EntryKind;

/** The entries of a backup in their order. Throws a StartFailure for what is none. */
export async function* readBackup(file: string): AsyncGenerator<KnownEntry> {
  let isFirst = true;
  for await (const entry of readArchive(file)) {
    const known = entryKind(entry.name);
    if (isFirst !== (known?.kind === 'head')) throw new StartFailure(`${file} is no backup of the order portal.`);
    if (!known) throw changed(file, entry.name, 'it belongs to no backup');
    if (known.kind !== 'file' && entry.size > largest)
      throw changed(file, entry.name, 'it is larger than any that is written');
    isFirst = false;
    yield { ...entry, ...known };
  }
  if (isFirst) throw new StartFailure(`${file} is no backup of the order portal: it is empty.`);
}

/** All bytes of an entry, which is bounded. */
export async function wholeOf({ bytes }: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Reads a backup to its end and answers what is in it. Throws a StartFailure that names the first place where it is not what was
 * written, or says why this product cannot take it.
 */
export async function checkBackup({ file, secretKey, isKeyLost }: Checking): Promise<Manifest> {
  const found = new Found(file);
  for await (const entry of readBackup(file)) await found.look(entry);
  const manifest = found.manifest();
  const isSameKey = manifest.key === keyNameOf(secretKey);
  if (isSameKey && !isSameSignature(found.signature, signatureOf(secretKey, found.json)))
    throw changed(file, entryNames.signature, 'it does not fit the manifest');
  if (!isSameKey && !isKeyLost) {
    throw new StartFailure(
      `${file} was made under another SECRET_KEY than the present one, which no backup holds: without it the passwords in orders and the ` +
        'secrets of machines and webhooks could not be read. Set that one (SECRET_KEY, or the file secret-key of the former DATA_DIR); ' +
        'is it lost for good, add --key-is-lost.',
    );
  }
  const unknown = unknownMigrations(manifest.migrations);
  if (unknown.length > 0)
    throw new StartFailure(
      `${file} was made by a newer product, which has the migrations ${unknown.join(', ')}. Restore it by that one.`,
    );
  return manifest;
}

/** What the entries turned out to hold, to be held against the manifest that comes last. */
class Found {
  readonly #file: string;
  readonly #collections = new Map<string, { documents: number; hash: Hash }>();
  readonly #files = { count: 0, bytes: 0, hash: createHash('sha256') };
  #sum = '';
  json = '';
  signature = '';

  constructor(file: string) {
    this.#file = file;
  }

  async look(entry: KnownEntry): Promise<void> {
    if (this.json !== '' && entry.kind !== 'signature')
      throw changed(this.#file, entry.name, 'it comes behind the end');
    switch (entry.kind) {
      case 'part':
        return this.#lookAtPart(entry.collection, entry.name, await wholeOf(entry));
      case 'file': {
        const hash = createHash('sha256');
        for await (const chunk of hashing(entry.bytes, hash)) this.#files.bytes += chunk.length;
        this.#files.count += 1;
        this.#sum = `${hash.digest('hex')}  ${entry.name}\n`;
        return;
      }
      case 'fileSum':
        this.#files.hash.update(this.#sum);
        if ((await wholeOf(entry)).toString() !== this.#sum)
          throw changed(this.#file, entryNames.file(entry.id), 'its bytes do not have the checksum behind them');
        return;
      case 'manifest':
        this.json = (await wholeOf(entry)).toString();
        return;
      case 'signature':
        this.signature = (await wholeOf(entry)).toString();
        return;
      case 'head':
        await wholeOf(entry);
    }
  }

  #lookAtPart(name: string, entry: string, bytes: Buffer): void {
    const collection = this.#collections.get(name) ?? { documents: 0, hash: createHash('sha256') };
    this.#collections.set(name, collection);
    collection.hash.update(bytes);
    try {
      for (const _document of split(bytes)) collection.documents += 1;
    } catch (error) {
      throw changed(this.#file, entry, error instanceof Error ? error.message : String(error));
    }
  }

  /** Throws a StartFailure for whatever is not as the manifest says. */
  manifest(): Manifest {
    if (this.signature === '') throw new StartFailure(`${this.#file} ends before its manifest: it is not whole.`);
    const manifest = readManifest(this.json);
    if (!manifest) throw changed(this.#file, entryNames.manifest, 'it is no manifest of this product');
    for (const told of manifest.collections) this.#requireSame(told);
    for (const name of this.#collections.keys())
      if (!manifest.collections.some((told) => told.name === name))
        throw changed(this.#file, `collections/${name}`, 'the manifest does not know it');
    const { count, bytes, hash } = this.#files;
    const { files } = manifest;
    if (files.count !== count || files.bytes !== bytes || files.sha256 !== hash.digest('hex'))
      throw changed(
        this.#file,
        'files',
        `${count} files with ${bytes} bytes are not the ${files.count} with ${files.bytes} of the manifest`,
      );
    return manifest;
  }

  #requireSame({ name, documents, sha256 }: CollectionSum): void {
    const found = this.#collections.get(name) ?? { documents: 0, hash: createHash('sha256') };
    const place = `collections/${name}`;
    if (found.documents !== documents)
      throw changed(this.#file, place, `${found.documents} records are there, ${documents} were written`);
    if (found.hash.digest('hex') !== sha256)
      throw changed(this.#file, place, 'its bytes do not have the checksum of the manifest');
  }
}

const changed = (file: string, place: string, why: string) =>
  new StartFailure(`${file} was changed at ${place}: ${why}.`);

import { createHash, type Hash } from 'node:crypto';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { describeKeys, isEqualSecret } from '../../platform/secrets/secrets.ts';
import { unknownMigrations } from '../migrations/migrate.ts';
import { type ArchiveEntry, hashStream, readArchive } from './archive.ts';
import { splitBson } from './database.ts';
import {
  type CollectionSum,
  type EntryKind,
  entryKind,
  entryNames,
  keyOfManifest,
  type Manifest,
  manifestSignature,
  readManifest,
} from './manifest.ts';

/** Size limit for entries that are read into memory: one part plus one document of MongoDB's maximum size. */
const largest = 20 * 2 ** 20;

export interface BackupCheckRequest {
  file: string;
  /** The keys of this installation; the backup must have been made with one of them. */
  secretKeys: readonly string[];
  /** Accepts a backup made under a different SECRET_KEY. Its signature cannot be verified then. */
  isKeyLost: boolean;
  /** Called before each entry; the check stops when it rejects. */
  onStep?: () => Promise<void>;
}

/** An entry with the kind derived from its name. */
export type KnownEntry = ArchiveEntry & EntryKind;

/** Iterates over the entries of a backup. Throws a StartFailure if the file is not a backup. */
export async function* readBackup(file: string): AsyncGenerator<KnownEntry> {
  let isFirst = true;
  for await (const entry of readArchive(file)) {
    const known = entryKind(entry.name);
    if (isFirst !== (known?.kind === 'head')) throw new StartFailure(`${file} is not a backup of the order portal.`);
    if (!known) throw changed(file, entry.name, 'unexpected entry');
    if (known.kind !== 'file' && entry.size > largest) throw changed(file, entry.name, 'the entry is too large');
    isFirst = false;
    yield { ...entry, ...known };
  }
  if (isFirst) throw new StartFailure(`${file} is not a backup of the order portal: it is empty.`);
}

/** Reads all bytes of a size-limited entry. */
export async function readEntry({ bytes }: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Verifies a whole backup (checksums and HMAC signature) and returns its manifest. Throws a StartFailure that names the
 * first corrupt place, or says why this version cannot restore it.
 */
export async function checkBackup({ file, secretKeys, isKeyLost, onStep }: BackupCheckRequest): Promise<Manifest> {
  const contents = new Contents(file);
  for await (const entry of readBackup(file)) {
    await onStep?.();
    await contents.look(entry);
  }
  const manifest = contents.manifest();
  const secretKey = keyOfManifest(manifest, secretKeys);
  if (secretKey !== undefined && !isEqualSecret(contents.signature, manifestSignature(secretKey, contents.json)))
    throw changed(file, entryNames.signature, 'the signature does not match the manifest');
  if (secretKey === undefined && !isKeyLost) {
    throw new StartFailure(
      `${file} was made with a different SECRET_KEY: it needs the key with the fingerprint ${manifest.key}, and ` +
        `${describeKeys(secretKeys)}. A backup does not contain the key, and without it the passwords in orders and the ` +
        'secrets of API keys and webhooks are unreadable. Set that key (as SECRET_KEY or in SECRET_KEY_OLD; it may be in the file secret-key of the former DATA_DIR), ' +
        'or add --key-is-lost if it is lost for good.',
    );
  }
  const unknown = unknownMigrations(manifest.migrations);
  if (unknown.length > 0)
    throw new StartFailure(
      `${file} was made by a newer version, with the migrations ${unknown.join(', ')}. Restore it with that version.`,
    );
  return manifest;
}

/** Collects counts and checksums of the entries, to compare with the manifest at the end. */
class Contents {
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
      throw changed(this.#file, entry.name, 'unexpected entry after the manifest');
    switch (entry.kind) {
      case 'part':
        return this.#verifyPart(entry.collection, entry.name, await readEntry(entry));
      case 'file': {
        const hash = createHash('sha256');
        for await (const chunk of hashStream(entry.bytes, hash)) this.#files.bytes += chunk.length;
        this.#files.count += 1;
        this.#sum = `${hash.digest('hex')}  ${entry.name}\n`;
        return;
      }
      case 'fileSum':
        this.#files.hash.update(this.#sum);
        if ((await readEntry(entry)).toString() !== this.#sum)
          throw changed(this.#file, entryNames.file(entry.id), 'the checksum does not match');
        return;
      case 'manifest':
        this.json = (await readEntry(entry)).toString();
        return;
      case 'signature':
        this.signature = (await readEntry(entry)).toString();
        return;
      case 'head':
        await readEntry(entry);
    }
  }

  #verifyPart(name: string, entry: string, bytes: Buffer): void {
    const collection = this.#collections.get(name) ?? { documents: 0, hash: createHash('sha256') };
    this.#collections.set(name, collection);
    collection.hash.update(bytes);
    try {
      for (const _document of splitBson(bytes)) collection.documents += 1;
    } catch (error) {
      throw changed(this.#file, entry, error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns the manifest. Throws a StartFailure if any count or checksum differs. */
  manifest(): Manifest {
    if (this.signature === '') throw new StartFailure(`${this.#file} is incomplete: it ends before its manifest.`);
    const manifest = readManifest(this.json);
    if (!manifest) throw changed(this.#file, entryNames.manifest, 'it is not a manifest of this application');
    for (const expected of manifest.collections) this.#requireSame(expected);
    for (const name of this.#collections.keys())
      if (!manifest.collections.some((expected) => expected.name === name))
        throw changed(this.#file, `collections/${name}`, 'it is not in the manifest');
    const { count, bytes, hash } = this.#files;
    const { files } = manifest;
    if (files.count !== count || files.bytes !== bytes || files.sha256 !== hash.digest('hex'))
      throw changed(
        this.#file,
        'files',
        `there are ${count} files with ${bytes} bytes instead of ${files.count} with ${files.bytes}`,
      );
    return manifest;
  }

  #requireSame({ name, documents, sha256 }: CollectionSum): void {
    const found = this.#collections.get(name) ?? { documents: 0, hash: createHash('sha256') };
    const place = `collections/${name}`;
    if (found.documents !== documents)
      throw changed(this.#file, place, `there are ${found.documents} records instead of ${documents}`);
    if (found.hash.digest('hex') !== sha256)
      throw changed(this.#file, place, 'the checksum does not match the manifest');
  }
}

const changed = (file: string, place: string, why: string) =>
  new StartFailure(`${file} is corrupt at ${place}: ${why}.`);

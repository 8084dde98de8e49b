import { Ajv, type JSONSchemaType } from 'ajv';
import { now } from '../../platform/clock/clock.ts';
import { deriveKey, hmacOf, keyFingerprint } from '../../platform/secrets/secrets.ts';

/** File name suffix of backups in a folder. Names start with the time, so the newest sorts last. */
export const backupSuffix = '.order-portal.tar';

/** The suffix of scheduled backups. Only these are deleted when they are old. */
export const scheduledSuffix = `.scheduled${backupSuffix}`;

/** Returns the file name of a backup that is made now. */
export const backupName = (suffix = backupSuffix): string => now().toISOString().replaceAll(':', '-') + suffix;

/** Manifest entry of a collection. */
export interface CollectionSum {
  name: string;
  documents: number;
  /** SHA-256 of all its parts, concatenated. */
  sha256: string;
}

/** The manifest, a backup's second-to-last entry: what the backup contains. */
export interface Manifest {
  format: 1;
  madeAt: string;
  /** Fingerprint of the SECRET_KEY used; does not reveal the key. */
  key: string;
  /** Applied migrations, i.e. the schema version of the database. */
  migrations: string[];
  collections: CollectionSum[];
  /** `sha256` covers the concatenated checksum entries of the files. */
  files: { count: number; bytes: number; sha256: string };
  /** Files deleted while the backup was made: it has their records but not their bytes. */
  gone: string[];
}

/** Names of a backup's entries, in order. */
export const entryNames = {
  /** Marks the archive as a backup of this application. */
  head: 'order-portal-backup',
  part: (collection: string, number: number) => `collections/${collection}/${String(number).padStart(6, '0')}.bson`,
  file: (id: string) => `files/${id}`,
  fileSum: (id: string) => `files/${id}.sha256`,
  manifest: 'manifest.json',
  signature: 'manifest.hmac',
} as const;

/** Returns the kind of an entry by its name, or undefined for a name no backup contains. */
export function entryKind(name: string): EntryKind | undefined {
  const collection = /^collections\/([A-Za-z0-9_-]{1,100})\/\d{6,9}\.bson$/.exec(name)?.[1];
  if (collection !== undefined) return { kind: 'part', collection };
  const [, file, isSum] = /^files\/([0-9a-f]{24})(\.sha256)?$/.exec(name) ?? [];
  if (file !== undefined) return { kind: isSum ? 'fileSum' : 'file', id: file };
  if (name === entryNames.head) return { kind: 'head' };
  if (name === entryNames.manifest) return { kind: 'manifest' };
  return name === entryNames.signature ? { kind: 'signature' } : undefined;
}

export type EntryKind =
  | { kind: 'part'; collection: string }
  | { kind: 'file' | 'fileSum'; id: string }
  | { kind: 'head' | 'manifest' | 'signature' };

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const schema: JSONSchemaType<Manifest> = {
  type: 'object',
  properties: {
    format: { type: 'integer', const: 1 },
    madeAt: text,
    key: text,
    migrations: { type: 'array', items: text },
    collections: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: text, documents: count, sha256: text },
        required: ['name', 'documents', 'sha256'],
      },
    },
    files: {
      type: 'object',
      properties: { count, bytes: count, sha256: text },
      required: ['count', 'bytes', 'sha256'],
    },
    gone: { type: 'array', items: text },
  },
  required: ['format', 'madeAt', 'key', 'migrations', 'collections', 'files', 'gone'],
};

/** Parses a manifest; undefined if the JSON is not one. */
export function readManifest(json: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return new Ajv().compile(schema)(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the HMAC of a manifest under a key derived from SECRET_KEY. */
export const manifestSignature = (secretKey: string, manifest: string): string =>
  hmacOf(deriveKey('backup manifests', secretKey), manifest);

/** Returns the key that a manifest was signed with, among these; undefined if it is none of them. */
export const keyOfManifest = ({ key }: Manifest, secretKeys: readonly string[]): string | undefined =>
  secretKeys.find((secretKey) => keyFingerprint(secretKey) === key);

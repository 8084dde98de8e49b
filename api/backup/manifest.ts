import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Ajv, type JSONSchemaType } from 'ajv';

/** What a backup tells of a collection. */
export interface CollectionSum {
  name: string;
  documents: number;
  /** Of all its parts, one behind the other. */
  sha256: string;
}

/** The last but one entry of a backup: what is in it. */
export interface Manifest {
  format: 1;
  madeAt: string;
  /** Tells the SECRET_KEY again under which the backup was made, without telling it. */
  key: string;
  /** The version of the database. */
  migrations: string[];
  collections: CollectionSum[];
  /** Of the files' own sums, one behind the other. */
  files: { count: number; bytes: number; sha256: string };
  /** Files that were collected while the backup was made: their records are in it, their bytes are not. */
  gone: string[];
}

/** How the entries of a backup are called, in their order. */
export const entryNames = {
  /** Tells a backup of this product from any other archive. */
  head: 'order-portal-backup',
  part: (collection: string, number: number) => `collections/${collection}/${String(number).padStart(6, '0')}.bson`,
  file: (id: string) => `files/${id}`,
  fileSum: (id: string) => `files/${id}.sha256`,
  manifest: 'manifest.json',
  signature: 'manifest.hmac',
} as const;

/** What an entry is, by its name; undefined for one that no backup has. */
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
const isManifest = new Ajv().compile(schema);

/** The manifest that a text is; undefined for any other text. */
export function readManifest(json: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What only this product, under this SECRET_KEY, can have made of a manifest. */
export function signatureOf(secretKey: string, manifest: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'backup manifests', 32));
  return createHmac('sha256', key).update(manifest).digest('base64url');
}

/** Which SECRET_KEY this is, without telling it. */
export const keyNameOf = (secretKey: string): string => signatureOf(secretKey, '').slice(0, 22);

/** Whether two signatures are the same. */
export function isSameSignature(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

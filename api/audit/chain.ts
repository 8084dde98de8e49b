import mongoose, { type mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { keyFor, signedText } from '../secrets/secrets.ts';

/** Where the chain stands: the number and the hash of the last sealed entry. */
export interface Link {
  sequence: number;
  hash: string;
}

/** Before the first entry. */
export const beginning: Link = { sequence: 0, hash: '' };

type Purpose = 'chain' | 'entry' | 'typed';

let keys: Record<Purpose, Buffer> | undefined;

/**
 * Hashes from now on by keys that are made of the product's secret: who may write to the database, and does not know the
 * secret, can neither make a chain that fits nor try out what somebody typed.
 */
export function auditWith(secretKey: string): void {
  const key = (purpose: Purpose) => keyFor(`audit log: ${purpose}`, secretKey);
  keys = { chain: key('chain'), entry: key('entry'), typed: key('typed') };
}

/** A text that only this product can have made of another one. */
export function keyedHash(purpose: Purpose, text: string): string {
  if (!keys) throw new Error('Nothing is hashed before auditWith has told the secret');
  return signedText(keys[purpose], text);
}

/** The hash that an entry has in the chain: of all that is stored of it, its number and the hash before it among that. */
export function hashOfEntry({ hash, ...entry }: mongo.Document): string {
  return keyedHash('chain', canonical(entry));
}

/** What the product signs an entry by when it writes it: all that it writes, but for the place in the chain, which comes later. */
export function macOfEntry(entry: mongo.Document): string {
  const { mac: _mac, isForged: _isForged, sequence: _sequence, previous: _previous, hash: _hash, ...written } = entry;
  return keyedHash('entry', canonical(written));
}

/** What says that the product itself put the head there. */
export const signatureOf = ({ sequence, hash }: Link): string => keyedHash('chain', `head ${sequence} ${hash}`);

/** JSON with the keys of each object in order, ids and times as texts: the same for the same document, however it was written. */
function canonical(value: unknown): string {
  if (value instanceof mongoose.Types.ObjectId) return JSON.stringify(value.toHexString());
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const pairs = Object.keys(value).sort();
  return `{${pairs.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

import mongoose, { type mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { deriveKey, hmacOf } from '../../platform/secrets/secrets.ts';

/** A link of the hash chain: sequence number and hash of the last sealed entry. */
export interface ChainLink {
  sequence: number;
  hash: string;
}

/** The link before the first entry. */
export const chainStart: ChainLink = { sequence: 0, hash: '' };

type Purpose = 'chain' | 'entry' | 'typed';

let keys: Record<Purpose, Buffer> | undefined;

/**
 * Derives the HMAC keys of the audit log from the secret key. Someone with write access to the database but without the
 * secret can neither forge a valid chain nor brute-force values that users typed.
 */
export function setAuditKeys(secretKey: string): void {
  const key = (purpose: Purpose) => deriveKey(`audit log: ${purpose}`, secretKey);
  keys = { chain: key('chain'), entry: key('entry'), typed: key('typed') };
}

/** Returns an HMAC of a text. Throws if `setAuditKeys` has not been called. */
export function keyedHash(purpose: Purpose, text: string): string {
  if (!keys) throw new Error('setAuditKeys must be called before anything is hashed');
  return hmacOf(keys[purpose], text);
}

/**
 * Returns the hash of an entry in the chain. It covers all stored fields, including the sequence number and the
 * previous hash.
 */
export function hashOfEntry({ hash, ...entry }: mongo.Document): string {
  return keyedHash('chain', canonical(entry));
}

/**
 * Returns the MAC that the application signs an entry with when writing it. It covers everything except the chain
 * fields, which are added later.
 */
export function macOfEntry(entry: mongo.Document): string {
  const { mac: _mac, isForged: _isForged, sequence: _sequence, previous: _previous, hash: _hash, ...written } = entry;
  return keyedHash('entry', canonical(written));
}

/** The signature that proves that the application itself wrote the chain head. */
export const chainHeadSignature = ({ sequence, hash }: ChainLink): string =>
  keyedHash('chain', `head ${sequence} ${hash}`);

/** Canonical JSON: sorted keys, ids and dates as strings, so that equal documents serialize equally. */
function canonical(value: unknown): string {
  if (value instanceof mongoose.Types.ObjectId) return JSON.stringify(value.toHexString());
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const pairs = Object.keys(value).sort();
  return `{${pairs.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

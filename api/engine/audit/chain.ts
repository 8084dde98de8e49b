import mongoose, { type mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { deriveKey, hmacOf } from '../../platform/secrets/secrets.ts';
import { model } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { sessionOption, transaction } from '../store/transaction.ts';

/** A link of the hash chain: sequence number and hash of the last sealed entry. */
export interface ChainLink {
  sequence: number;
  hash: string;
}

/** The link before the first entry. */
export const chainStart: ChainLink = { sequence: 0, hash: '' };

type Purpose = 'chain' | 'entry' | 'typed';

/** The current keys first; the others verify what earlier keys have signed. */
let keyrings: Record<Purpose, Buffer>[] = [];

/**
 * Derives the HMAC keys of the audit log from the secret keys: the first one signs, all verify. Someone with write access
 * to the database but without a key can neither forge a valid chain nor brute-force values that users typed.
 */
export function setAuditKeys(secretKeys: readonly string[]): void {
  keyrings = secretKeys.map((secretKey) => {
    const key = (purpose: Purpose) => deriveKey(`audit log: ${purpose}`, secretKey);
    return { chain: key('chain'), entry: key('entry'), typed: key('typed') };
  });
}

/** Returns an HMAC of a text. Throws if `setAuditKeys` has not been called. */
export function keyedHash(purpose: Purpose, text: string): string {
  const [current] = keyrings;
  if (!current) throw new Error('setAuditKeys must be called before anything is hashed');
  return hmacOf(current[purpose], text);
}

/** Whether a hash is an HMAC of the text with the current key or an earlier one. */
export const isKeyedHash = (purpose: Purpose, text: string, hash: unknown): boolean =>
  keyrings.some((keys) => hmacOf(keys[purpose], text) === hash);

/**
 * Returns the hash of an entry in the chain. It covers all stored fields, including the sequence number and the
 * previous hash.
 */
const hashOfEntry = (entry: mongo.Document): string => keyedHash('chain', chainedText(entry));

/** What the hash of an entry covers: everything but itself and the hash that a change of SECRET_KEY adds. */
const chainedText = ({ hash: _hash, renewedHash: _renewed, ...entry }: mongo.Document): string => canonical(entry);

/** What the renewed hash of an entry covers: the whole sealed entry, including its hash under an earlier key. */
const renewedText = ({ renewedHash: _renewed, ...entry }: mongo.Document): string => `renewed ${canonical(entry)}`;

/** Whether a sealed entry is unchanged, by its hash or by the one that a change of SECRET_KEY has added. */
export const isEntryIntact = (entry: mongo.Document): boolean =>
  isKeyedHash('chain', chainedText(entry), entry.hash) || isKeyedHash('chain', renewedText(entry), entry.renewedHash);

/** Whether an unsealed entry was written by the application. */
export const isOwnEntry = (entry: mongo.Document): boolean => isKeyedHash('entry', writtenText(entry), entry.mac);

/** Describes why an entry does not follow a link of the chain; undefined if it does. */
export function faultInEntry(entry: mongo.Document, last: ChainLink): string | undefined {
  const { sequence, previous } = entry;
  const next = last.sequence + 1;
  if (sequence > next) return `Entries ${next} to ${sequence - 1} were removed`;
  if (sequence < next) return `There are two entries with the number ${sequence}`;
  if (!isEntryIntact(entry)) return `Entry ${sequence} (${String(entry._id)}) was changed`;
  if (previous !== last.hash) return `Entry ${sequence} (${String(entry._id)}) does not follow entry ${last.sequence}`;
  return undefined;
}

/**
 * Returns the MAC that the application signs an entry with when writing it. It covers everything except the chain
 * fields, which are added later.
 */
export const macOfEntry = (entry: mongo.Document): string => keyedHash('entry', writtenText(entry));

function writtenText(entry: mongo.Document): string {
  const { mac: _mac, isForged: _isForged, sequence: _sequence, previous: _previous, hash: _hash, ...written } = entry;
  return canonical(written);
}

/** What the signature of the chain head covers; it proves that the application itself wrote it. */
const headText = ({ sequence, hash }: ChainLink): string => `head ${sequence} ${hash}`;

/** Canonical JSON: sorted keys, ids and dates as strings, so that equal documents serialize equally. */
function canonical(value: unknown): string {
  if (value instanceof mongoose.Types.ObjectId) return JSON.stringify(value.toHexString());
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const pairs = Object.keys(value).sort();
  return `{${pairs.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

const key = 'auditHead';

/** The stored chain head is missing or not signed by this application. */
export class InvalidChainHead extends Error {
  constructor() {
    super(
      'The head of the audit log is missing, or is not signed with the current SECRET_KEY or one of SECRET_KEY_OLD',
    );
  }
}

/**
 * Reads and verifies the head of the hash chain; returns `beginning` if nothing was sealed yet. Throws InvalidChainHead for
 * a missing or badly signed head: continuing from it would make a tampered chain look valid.
 */
export async function readChainHead(): Promise<ChainLink> {
  const setting = await storeOf('Setting').findOne({ key });
  if (!setting) {
    if ((await storeOf('AuditEntry').count({ sequence: { $gte: 1 } }, 1)) > 0) throw new InvalidChainHead();
    return chainStart;
  }
  const head = { sequence: setting.value, hash: setting.hash ?? '' };
  if (!isKeyedHash('chain', headText(head), setting.signature)) throw new InvalidChainHead();
  return head;
}

/** Moves the head. Concurrent calls conflict on the write; the later transaction retries from the new head. */
async function moveChainHead(head: ChainLink): Promise<void> {
  const set = { value: head.sequence, hash: head.hash, signature: keyedHash('chain', headText(head)) };
  await storeOf('Setting').upsert({ key }, { $set: set });
}

/** Entries sealed per transaction. */
const batchSize = 500;

const unsealed = { sequence: null, isForged: null };

/**
 * Background task that seals new entries into the audit chain (hash chain) in the order of their time. Entries are
 * written without a sequence number: assigning it on write would serialize all writes of the application. Several
 * processes may seal at once: they conflict on the head document, so no number is used twice or skipped. Entries with
 * an invalid MAC are marked as forged, reported and never sealed.
 */
export async function sealAuditEntries(
  shouldContinue: () => boolean,
  report: (forged: string[]) => void = () => undefined,
): Promise<void> {
  while (shouldContinue() && (await storeOf('AuditEntry').count(unsealed, 1)) > 0) {
    const forged = await transaction(sealNext);
    if (forged.length > 0) report(forged);
  }
}

/** Seals one batch. Returns the ids of forged entries. */
async function sealNext(): Promise<string[]> {
  const entries = model('AuditEntry').collection;
  let head: ChainLink = await readChainHead();
  const found = await entries
    .find(unsealed, { ...sessionOption(), sort: { createdAt: 1, _id: 1 }, limit: batchSize })
    .toArray();
  const forged = found.filter((entry) => !isOwnEntry(entry)).map(({ _id }) => _id);
  if (forged.length > 0)
    await entries.updateMany({ _id: { $in: forged }, ...unsealed }, { $set: { isForged: true } }, sessionOption());
  const own = found.filter(({ _id }) => !forged.includes(_id));
  const sealed = own.map((entry) => {
    const place = { sequence: head.sequence + 1, previous: head.hash };
    head = { sequence: place.sequence, hash: hashOfEntry({ ...entry, ...place }) };
    return { updateOne: { filter: { _id: entry._id, ...unsealed }, update: { $set: { ...place, hash: head.hash } } } };
  });
  if (sealed.length > 0) {
    await moveChainHead(head);
    await entries.bulkWrite(sealed, { ordered: false, ...sessionOption() });
  }
  return forged.map(String);
}

/** A pass over the sealed entries: those of an earlier key, and the changed ones, which are not renewed. */
export interface RenewedChain {
  renewed: number;
  changed: string[];
}

/**
 * Adds a hash with the current key to each sealed entry that only an earlier key verifies, and signs the head with the
 * current key, so that the earlier keys are no longer needed. The chain, its hashes and noted heads stay the same.
 */
export async function renewAuditChain(report: (done: number) => void): Promise<RenewedChain> {
  await sealAuditEntries(() => true);
  const entries = model('AuditEntry').collection;
  const result: RenewedChain = { renewed: 0, changed: [] };
  let writes: mongo.AnyBulkWriteOperation[] = [];
  const flush = async () => {
    if (writes.length > 0) await entries.bulkWrite(writes, { ordered: false });
    result.renewed += writes.length;
    writes = [];
    report(result.renewed);
  };
  for await (const entry of entries.find({ sequence: { $gte: 1 } }, { sort: { sequence: 1 }, batchSize })) {
    if (entry.hash === hashOfEntry(entry) || entry.renewedHash === renewedHashOf(entry)) continue;
    if (!isEntryIntact(entry)) {
      result.changed.push(`Entry ${entry.sequence} (${String(entry._id)})`);
      continue;
    }
    writes.push({ updateOne: { filter: { _id: entry._id }, update: { $set: { renewedHash: renewedHashOf(entry) } } } });
    if (writes.length >= batchSize) await flush();
  }
  await flush();
  await transaction(async () => {
    const head = await readChainHead();
    if (head.sequence > 0) await moveChainHead(head);
  });
  return result;
}

const renewedHashOf = (entry: mongo.Document): string => keyedHash('chain', renewedText(entry));

import type { mongo } from 'mongoose';
import { type RenewedChain, renewAuditChain } from '../audit/chain.ts';
import { collectionNames, isOfFileStore, parseBson, rawCollection, rawDocuments } from '../backup/database.ts';
import { model } from '../store/model.ts';
import { resealed, sealedPrefix, unreadableTexts } from '../store/sealing.ts';
import { storeOf } from '../store/store.ts';

/** Result of a rotation: what was sealed again, by collection, and why an earlier key is still needed, if it is. */
export interface Rotation {
  values: ReadonlyMap<string, number>;
  auditEntries: number;
  /** Texts that look sealed but that no key opens. */
  unreadable: number;
  problems: string[];
}

/** How often a pass may find values that another process has sealed with an earlier key in the meantime. */
const maxPasses = 5;

/** Records between two lines of progress. */
const reportEvery = 10_000;

interface RotationRequest {
  /** Fingerprint of the current key. */
  currentKey: string;
  report: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Seals everything that an earlier key has sealed with the current one, while the application may be running, and
 * verifies at the end that nothing is left. Each record is one atomic write, so that a rotation that was killed is
 * continued by the next one: records that it finished are only read.
 */
export async function rotateSecrets({ currentKey, report, signal }: RotationRequest): Promise<Rotation> {
  const values = new Map<string, number>();
  let [remaining, unreadable] = [Number.POSITIVE_INFINITY, 0];
  for (let pass = 1; remaining > 0 && pass <= maxPasses; pass += 1) {
    const found = await resealAll({ report, signal });
    unreadable = found.unreadable;
    for (const [name, count] of found.changed) values.set(name, (values.get(name) ?? 0) + count);
    remaining = [...found.changed.values()].reduce((sum, count) => sum + count, 0);
  }
  const chain = await renewAuditChain((done) => {
    signal.throwIfAborted();
    if (done > 0) report(`  audit log: ${done.toLocaleString('en-US')} entries renewed so far`);
  });
  // The files of exports never change, so that they stay signed with the key that they name.
  const exports = await storeOf('AuditExport').count({ key: { $ne: currentKey } });
  return { values, auditEntries: chain.renewed, unreadable, problems: problemsOf(remaining, chain, exports) };
}

function problemsOf(remaining: number, { changed }: RenewedChain, exports: number): string[] {
  return [
    ...(exports > 0
      ? [
          `${exports} exports of the audit log are signed with an earlier key, which \`npm run audit -- verify\` needs as long as they are stored.`,
        ]
      : []),
    ...(remaining > 0
      ? [
          'Values are still being sealed with an earlier key. Restart every process with the new SECRET_KEY, and rotate again.',
        ]
      : []),
    ...(changed.length > 0
      ? [
          `The audit log is not intact or was signed with a key that is not in SECRET_KEY_OLD: ${changed.slice(0, 10).join(', ')}` +
            `${changed.length > 10 ? ` and ${changed.length - 10} more` : ''}. Its verification needs the earlier keys.`,
        ]
      : []),
  ];
}

/** One pass over all collections: the number of records that it changed, by collection, and of unreadable texts. */
async function resealAll({ report, signal }: Pick<RotationRequest, 'report' | 'signal'>) {
  const changed = new Map<string, number>();
  let unreadable = 0;
  const marker = Buffer.from(sealedPrefix);
  // Sealed audit entries never change; they contain no sealed values.
  const auditLog = model('AuditEntry').collection.name;
  for (const name of (await collectionNames()).filter((each) => !isOfFileStore(each) && each !== auditLog)) {
    let read = 0;
    for await (const bytes of rawDocuments(name)) {
      signal.throwIfAborted();
      read += 1;
      if (read % reportEvery === 0) report(`  ${name}: ${read.toLocaleString('en-US')} records read so far`);
      // Decode only what contains a sealed text.
      if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(marker)) continue;
      const record = parseBson(bytes);
      unreadable += unreadableTexts(record);
      if (await resealRecord(name, record)) changed.set(name, (changed.get(name) ?? 0) + 1);
    }
  }
  return { changed, unreadable };
}

/**
 * Replaces the fields of a record that an earlier key has sealed, if they are still the same: a concurrent write is not
 * lost, and the next pass finds the record again. Returns whether there were any.
 */
async function resealRecord(collection: string, { _id, ...fields }: mongo.Document): Promise<boolean> {
  const stale = Object.entries(fields).filter(([, value]) => resealed(value) !== value);
  if (stale.length === 0) return false;
  const unchanged = stale.map(([name, value]) => [name, { $eq: value }]);
  const next = stale.map(([name, value]) => [name, resealed(value)]);
  const filter: mongo.Filter<mongo.Document> = { _id, ...Object.fromEntries(unchanged) };
  await rawCollection(collection).updateOne(filter, { $set: Object.fromEntries(next) });
  return true;
}

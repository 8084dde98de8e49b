import { model } from '../store/model.ts';
import { storeOf } from '../store/store.ts';
import { sessionOption, transaction } from '../store/transaction.ts';
import { type ChainLink, hashOfEntry, macOfEntry, moveChainHead, readChainHead } from './chain.ts';

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
  const forged = found.filter((entry) => entry.mac !== macOfEntry(entry)).map(({ _id }) => _id);
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

import { model } from '../store/model.ts';
import { store } from '../store/store.ts';
import { joining, transaction } from '../store/transaction.ts';
import { hashOfEntry, type Link, macOfEntry } from './chain.ts';
import { moveHead, readHead } from './head.ts';

/** Entries sealed in one transaction. */
const most = 500;

const unsealed = { sequence: null, isForged: null };

/**
 * Seals what has been written into the chain, in the order of its time, soon after. Entries are written without a
 * place in it: to give them one then would have all writes of the product wait for each other. Several processes may do so
 * at once: all move one head, so that no number is given twice or left out. What the product has not written is marked and told,
 * and never sealed.
 */
export async function sealEntries(
  goesOn: () => boolean,
  report: (forged: string[]) => void = () => undefined,
): Promise<void> {
  while (goesOn() && (await store('AuditEntry').count(unsealed, 1)) > 0) {
    const forged = await transaction(sealNext);
    if (forged.length > 0) report(forged);
  }
}

/** Answers the ids of entries that are not the product's. */
async function sealNext(): Promise<string[]> {
  const entries = model('AuditEntry').collection;
  let head: Link = await readHead();
  const found = await entries.find(unsealed, { ...joining(), sort: { createdAt: 1, _id: 1 }, limit: most }).toArray();
  const forged = found.filter((entry) => entry.mac !== macOfEntry(entry)).map(({ _id }) => _id);
  if (forged.length > 0)
    await entries.updateMany({ _id: { $in: forged }, ...unsealed }, { $set: { isForged: true } }, joining());
  const own = found.filter(({ _id }) => !forged.includes(_id));
  const sealed = own.map((entry) => {
    const place = { sequence: head.sequence + 1, previous: head.hash };
    head = { sequence: place.sequence, hash: hashOfEntry({ ...entry, ...place }) };
    return { updateOne: { filter: { _id: entry._id, ...unsealed }, update: { $set: { ...place, hash: head.hash } } } };
  });
  if (sealed.length > 0) {
    await moveHead(head);
    await entries.bulkWrite(sealed, { ordered: false, ...joining() });
  }
  return forged.map(String);
}

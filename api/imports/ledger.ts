import { type Filter, store } from '../store/store.ts';

const key = 'imports';

/**
 * The condition of all that came in whole: what was made by itself, and the records of imports that are done. One small record
 * says it, so that a batch is there at once for everybody, and what begins to come in while somebody reads is not: its number is
 * beyond the last one that was known when the reading began.
 */
export async function cameWhole(): Promise<Filter> {
  const { last = 0, unseen = [] } = (await store('ImportLedger').findOne({ key })) ?? {};
  return { importNumber: { $lte: last, ...(unseen.length > 0 ? { $nin: unseen } : {}) } };
}

/** A new number, whose records nobody sees yet; in the transaction that begins the import. */
export async function nextNumber(): Promise<number> {
  await store('ImportLedger').upsert({ key }, { $inc: { last: 1 } });
  const { last = 0 } = (await store('ImportLedger').findOne({ key })) ?? {};
  await hideImport(last);
  return last;
}

/** Has nobody see the records of an import any more, from the end of the transaction on. */
export async function hideImport(number: number): Promise<void> {
  await store('ImportLedger').updateMany({ key }, { $addToSet: { unseen: number } });
}

/** Has everybody see the records of an import, from the end of the transaction on; or says that there are none any more. */
export async function showImport(number: number): Promise<void> {
  await store('ImportLedger').updateMany({ key }, { $pull: { unseen: number } });
}

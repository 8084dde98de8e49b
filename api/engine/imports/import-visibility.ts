import { type Filter, storeOf } from '../store/store.ts';

const key = 'imports';

/**
 * Filter condition for records that are visible: created individually, or by a completed import. A single ledger record
 * decides it, so that a batch becomes visible to everybody at once. Imports that start during a read have higher
 * numbers and stay invisible.
 */
export async function visibleImportsFilter(): Promise<Filter> {
  const { last = 0, unseen = [] } = (await storeOf('ImportLedger').findOne({ key })) ?? {};
  return { importNumber: { $lte: last, ...(unseen.length > 0 ? { $nin: unseen } : {}) } };
}

/** Assigns a new import number whose records are invisible; call it in the transaction that starts the import. */
export async function nextImportNumber(): Promise<number> {
  await storeOf('ImportLedger').upsert({ key }, { $inc: { last: 1 } });
  const { last = 0 } = (await storeOf('ImportLedger').findOne({ key })) ?? {};
  await hideImport(last);
  return last;
}

/** Makes the records of an import invisible when the transaction commits. */
export async function hideImport(number: number): Promise<void> {
  await storeOf('ImportLedger').updateMany({ key }, { $addToSet: { unseen: number } });
}

/**
 * Makes the records of an import visible when the transaction commits, or removes its number after they were deleted.
 */
export async function showImport(number: number): Promise<void> {
  await storeOf('ImportLedger').updateMany({ key }, { $pull: { unseen: number } });
}

import { storeOf } from '../store/store.ts';
import { type ChainLink, chainHeadSignature, chainStart } from './chain.ts';

const key = 'auditHead';

/** The stored chain head is missing or not signed by this application. */
export class InvalidChainHead extends Error {
  constructor() {
    super('The head of the audit log is missing, or is not signed with the current SECRET_KEY');
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
  if (setting.signature !== chainHeadSignature(head)) throw new InvalidChainHead();
  return head;
}

/** Moves the head. Concurrent calls conflict on the write; the later transaction retries from the new head. */
export async function moveChainHead(head: ChainLink): Promise<void> {
  const set = { value: head.sequence, hash: head.hash, signature: chainHeadSignature(head) };
  await storeOf('Setting').upsert({ key }, { $set: set });
}

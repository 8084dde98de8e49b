import { store } from '../store/store.ts';
import { beginning, type Link, signatureOf } from './chain.ts';

const key = 'auditHead';

/** The stored chain head is missing or not signed by this application. */
export class StrangeHead extends Error {
  constructor() {
    super('The head of the audit log is missing or was not signed by this product under its present SECRET_KEY');
  }
}

/**
 * Reads and verifies the head of the hash chain; returns `beginning` if nothing was sealed yet. Throws StrangeHead for
 * a missing or badly signed head: continuing from it would make a tampered chain look valid.
 */
export async function readHead(): Promise<Link> {
  const setting = await store('Setting').findOne({ key });
  if (!setting) {
    if ((await store('AuditEntry').count({ sequence: { $gte: 1 } }, 1)) > 0) throw new StrangeHead();
    return beginning;
  }
  const head = { sequence: setting.value, hash: setting.hash ?? '' };
  if (setting.signature !== signatureOf(head)) throw new StrangeHead();
  return head;
}

/** Moves the head. Concurrent calls conflict on the write; the later transaction retries from the new head. */
export async function moveHead(head: Link): Promise<void> {
  const set = { value: head.sequence, hash: head.hash, signature: signatureOf(head) };
  await store('Setting').upsert({ key }, { $set: set });
}

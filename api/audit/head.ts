import { store } from '../store/store.ts';
import { beginning, type Link, signatureOf } from './chain.ts';

const key = 'auditHead';

/** The head of the chain is not the one that this product has signed. */
export class StrangeHead extends Error {
  constructor() {
    super('The head of the audit log is missing or was not signed by this product under its present SECRET_KEY');
  }
}

/**
 * The head of the chain, as the product has signed it; the beginning where nothing was sealed yet. Throws StrangeHead for
 * any other: to go on from it would make it look right.
 */
export async function readHead(): Promise<Link> {
  const kept = await store('Setting').findOne({ key });
  if (!kept) {
    if ((await store('AuditEntry').count({ sequence: { $gte: 1 } }, 1)) > 0) throw new StrangeHead();
    return beginning;
  }
  const head = { sequence: kept.value, hash: kept.hash ?? '' };
  if (kept.signature !== signatureOf(head)) throw new StrangeHead();
  return head;
}

/** Moves the head. Two who do so at the same time collide: the later begins anew, from where the first has led. */
export async function moveHead(head: Link): Promise<void> {
  const set = { value: head.sequence, hash: head.hash, signature: signatureOf(head) };
  await store('Setting').upsert({ key }, { $set: set });
}

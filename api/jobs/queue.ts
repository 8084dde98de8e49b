import type { Records } from '#schemas/generated/types.ts';
import { fromNow, now } from '../clock/clock.ts';
import { whileRenewing } from '../clock/lease.ts';
import type { ResourceName } from '../store/model.ts';
import { type Filter, store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';

/** The resources whose records wait for a worker until `dueAt`; null is at once. */
type Queue = {
  [Name in ResourceName]: Records[Name] extends { dueAt: string | null } ? Name : never;
}[ResourceName];

/** Who has worked for so many leases is thought to hang, and its claim is left to run out: another worker tries. */
const longest = 10;

/** MongoDB's own stages. */
type Stages = Record<string, unknown>[];

/**
 * A record that is ours until its lease ends. Its revision is the claim: whoever takes the record over raises it, and from
 * then on nothing that is done with this claim changes anything.
 */
export interface Claim<T> {
  record: T;
  /** False when the claim is lost. */
  renew(): Promise<boolean>;
  /** Changes the record and gives the claim up, at `dueAt` to the next. Null when it was lost. */
  settle(stages: Stages): Promise<T | null>;
  /** Removes the record. False when the claim was lost. */
  remove(): Promise<boolean>;
}

interface Work<T> {
  /** Milliseconds that a claim outlives the process that made it. */
  lease: number;
  /** What is looked at beside what is due. */
  filter?: Filter;
  /** What a claim changes in its record. */
  noting?: Record<string, unknown>;
  work: (claim: Claim<T>) => Promise<void>;
}

/** Claims what is due longest, by one guarded update, and works on it while renewing the claim. False when nothing is due. */
export async function workNext<Name extends Queue>(
  name: Name,
  { lease, filter = {}, noting = {}, work }: Work<Records[Name]>,
): Promise<boolean> {
  const isDue = { $expr: { $lte: ['$dueAt', now()] } };
  const claim = await claimFirst(name, { lease, filter: { ...filter, ...isDue }, noting });
  if (!claim) return false;
  const until = performance.now() + longest * lease;
  const renew = async () => performance.now() < until && (await claim.renew());
  await whileRenewing({ lease, renew }, () => work(claim));
  return true;
}

/** Puts a record into a queue that is claimed already, so that others take it up only when this process has died. */
export async function insertClaimed<Name extends Queue>(
  name: Name,
  record: Partial<Records[Name]>,
  lease: number,
): Promise<Claim<Records[Name]>> {
  return await transaction(async () => {
    const { id } = await store(name).insert(record);
    const claim = await claimFirst(name, { lease, filter: { _id: id }, noting: {} });
    if (claim) return claim;
    throw new Error(`A new ${name} is not there`);
  });
}

async function claimFirst<Name extends Queue>(
  name: Name,
  { lease, filter, noting }: { lease: number; filter: Filter; noting: Record<string, unknown> },
): Promise<Claim<Records[Name]> | null> {
  const held = () => ({ dueAt: fromNow(lease) });
  const records = store(name);
  const record = await records.advance({ filter, sort: ['dueAt'], stages: [{ $set: { ...noting, ...held() } }] });
  if (!record) return null;
  const ours = { _id: record.id, revision: record.revision };
  return {
    record,
    renew: async () => (await records.updateMany(ours, { $set: held() })) > 0,
    settle: (stages) => records.advance({ filter: ours, stages }),
    remove: async () => (await records.delete(ours)) !== null,
  };
}

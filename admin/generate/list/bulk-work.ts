import type { RaRecord } from 'react-admin';

/** What was left undone, and why. */
export interface Failure {
  record: RaRecord;
  reason: string;
}

export interface Outcome {
  done: RaRecord[];
  failed: Failure[];
}

interface Work {
  records: RaRecord[];
  act: (record: RaRecord) => Promise<unknown>;
  /** Told after each record. */
  onProgress: (outcome: Outcome) => void;
  /** Whether the person has had enough: the records that are left stay as they are. */
  isStopped: () => boolean;
}

/**
 * Does the same to many records, one after another, so that each has its own answer and a press of Stop leaves the rest
 * alone. Never throws: what a record's work throws is its reason.
 */
export async function workOn({ records, act, onProgress, isStopped }: Work): Promise<Outcome> {
  let outcome: Outcome = { done: [], failed: [] };
  for (const record of records) {
    if (isStopped()) break;
    const reason = await reasonOf(() => act(record));
    outcome =
      reason === undefined
        ? { ...outcome, done: [...outcome.done, record] }
        : { ...outcome, failed: [...outcome.failed, { record, reason }] };
    onProgress(outcome);
  }
  return outcome;
}

async function reasonOf(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

import type { RaRecord } from 'react-admin';
import { refusalOf } from '../../provider/http.ts';

/** What was left undone, and why. */
export interface Failure {
  record: RaRecord;
  reason: string;
}

export interface Outcome {
  done: RaRecord[];
  /** Those that are done, as they are since. */
  since: RaRecord[];
  failed: Failure[];
}

interface Work {
  records: RaRecord[];
  act: (record: RaRecord) => Promise<RaRecord>;
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
  let outcome: Outcome = { done: [], since: [], failed: [] };
  for (const record of records) {
    if (isStopped()) break;
    const { done, since, failed } = outcome;
    try {
      const after = await act(record);
      outcome = { done: [...done, record], since: [...since, after], failed };
    } catch (error) {
      outcome = {
        done,
        since,
        failed: [...failed, { record, reason: reasonOf(error) }],
      };
    }
    onProgress(outcome);
  }
  return outcome;
}

/** The first of what refuses a record stands for all of it, with how much more there is. */
function reasonOf(error: unknown): string {
  const more = (refusalOf(error).details?.fields?.length ?? 0) - 1;
  const reason = error instanceof Error ? error.message : String(error);
  return more > 0 ? `${reason} (and ${more} more)` : reason;
}

import type { RaRecord } from 'react-admin';
import { apiErrorBody } from '../../provider/http.ts';

/** A record that could not be changed, with the reason. */
export interface BulkFailure {
  record: RaRecord;
  reason: string;
}

export interface BulkResult {
  done: RaRecord[];
  /** The changed records in their new version. */
  updated: RaRecord[];
  failed: BulkFailure[];
}

interface Work {
  records: RaRecord[];
  act: (record: RaRecord) => Promise<RaRecord>;
  /** Called after each record. */
  onProgress: (outcome: BulkResult) => void;
  /** Whether the user has stopped the run; the remaining records are skipped. */
  isStopped: () => boolean;
}

/**
 * Runs an action on records one by one, so that each has its own result and the run can be stopped. Never throws:
 * errors end up in `failed`.
 */
export async function runBulkAction({ records, act, onProgress, isStopped }: Work): Promise<BulkResult> {
  let outcome: BulkResult = { done: [], updated: [], failed: [] };
  for (const record of records) {
    if (isStopped()) break;
    const { done, updated, failed } = outcome;
    try {
      const after = await act(record);
      outcome = { done: [...done, record], updated: [...updated, after], failed };
    } catch (error) {
      outcome = {
        done,
        updated,
        failed: [...failed, { record, reason: reasonOf(error) }],
      };
    }
    onProgress(outcome);
  }
  return outcome;
}

/** The first error, with the number of further ones. */
function reasonOf(error: unknown): string {
  const more = (apiErrorBody(error).details?.fields?.length ?? 0) - 1;
  const reason = error instanceof Error ? error.message : String(error);
  return more > 0 ? `${reason} (and ${more} more)` : reason;
}

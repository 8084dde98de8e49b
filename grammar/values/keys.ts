import type { Run } from '../runtime/run.ts';
import type { RecordValue } from './kind.ts';

/** Returns the keys of a record and charges for them first: a host's record may have thousands of long keys. */
export function chargedKeys(run: Run, record: RecordValue): string[] {
  const keys = Object.keys(record);
  run.spend(KEY_STEPS * keys.length);
  for (const key of keys) run.spendText(key.length);
  return keys;
}

/** Steps charged for each key. */
const KEY_STEPS = 4;

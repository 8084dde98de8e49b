import type { Run } from '../running/run.ts';
import type { RecordValue } from './kind.ts';

/** The keys of a record, paid for before anything is done with them: a host's record may have thousands, and long ones. */
export function keysOf(run: Run, record: RecordValue): string[] {
  const keys = Object.keys(record);
  run.spend(KEY_STEPS * keys.length);
  for (const key of keys) run.spendText(key.length);
  return keys;
}

/** What naming a key costs. */
const KEY_STEPS = 4;

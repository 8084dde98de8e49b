import { useRecordContext } from 'react-admin';
import { valueAt } from './value-at.ts';

/** Returns a field's value in the current record. */
export function useFieldValue(source: string): unknown {
  return valueAt(useRecordContext(), source);
}

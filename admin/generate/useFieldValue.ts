import { useRecordContext } from 'react-admin';
import { valueAt } from './value-at.ts';

/** The value of a field in the record around. */
export function useFieldValue(source: string): unknown {
  return valueAt(useRecordContext(), source);
}

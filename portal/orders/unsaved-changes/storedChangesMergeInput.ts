import type { MergeInput } from '#schemas/changes/merge.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import type { FieldChanges } from '../editing/orderDraft.ts';

/** Returns the three sides of a merge for stored fields: base, mine, and the current form data. */
export function storedChangesMergeInput(fields: FieldChanges, here: FormValues): MergeInput<FormValues> {
  const [before, mine] = [{ ...here }, { ...here }];
  for (const [key, change] of Object.entries(fields)) {
    before[key] = change.before;
    mine[key] = change.mine;
  }
  return { before, mine, theirs: here };
}

import type { Three } from '#schemas/changes/merge.ts';
import type { FormData } from '#schemas/forms/form.ts';
import type { FieldChanges } from './orderDraft.ts';

/** The kept fields as three states of the form data: as they were typed over, as they were typed, and as they are here. */
export function keptSides(fields: FieldChanges, here: FormData): Three<FormData> {
  const [before, mine] = [{ ...here }, { ...here }];
  for (const [key, change] of Object.entries(fields)) {
    before[key] = change.before;
    mine[key] = change.mine;
  }
  return { before, mine, theirs: here };
}

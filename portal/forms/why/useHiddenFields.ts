import { useSyncExternalStore } from 'react';
import { type HiddenField, hiddenFields } from '#schemas/forms/why/hidden-fields.ts';
import type { FormStore } from '../store/formStore.ts';

/** Hook: the fields that scripts currently hide, updated when the visibility of a field changes. */
export function useHiddenFields(store: FormStore): HiddenField[] {
  useSyncExternalStore(store.subscribeVisibility, store.visibilityRevision);
  return hiddenFields(store.form, store.rootRow());
}

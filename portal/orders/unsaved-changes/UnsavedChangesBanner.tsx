import { useState } from 'react';
import type { MergeChoice } from '../../editing/MergeDialog.tsx';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import { RelativeTime } from '../../look/RelativeTime.tsx';
import { useToast } from '../../look/Toasts.tsx';
import type { OrderStore } from '../editing/orderStore.ts';
import { lazyDialog } from '../lazyParts.ts';
import { storedChangesChoices } from './mergeChoices.ts';
import type { StoredChangesState, StoredChangesStore, UnsavedChanges } from './storedChangesStore.ts';

const LazyMergeDialog = lazyDialog(async () => (await import('../../editing/MergeDialog.tsx')).MergeDialog);

/**
 * The unsaved-changes banner: offers to restore what this device stored on an earlier visit. Conflicts with later
 * changes are resolved field by field.
 */
export function UnsavedChangesBanner({
  store,
  state: { isRestoring, error },
  offered,
  draft,
}: {
  store: StoredChangesStore;
  state: StoredChangesState;
  offered: UnsavedChanges;
  draft: OrderStore['draft'];
}) {
  const toast = useToast();
  const [choices, setChoices] = useState<MergeChoice[]>();
  const form = draft.form();
  const differences = () =>
    storedChangesChoices(form.form, offered, {
      client: draft.client(),
      formData: form.values(),
      products: draft.lines(),
      further: draft.additionalFields.values(),
    });
  const restoreChanges = async (paths: readonly string[]) => {
    const { goneClient } = await store.restore(paths);
    if (goneClient !== undefined) toast(`${goneClient} can no longer be chosen`, { isError: true });
    moveFocus(paths.find((path) => path.startsWith('/formData')));
  };
  /** The banner disappears with its buttons, so move the focus: to a restored field, or to the start of the order. */
  const moveFocus = (path: string | undefined) => {
    if (path) form.focusProblem(path.slice('/formData'.length));
    else document.getElementById('order-client')?.focus();
  };
  const discardChanges = () => {
    store.discard();
    moveFocus(undefined);
  };
  const restoreOrCompare = () => {
    const found = differences();
    if (found.some(({ isConflict }) => isConflict)) setChoices(found);
    else void restoreChanges(found.map(({ path }) => path));
  };
  const found = differences();
  // Changes that were typed again, or whose field no longer exists, are not offered.
  if (found.length === 0) return null;
  const conflictLabels = found.filter(({ isConflict }) => isConflict).map(({ label }) => label);
  return (
    <>
      <Banner
        status="warn"
        title="This device has unsaved changes."
        actions={
          <>
            <Button isBusy={isRestoring} onClick={restoreOrCompare}>
              {conflictLabels.length > 0 ? 'Compare' : 'Restore'}
            </Button>
            <Button kind="quiet" onClick={discardChanges}>
              Discard
            </Button>
          </>
        }
      >
        <p>
          <span>{found.map(({ label }) => label).join(', ')}</span>: <RelativeTime instant={offered.at} />.
          <span>{conflictLabels.length > 0 && ` Also changed somewhere else: ${conflictLabels.join(', ')}.`}</span>
        </p>
        {error && <p>{error.message}</p>}
      </Banner>
      {choices && (
        <LazyMergeDialog
          title="Conflicting changes"
          words={{ saved: 'Saved version', mine: 'Stored on this device' }}
          choices={choices}
          onTake={(paths) => {
            setChoices(undefined);
            void restoreChanges(paths);
          }}
          onClose={() => setChoices(undefined)}
        >
          <p>These fields were changed after your changes were stored. Choose which value to keep.</p>
        </LazyMergeDialog>
      )}
    </>
  );
}

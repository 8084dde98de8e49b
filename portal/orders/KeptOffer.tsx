import { useState } from 'react';
import type { Choice } from '../editing/SidesDialog.tsx';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Time } from '../look/Time.tsx';
import { useToast } from '../look/Toasts.tsx';
import { SidesDialog } from './dialogs.ts';
import type { KeptChanges } from './keptChanges.ts';
import type { Kept, KeptStore } from './keptStore.ts';
import { keptChoices } from './orderChoices.ts';
import type { OrderEditing } from './orderEditing.ts';

/** Offers what this device kept of an earlier visit; what was changed elsewhere since is chosen field by field. */
export function KeptOffer({
  store,
  kept: { isTaking, error },
  offered,
  draft,
}: {
  store: KeptStore;
  kept: Kept;
  offered: KeptChanges;
  draft: OrderEditing['draft'];
}) {
  const toast = useToast();
  const [choices, setChoices] = useState<Choice[]>();
  const form = draft.form();
  const differences = () =>
    keptChoices(form.form, offered, {
      client: draft.client(),
      formData: form.values(),
      products: draft.lines(),
      further: draft.further.values(),
    });
  const take = async (paths: readonly string[]) => {
    const { goneClient } = await store.take(paths);
    if (goneClient !== undefined) toast(`${goneClient} can not be chosen any more`, { isError: true });
    goOn(paths.find((path) => path.startsWith('/formData')));
  };
  /** The offer goes with its buttons: one goes on where something came back, or where the order begins. */
  const goOn = (path: string | undefined) => {
    if (path) form.focusProblem(path.slice('/formData'.length));
    else document.getElementById('order-client')?.focus();
  };
  const drop = () => {
    store.drop();
    goOn(undefined);
  };
  const use = () => {
    const found = differences();
    if (found.some(({ isAsked }) => isAsked)) setChoices(found);
    else void take(found.map(({ path }) => path));
  };
  const found = differences();
  // What was typed again meanwhile, or stands in no field any more, is nothing to offer.
  if (found.length === 0) return null;
  const asked = found.filter(({ isAsked }) => isAsked).map(({ label }) => label);
  return (
    <>
      <Banner
        status="warn"
        title="This device kept changes that were not saved."
        actions={
          <>
            <Button isBusy={isTaking} onClick={use}>
              {asked.length > 0 ? 'Compare' : 'Use them'}
            </Button>
            <Button kind="quiet" onClick={drop}>
              Drop them
            </Button>
          </>
        }
      >
        <p>
          <span>{found.map(({ label }) => label).join(', ')}</span>: <Time instant={offered.at} />.
          <span>{asked.length > 0 && ` Changed elsewhere since: ${asked.join(', ')}.`}</span>
        </p>
        {error && <p>{error.message}</p>}
      </Banner>
      {choices && (
        <SidesDialog
          title="Changed here and elsewhere"
          words={{ saved: 'In the order now', mine: 'Kept on this device' }}
          choices={choices}
          onTake={(paths) => {
            setChoices(undefined);
            void take(paths);
          }}
          onClose={() => setChoices(undefined)}
        >
          <p>
            These fields were changed after this device kept yours. Nothing is lost yet: take the value that is right.
          </p>
        </SidesDialog>
      )}
    </>
  );
}

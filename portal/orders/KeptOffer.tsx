import { useState } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Time } from '../look/Time.tsx';
import { SidesDialog } from './dialogs.ts';
import { keptDifferences } from './keptDifferences.ts';
import type { Choice } from './SidesDialog.tsx';
import type { KeptOffer as Offer } from './useKeptChanges.ts';
import type { OrderEditing } from './useOrderEditing.ts';

/** Offers what this device kept of an earlier visit; what was changed elsewhere since is chosen field by field. */
export function KeptOffer({ offer, editing }: { offer: Offer; editing: OrderEditing }) {
  const { kept, take, drop, isTaking, error } = offer;
  const { client, form } = editing;
  const [choices, setChoices] = useState<Choice[]>();
  const differences = () => keptDifferences(form.store.form, kept, { client, formData: form.store.values() });
  const use = () => {
    const found = differences();
    if (found.some(({ isAsked }) => isAsked)) setChoices(found);
    else take(found.map(({ path }) => path));
  };
  const found = differences();
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
          {found.map(({ label }) => label).join(', ')}: <Time instant={kept.at} />.
          {asked.length > 0 && ` Changed elsewhere since: ${asked.join(', ')}.`}
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
            take(paths);
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

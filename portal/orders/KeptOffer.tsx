import type { FormData } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Time } from '../look/Time.tsx';
import type { KeptOffer as Offer } from './useKeptChanges.ts';

/** Offers what this device kept of an earlier visit; says how much of it was changed elsewhere since. */
export function KeptOffer({ offer, saved }: { offer: Offer; saved: FormData }) {
  const { kept, take, drop } = offer;
  const fields = Object.entries(kept.fields);
  const changed = fields.filter(([key, { before }]) => !isEqual(before, saved[key])).length;
  return (
    <Banner
      status="warn"
      title="This device kept changes that were not saved."
      actions={
        <>
          <Button onClick={take}>Use them</Button>
          <Button kind="quiet" onClick={drop}>
            Drop them
          </Button>
        </>
      }
    >
      {fields.length === 1 ? '1 field' : `${fields.length} fields`}, <Time instant={kept.at} />.
      {changed > 0 && ` ${changed} of them changed elsewhere since: using yours replaces that.`}
    </Banner>
  );
}

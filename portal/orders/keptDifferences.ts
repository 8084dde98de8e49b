import type { Form } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { idOf, nameOf, type ShownOrder } from '../api/queries.ts';
import type { Choice } from '../editing/SidesDialog.tsx';
import type { KeptChanges } from './keptChanges.ts';
import { fieldLabel } from './orderDifferences.ts';
import { valueText } from './valueText.ts';

type Here = Pick<ShownOrder, 'client' | 'formData'>;

/** What was kept and is not here; asked is what is no longer as it was when it was typed over. */
export function keptDifferences(form: Form, { fields, client }: KeptChanges, here: Here): Choice[] {
  const clientHere = here.client && idOf(here.client);
  const ofClient = {
    path: '/client',
    label: 'Client',
    saved: nameOf(here.client, '–'),
    mine: client?.mine?.name ?? '–',
    isAsked: client?.before !== clientHere,
  };
  const ofFields = Object.entries(fields)
    .filter(([key, { mine }]) => !isEqual(mine, here.formData[key]))
    .map(([key, { before, mine }]) => ({
      path: `/formData/${key}`,
      label: fieldLabel(form, key),
      saved: valueText(here.formData[key]),
      mine: valueText(mine),
      isAsked: !isEqual(before, here.formData[key]),
    }));
  return client && (client.mine?.id ?? null) !== clientHere ? [ofClient, ...ofFields] : ofFields;
}

import type { MergeInput } from '#schemas/changes/merge.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { Form, FormValues } from '#schemas/forms/form.ts';
import { Order } from '#schemas/generated/registry.ts';
import type { FurtherValues } from '#schemas/orders/order-fields.ts';
import { idOf, nameOf, type PopulatedOrder } from '../api/queries.ts';
import type { MergeChoice } from '../editing/MergeDialog.tsx';
import { mergeChoices } from '../editing/mergeChoices.ts';
import { describeLines } from './lines/describeLines.ts';
import { type Lines, storedLineSides, toRequestSides } from './lines/mergeLines.ts';
import type { OrderDraft } from './orderDraft.ts';
import type { UnsavedChanges } from './storedChanges.ts';
import { storedChangesSides } from './storedChangesSides.ts';

/**
 * Returns the choices of the merge dialog: what one's own changes would change in somebody else's version, under the
 * form's labels.
 */
export function orderMergeChoices(draft: OrderDraft, theirs: PopulatedOrder): MergeChoice[] {
  const { client, isClientChanged, isClientConflict, data, lines, additionalFields } = draft.sides(theirs);
  const ofClient = clientChoice(nameOf(theirs.client, '–'), nameOf(client, '–'), isClientConflict);
  return [
    ...(isClientChanged ? [ofClient] : []),
    ...furtherChoices(additionalFields),
    ...dataChoices(draft.form().form, data),
    ...lineChoices(lines),
  ];
}

/**
 * Returns the choices for changes stored on the device that the order does not contain. Those based on outdated values
 * are conflicts and need a decision.
 */
export function storedChangesChoices(
  form: Form,
  { fields, client, lines, further = {} }: UnsavedChanges,
  here: Pick<PopulatedOrder, 'client' | 'formData' | 'products'> & { further?: FurtherValues },
): MergeChoice[] {
  const clientHere = here.client && idOf(here.client);
  const ofClient = clientChoice(nameOf(here.client, '–'), client?.mine?.name ?? '–', client?.before !== clientHere);
  const hasClient = client !== undefined && (client.mine?.id ?? null) !== clientHere;
  const ofLines = lines ? lineChoices(storedLineSides(lines, here.products)) : [];
  return [
    ...(hasClient ? [ofClient] : []),
    ...furtherChoices(storedChangesSides(further, { ...here.further })),
    ...dataChoices(form, storedChangesSides(fields, here.formData)),
    ...ofLines,
  ];
}

const lineChoices = (sides: MergeInput<Lines>): MergeChoice[] =>
  mergeChoices(describeLines([...sides.theirs, ...sides.mine]), toRequestSides(sides), '/products');

const dataChoices = (form: Form, sides: MergeInput<FormValues>): MergeChoice[] =>
  mergeChoices(formPlace(form), sides, '/formData');

const furtherChoices = (sides: MergeInput<FurtherValues>): MergeChoice[] => mergeChoices(recordPlace(Order), sides);

const clientChoice = (saved: string, mine: string, isConflict: boolean): MergeChoice => ({
  path: '/client',
  label: 'Client',
  saved,
  mine,
  isConflict,
});

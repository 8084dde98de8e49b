import type { MergeInput } from '#schemas/changes/merge.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { Form, FormValues } from '#schemas/forms/form.ts';
import { Order } from '#schemas/generated/registry.ts';
import type { FurtherValues } from '#schemas/orders/order-fields.ts';
import { idOf, nameOf, type ShownOrder } from '../api/queries.ts';
import { choicesIn } from '../editing/choices.ts';
import type { Choice } from '../editing/SidesDialog.tsx';
import type { KeptChanges } from './keptChanges.ts';
import { linesPlace } from './lines/linesPlace.ts';
import { keptLineSides, type Lines, linesSaid } from './lines/mergedLines.ts';
import type { OrderDraft } from './orderDraft.ts';
import { keptSides } from './sides.ts';

/**
 * Returns the choices of the merge dialog: what one's own changes would change in somebody else's version, under the
 * form's labels.
 */
export function orderChoices(draft: OrderDraft, theirs: ShownOrder): Choice[] {
  const { client, isClientMine, isClientAsked, data, lines, further } = draft.sides(theirs);
  const ofClient = clientChoice(nameOf(theirs.client, '–'), nameOf(client, '–'), isClientAsked);
  return [
    ...(isClientMine ? [ofClient] : []),
    ...furtherChoices(further),
    ...dataChoices(draft.form().form, data),
    ...lineChoices(lines),
  ];
}

/**
 * Returns the choices for changes stored on the device that the order does not contain. Those based on outdated values
 * are conflicts and need a decision.
 */
export function keptChoices(
  form: Form,
  { fields, client, lines, further = {} }: KeptChanges,
  here: Pick<ShownOrder, 'client' | 'formData' | 'products'> & { further?: FurtherValues },
): Choice[] {
  const clientHere = here.client && idOf(here.client);
  const ofClient = clientChoice(nameOf(here.client, '–'), client?.mine?.name ?? '–', client?.before !== clientHere);
  const hasClient = client !== undefined && (client.mine?.id ?? null) !== clientHere;
  const ofLines = lines ? lineChoices(keptLineSides(lines, here.products)) : [];
  return [
    ...(hasClient ? [ofClient] : []),
    ...furtherChoices(keptSides(further, { ...here.further })),
    ...dataChoices(form, keptSides(fields, here.formData)),
    ...ofLines,
  ];
}

const lineChoices = (sides: MergeInput<Lines>): Choice[] =>
  choicesIn(linesPlace([...sides.theirs, ...sides.mine]), linesSaid(sides), '/products');

const dataChoices = (form: Form, sides: MergeInput<FormValues>): Choice[] =>
  choicesIn(formPlace(form), sides, '/formData');

const furtherChoices = (sides: MergeInput<FurtherValues>): Choice[] => choicesIn(recordPlace(Order), sides);

const clientChoice = (saved: string, mine: string, isAsked: boolean): Choice => ({
  path: '/client',
  label: 'Client',
  saved,
  mine,
  isAsked,
});

import type { MergeInput } from '#schemas/changes/merge.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { type FieldDescription, rowsText, unknownPlace, valueText } from '#schemas/changes/words/place.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { Form, FormValues } from '#schemas/forms/form.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { Order } from '#schemas/generated/registry.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import type { AdditionalValues } from '#schemas/orders/order-fields.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { idOf, nameOf, type PopulatedOrder } from '../../api/queries.ts';
import type { MergeChoice } from '../../editing/MergeDialog.tsx';
import { mergeChoices } from '../../editing/mergeChoices.ts';
import type { OrderDraft } from '../editing/orderDraft.ts';
import { storedChangesMergeInput } from '../editing/orderDraft.ts';
import { lineName } from '../lines/lineLabels.ts';
import { type Lines, storedLinesMergeInput, toRequestMergeInput } from '../lines/mergeLines.ts';
import type { UnsavedChanges } from './storedChangesStore.ts';

/**
 * Returns the choices of the merge dialog: what one's own changes would change in somebody else's version, under the
 * form's labels.
 */
export function orderMergeChoices(draft: OrderDraft, theirs: PopulatedOrder): MergeChoice[] {
  const { client, isClientChanged, isClientConflict, data, lines, additionalFields } = draft.mergeInput(theirs);
  const ofClient = clientChoice(nameOf(theirs.client, '–'), nameOf(client, '–'), isClientConflict);
  return [
    ...(isClientChanged ? [ofClient] : []),
    ...additionalChoices(additionalFields),
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
  here: Pick<PopulatedOrder, 'client' | 'formData' | 'products'> & { further?: AdditionalValues },
): MergeChoice[] {
  const clientHere = here.client && idOf(here.client);
  const ofClient = clientChoice(nameOf(here.client, '–'), client?.mine?.name ?? '–', client?.before !== clientHere);
  const hasClient = client !== undefined && (client.mine?.id ?? null) !== clientHere;
  const ofLines = lines ? lineChoices(storedLinesMergeInput(lines, here.products)) : [];
  return [
    ...(hasClient ? [ofClient] : []),
    ...additionalChoices(storedChangesMergeInput(further, { ...here.further })),
    ...dataChoices(form, storedChangesMergeInput(fields, here.formData)),
    ...ofLines,
  ];
}

const lineChoices = (input: MergeInput<Lines>): MergeChoice[] =>
  mergeChoices(describeLines([...input.theirs, ...input.mine]), toRequestMergeInput(input), '/products');

const dataChoices = (form: Form, input: MergeInput<FormValues>): MergeChoice[] =>
  mergeChoices(formPlace(form), input, '/formData');

const additionalChoices = (input: MergeInput<AdditionalValues>): MergeChoice[] =>
  mergeChoices(recordPlace(Order), input);

const clientChoice = (saved: string, mine: string, isConflict: boolean): MergeChoice => ({
  path: '/client',
  label: 'Client',
  saved,
  mine,
  isConflict,
});

/**
 * Describes the lines of an order for diffs: lines labeled by product name, their data by the titles of the product's
 * schema.
 */
function describeLines(lines: Lines): FieldDescription {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const inside = (id: string): FieldDescription => {
    const line = byId.get(id);
    const name = line ? lineName(line) : 'A product';
    const product = typeof line?.product === 'object' ? line.product : undefined;
    const labels = lineLabels(product?.combinedSchema ?? product?.schema);
    const inData = (key: string): FieldDescription => {
      const label = labels.get(key) ?? labelOf(key);
      return { ...unknownPlace(key), label, name: `“${label}”` };
    };
    const data: FieldDescription = { label: '', name: 'the details', holds: 'group', inside: inData, text: valueText };
    const inLine = (key: string) => (key === 'data' ? data : unknownPlace(key));
    return { label: '', name, holds: 'group', inside: inLine, text: (value) => (isRecord(value) ? name : '–') };
  };
  const row = (value: unknown) => (isRecord(value) ? inside(String(value.id)).text(value) : '–');
  const text = rowsText({ ...unknownPlace(''), text: row });
  return { label: 'Product', name: 'the products', holds: 'rows', inside, text };
}

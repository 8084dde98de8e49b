import { carryFormData } from '#schemas/changes/upgrade/carry.ts';
import { summarizeUpgrade, type UpgradeSummary } from '#schemas/changes/upgrade/upgrade.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { labelOfPath } from '#schemas/changes/words/place.ts';
import {
  clearPasswords,
  normalizeForComparison,
  textsOf,
  withoutClientData,
  withoutLocked,
  withoutRepeatedAnswers,
} from '#schemas/forms/copied-data.ts';
import type { FormValues } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { passwordPaths } from '#schemas/forms/passwords.ts';
import { keysOf, pointerOf } from '#schemas/forms/pointer.ts';
import type { Channel, Client, JsonMap, Order } from '#schemas/generated/types.ts';
import { lineLabels } from '#schemas/orders/line-labels.ts';
import { copiedFields } from '#schemas/orders/order-fields.ts';
import { may, type Viewer } from '../../../engine/access/viewer.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { cachedForm, cachedFormVersion, type ParsedFormVersion } from '../../forms/read-forms.ts';
import { newRowId } from '../../forms/row-id.ts';
import { filesInLine } from '../../products/line-schema.ts';
import { type LineInput, lineProducts } from '../lines/lines.ts';
import { missingFormError } from '../lines/order-problems.ts';
import { isClientInChannel } from './order-placement.ts';

type LeftOut = NonNullable<Order['leftOut']>;
type CopiedData = Pick<Order, 'formData'> & { leftOut: LeftOut };

/** The content of a new order copied from another one, and what was left out, by paths into the original. */
export interface OrderCopy {
  body: Partial<Order>;
  leftOut: LeftOut;
}

/** The original's client, when the copy is for another one. `record` is undefined when that client is gone. */
interface FormerClient {
  record: Client | undefined;
}

/**
 * Copies (duplicates) an order for this viewer: for the same client if that is still allowed, with the data that the
 * channel's published form accepts and the lines that the viewer may order. Passwords and answers that each order must
 * give again are left out. With `isForOther`, data that belong to the first client are left out as well (design 6,
 * Copies). Throws RESOURCE_INOPERABLE when a form is gone.
 */
export async function duplicateOrder(
  source: Order,
  viewer: Viewer,
  { isForOther }: { isForOther: boolean },
): Promise<OrderCopy> {
  const channel = (await recordCache('Channel', [source.channelId])).get(source.channelId);
  const form = channel?.orderFormId ?? source.form;
  const client = await copiedClient(source, viewer, channel);
  const isOther = source.client !== null && (isForOther || client.id !== source.client);
  const former = isOther ? { record: client.record } : null;
  const [data, lines] = await Promise.all([copiedData(source, form, former), copiedLines(source, viewer, former)]);
  return {
    body: {
      // The table of order fields lists what else is copied. Fields that may change for the copy follow.
      ...Object.fromEntries(copiedFields.map((field) => [field, source[field]])),
      form,
      user: viewer.user.id,
      client: client.id,
      formData: data.formData,
      products: lines.products,
    },
    leftOut: [...client.leftOut, ...data.leftOut, ...lines.leftOut],
  };
}

async function copiedClient({ client: id }: Order, viewer: Viewer, channel: Channel | undefined) {
  const client = id ? await storeOf('Client').findOne({ _id: id }) : null;
  const isFine = !id || (client && channel && isOrderedFor(client, viewer, channel));
  const leftOut = isFine ? [] : [{ path: '/client', message: 'You cannot order for its client in this channel' }];
  return { id: isFine ? id : null, record: client ?? undefined, leftOut };
}

const isOrderedFor = (client: Client, viewer: Viewer, channel: Channel) =>
  may(viewer, 'read', 'Client', client) && isClientInChannel(viewer, client, channel);

async function copiedData(source: Order, formId: string, former: FormerClient | null): Promise<CopiedData> {
  const [from, to] = await readForms(source, formId);
  const before = clearPasswords(from, source.formData);
  const carried = carryFormData(from, to, before);
  const lossesOf = (after: FormValues) => summarizeUpgrade(carried, { from, to, before, after }).dropped;
  const answers = withoutRepeatedAnswers(to, carried.data);
  const ownData = former ? withoutClientData(to, answers, former.record) : answers;
  const place = formPlace(from);
  const passwords = passwordPaths(from, source.formData).map((path) => ({
    path: `/formData${path}`,
    message: `“${labelOfPath(place, keysOf(path))}” is a password and was not copied`,
  }));
  const lostByForm = lossesOf(carried.data);
  const lostByAskAgain = notAmong(lostByForm, lossesOf(answers));
  const lostByClient = former ? notAmong([...lostByForm, ...lostByAskAgain], lossesOf(ownData)) : [];
  return {
    formData: withoutLocked(to, ownData),
    leftOut: [
      ...passwords,
      ...lostByForm.map(({ path, label, text }) => ({
        path: `/formData${path}`,
        message: `“${label}” is no longer in the form: ${text}`,
      })),
      ...lostByAskAgain.map(toAskAgain),
      ...lostByClient.map(({ path, label }) => ({ path: `/formData${path}`, message: ofOtherClient(label) })),
    ],
  };
}

type Losses = UpgradeSummary['dropped'];

/** The losses that are not among the earlier ones. */
function notAmong(earlier: Losses, losses: Losses): Losses {
  const known = new Set(earlier.map(({ path }) => path));
  return losses.filter(({ path }) => !known.has(path));
}

const toAskAgain = ({ path, label }: Pick<Losses[number], 'path' | 'label'>) => ({
  path: `/formData${path}`,
  message: `“${label}” must be answered again`,
});

const ofOtherClient = (label: string) => `“${label}” belongs to the other client`;

/**
 * The form data of an earlier state for a restore: without answers that the form asks for again, which are listed in
 * `leftOut` (design 6).
 */
export async function dataForRestore(state: Order): Promise<CopiedData> {
  const [form] = await readForms(state, state.form);
  const before = state.formData;
  const formData = withoutRepeatedAnswers(form, before);
  const { dropped } = summarizeUpgrade(carryFormData(form, form, before), {
    from: form,
    to: form,
    before,
    after: formData,
  });
  return { formData, leftOut: dropped.map(toAskAgain) };
}

/** The form version that the order is filled on, and the published version of the new order's form. */
async function readForms(source: Order, formId: string): Promise<[ParsedFormVersion, ParsedFormVersion]> {
  const forms = await recordCache('Form', [source.form, formId]);
  const [from, to] = [forms.get(source.form), forms.get(formId)];
  if (!from || !to) throw missingFormError(source);
  return [await cachedFormVersion(from, source.formVersion), cachedForm(to)];
}

/** Copies the lines with new ids. Included lines are copied with the line that includes them. */
async function copiedLines(
  { products: lines }: Order,
  viewer: Viewer,
  former: FormerClient | null,
): Promise<{ products: Order['products']; leftOut: LeftOut }> {
  const products = await lineProducts(lines.map(({ product }) => product));
  const ids = new Map(lines.map(({ id }) => [id, newRowId()]));
  const isOrdered = ({ product: id, linkedTo }: LineInput): boolean => {
    const product = products.get(id);
    const parentLine = lines.find((line) => line.id === linkedTo);
    if (!product) return false;
    if (!linkedTo) return may(viewer, 'read', 'Product', product);
    const including = parentLine && products.get(parentLine.product)?.includedProducts;
    return (
      parentLine !== undefined &&
      isOrdered(parentLine) &&
      (including?.some(({ productId }) => productId === id) ?? false)
    );
  };
  const dataOf = ({ product, data }: LineInput) => {
    const { lineSchema = {} } = products.get(product) ?? {};
    return former ? lineDataForOther(lineSchema, data ?? {}, former) : { data: data ?? {}, labels: [] };
  };
  return {
    products: lines.filter(isOrdered).map(({ linkedTo, ...line }) => ({
      ...line,
      id: ids.get(line.id) ?? newRowId(),
      data: dataOf(line).data,
      ...(linkedTo ? { linkedTo: ids.get(linkedTo) ?? linkedTo } : {}),
    })),
    leftOut: lines.flatMap((line, index) => {
      const name = products.get(line.product)?.name ?? line.key;
      const path = `/products/${index}`;
      if (!isOrdered(line)) return line.linkedTo ? [] : [{ path, message: `You cannot order “${name}”` }];
      return dataOf(line).labels.map(({ key, label }) => ({
        path: `${path}/data/${key}`,
        message: ofOtherClient(`${name} › ${label}`),
      }));
    }),
  };
}

/** A line's data without files and without texts that match the former client's record. */
function lineDataForOther(lineSchema: JsonMap, data: JsonMap, { record }: FormerClient) {
  const files = new Set(filesInLine(lineSchema, data).map(({ path }) => path));
  const clientTexts = textsOf(record);
  const withoutClientValue = (value: unknown, path: string): unknown => {
    if (files.has(path) || (typeof value === 'string' && clientTexts.has(normalizeForComparison(value))))
      return undefined;
    if (Array.isArray(value))
      return value
        .map((each, index) => withoutClientValue(each, `${path}/${index}`))
        .filter((each) => each !== undefined);
    return isRecord(value) ? withoutClientValues(value, path) : value;
  };
  const withoutClientValues = (object: JsonMap, path: string): JsonMap => {
    const entries = Object.entries(object).map(([key, each]) => [
      key,
      withoutClientValue(each, path + pointerOf([key])),
    ]);
    return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
  };
  const made = withoutClientValues(data, '');
  const labels = lineLabels(lineSchema);
  const changed = Object.keys(data).filter((key) => !isEqual(made[key], data[key]));
  return { data: made, labels: changed.map((key) => ({ key, label: labels.get(key) ?? key })) };
}

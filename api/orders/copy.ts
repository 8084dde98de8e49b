import { carryOver } from '#schemas/changes/upgrade/carry.ts';
import { upgradeOf } from '#schemas/changes/upgrade/upgrade.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { labelOf } from '#schemas/changes/words/place.ts';
import { withoutLocked, withoutPasswords } from '#schemas/forms/copied-data.ts';
import { passwordPaths } from '#schemas/forms/passwords.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { Channel, Client, Order } from '#schemas/generated/types.ts';
import { may, type Viewer } from '../access/viewer.ts';
import { type FormOfVersion, formOfVersion, readOnce } from '../forms/read-forms.ts';
import { newRowId } from '../forms/row-id.ts';
import { keptRecords } from '../store/kept-records.ts';
import { store } from '../store/store.ts';
import { formGone } from './check.ts';
import { type LineInput, lineProducts } from './lines.ts';
import { fitsChannel } from './place.ts';

type LeftOut = NonNullable<Order['leftOut']>;

/** What a new order begins with, and what it could not take along, by paths into the original. */
export interface Copy {
  body: Partial<Order>;
  leftOut: LeftOut;
}

/**
 * What this person makes of an order as a new one: for the same client where that still fits, with the data that the channel's
 * form takes as it is published now, and the lines that the person may order. Passwords stay where they are. Throws
 * RESOURCE_INOPERABLE when a form is gone.
 */
export async function copyOf(source: Order, viewer: Viewer): Promise<Copy> {
  const channel = (await keptRecords('Channel', [source.channelId])).get(source.channelId);
  const form = channel?.orderFormId ?? source.form;
  const [data, lines, client] = await Promise.all([
    copiedData(source, form),
    copiedLines(source, viewer),
    copiedClient(source, viewer, channel),
  ]);
  return {
    body: {
      channelId: source.channelId,
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
  const client = id ? await store('Client').findOne({ _id: id }) : null;
  const isFine = !id || (client && channel && isOrderedFor(client, viewer, channel));
  const leftOut = isFine ? [] : [{ path: '/client', message: 'You can not order for its client in this channel' }];
  return { id: isFine ? id : null, leftOut };
}

const isOrderedFor = (client: Client, viewer: Viewer, channel: Channel) =>
  may(viewer, 'read', 'Client', client) && fitsChannel(viewer, client, channel);

async function copiedData(source: Order, formId: string): Promise<Pick<Order, 'formData'> & { leftOut: LeftOut }> {
  const [from, to] = await readForms(source, formId);
  const before = withoutPasswords(from, source.formData);
  const carried = carryOver(from, to, before);
  const { dropped } = upgradeOf(carried, { from, to, before, after: carried.data });
  const place = formPlace(from);
  const passwords = passwordPaths(from, source.formData).map((path) => ({
    path: `/formData${path}`,
    message: `“${labelOf(place, keysOf(path))}” is a password, which is not copied`,
  }));
  const gone = dropped.map(({ path, label, text }) => ({
    path: `/formData${path}`,
    message: `“${label}” has no place in the form any more: ${text}`,
  }));
  return { formData: withoutLocked(to, carried.data), leftOut: [...passwords, ...gone] };
}

/** The version that the order is filled on, and what is published of the form of a new one. */
async function readForms(source: Order, formId: string): Promise<[FormOfVersion, FormOfVersion]> {
  const forms = await keptRecords('Form', [source.form, formId]);
  const [from, to] = [forms.get(source.form), forms.get(formId)];
  if (!from || !to) throw formGone(source);
  return [await formOfVersion(from, source.formVersion), readOnce(to)];
}

/** Lines under ids of their own; what a line includes goes with it. */
async function copiedLines(
  { products: lines }: Order,
  viewer: Viewer,
): Promise<{ products: Order['products']; leftOut: LeftOut }> {
  const products = await lineProducts(lines.map(({ product }) => product));
  const ids = new Map(lines.map(({ id }) => [id, newRowId()]));
  const isOrdered = ({ product: id, linkedTo }: LineInput): boolean => {
    const product = products.get(id);
    const above = lines.find((line) => line.id === linkedTo);
    if (!product) return false;
    if (!linkedTo) return may(viewer, 'read', 'Product', product);
    const including = above && products.get(above.product)?.includedProducts;
    return above !== undefined && isOrdered(above) && (including?.some(({ productId }) => productId === id) ?? false);
  };
  return {
    products: lines.filter(isOrdered).map(({ linkedTo, ...line }) => ({
      ...line,
      id: ids.get(line.id) ?? newRowId(),
      ...(linkedTo ? { linkedTo: ids.get(linkedTo) ?? linkedTo } : {}),
    })),
    leftOut: lines.flatMap((line, index) =>
      isOrdered(line) || line.linkedTo
        ? []
        : [
            {
              path: `/products/${index}`,
              message: `“${products.get(line.product)?.name ?? line.key}” can not be ordered by you`,
            },
          ],
    ),
  };
}

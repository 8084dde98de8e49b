import type { Form } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { nameOf as widgetName } from '#schemas/forms/name-of.ts';
import { mapPasswords } from '#schemas/forms/passwords.ts';
import { nameOf, type ShownOrder } from '../api/queries.ts';
import type { Difference } from '../look/ConflictDialog.tsx';
import { statusWords } from '../look/StatusChip.tsx';
import { valueText } from './valueText.ts';

type Side = Pick<ShownOrder, 'status' | 'client' | 'formData' | 'products'>;

/** A difference at its place: `/client`, `/formData/KEY`. */
export type OrderDifference = Difference & { path: string };

/** What differs between the order as somebody else saved it and as it stands here, under the form's labels. */
export function orderDifferences(form: Form, saved: Side, mine: Side): OrderDifference[] {
  const keys = [
    ...new Set([...form.scope.owners.keys(), ...Object.keys(saved.formData), ...Object.keys(mine.formData)]),
  ];
  const sides = [
    { path: '/status', label: 'Status', saved: statusWords[saved.status], mine: statusWords[mine.status] },
    { path: '/client', label: 'Client', saved: nameOf(saved.client, '–'), mine: nameOf(mine.client, '–') },
    { path: '/products', label: 'Products', saved: String(saved.products.length), mine: String(mine.products.length) },
  ].filter((side) => side.saved !== side.mine);
  // That a password differs may be seen, what it is may not (design 7).
  const [theirs, own] = [saved, mine].map(({ formData }) => mapPasswords(form, formData, () => '••••••••'));
  const fields = keys
    .filter((key) => !isEqual(saved.formData[key], mine.formData[key]))
    .map((key) => ({
      path: `/formData/${key}`,
      label: fieldLabel(form, key),
      saved: valueText(theirs?.[key]),
      mine: valueText(own?.[key]),
    }));
  return [...sides, ...fields];
}

/** What the form calls the field of a key; the key where it has no such field. */
export function fieldLabel(form: Form, key: string): string {
  const owner = form.scope.owners.get(key);
  return owner ? widgetName(owner) : key;
}

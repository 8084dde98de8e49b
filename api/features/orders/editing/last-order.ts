import { lastOrderProperties, reusableValues } from '#schemas/forms/prefill.ts';
import type { Order } from '#schemas/generated/types.ts';
import { allowedFilter, type Viewer } from '../../../engine/access/viewer.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { cachedFormVersion } from '../../forms/read-forms.ts';
import type { References } from '../lines/references.ts';

/**
 * What a draft takes over from the client's last submitted order on its form (design 7, `config.prefill`): of those that
 * the viewer may read, the values that the form's fields name. Passwords and files stay in their order. Null, without a
 * query, if no field of the form is prefilled from an order.
 */
export async function findLastOrder(
  viewer: Viewer,
  { client }: Pick<Order, 'client'>,
  { form, read }: Pick<References, 'form' | 'read'>,
): Promise<Order['lastOrder']> {
  const properties = client && form && read ? lastOrderProperties(read) : [];
  if (!form || properties.length === 0 || !viewer.ability.can('read', 'Order')) return null;
  const [last] = await storeOf('Order').find({
    filter: {
      $and: [
        { client, form: form.id, status: { $in: ['PENDING', 'COMPLETE'] } },
        allowedFilter(viewer, 'read', 'Order'),
      ],
    },
    sort: ['-submissionDate'],
    limit: 1,
    only: ['refCode', 'submissionDate', 'formVersion', 'formData'],
  });
  if (!last) return null;
  const values = reusableValues(await cachedFormVersion(form, last.formVersion), last.formData, properties);
  return { refCode: last.refCode, submissionDate: last.submissionDate, values };
}

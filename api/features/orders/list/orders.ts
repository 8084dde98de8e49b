import type { Order } from '#schemas/generated/types.ts';
import type { ResourceHooks } from '../../../engine/resource/rules/declaration.ts';
import { formDataColumns } from './columns.ts';
import { queueKeys } from './queue-keys.ts';

/** Declaration of the Order resource for lists. Calls on single orders are in `calls.ts`. */
export const orders: ResourceHooks<Order> = {
  queryKeys: queueKeys,
  mapColumns: formDataColumns(['form', 'formId']),
};

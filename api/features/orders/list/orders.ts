import type { Order } from '#schemas/generated/types.ts';
import type { ResourceHooks } from '../../../engine/resource/rules/declaration.ts';
import { formDataColumns } from './columns.ts';
import { queueKeys } from './queue-keys.ts';

/** Declaration of the Order resource for lists. Calls on single orders are in `calls.ts`. */
export const orders: ResourceHooks<Order> = {
  // List rows leave these fields out, so that a row stays below 1 KB however many lines and notes an order has
  // (performance 1).
  queryKeys: queueKeys,
  heavyFields: [
    'products',
    'actions',
    'approval',
    'changeNotes',
    'cancelationNotes',
    'columnTexts',
    'clientName',
    'userName',
  ],
  mapColumns: formDataColumns(['form', 'formId']),
};

import type { Order } from '#schemas/generated/types.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { formDataColumns } from './columns.ts';
import { queueKeys } from './queue-keys.ts';

/** What the list of orders has beside its schema; the calls on single orders are their own (`calls.ts`). */
export const orders: Declaration<Order> = {
  // A row stays below 1 KB however many lines and notes an order has (performance 1).
  queryKeys: queueKeys,
  heavy: [
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

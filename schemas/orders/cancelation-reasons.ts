import type { Order } from '../generated/types.ts';

export type CancelationReason = NonNullable<Order['cancelationReason']>;

/** The five cancelation reasons of spec 4 with their labels. */
export const cancelationReasons = {
  out_of_business: 'Out of business',
  dissatisfied: 'Dissatisfied',
  failure_to_pay: 'Failure to pay',
  activation_unsuccessful: 'Activation unsuccessful',
  contract_expired: 'Contract expired',
} as const satisfies Record<CancelationReason, string>;

/** Whether a value is one of the reasons. */
export const isCancelationReason = (value: unknown): value is CancelationReason =>
  typeof value === 'string' && Object.hasOwn(cancelationReasons, value);

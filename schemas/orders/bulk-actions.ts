import type { Order } from '../generated/types.ts';
import { labelOf } from '../resource/resource.ts';
import { additionalFields, mayWrite, type OrderFieldName, orderFields } from './order-fields.ts';
import { stageOf } from './order-stage.ts';
import type { OrderRights } from './rights.ts';
import { isPermitted, type Transition, type TransitionInput, transitions } from './transitions.ts';

/** The transitions that can be made for many orders at once. */
export const bulkTransitions = ['submit', 'approve', 'sendBack', 'cancel'] as const;
export type BulkTransition = (typeof bulkTransitions)[number];

/** A command for many orders, with its texts. */
export interface OrderBulkAction {
  /** The action of the bulk job (`POST /api/bulk_jobs`). */
  action: BulkTransition | 'set' | 'duplicate';
  /** The button. */
  label: string;
  /** The title of its dialog and the button that starts it, with {} for the orders: 'Send {} for approval'. */
  title: string;
  /** After 'can be': 'sent for approval'. */
  done: string;
  /** What its dialog asks for. */
  inputs: readonly TransitionInput[];
  /** The property that it sets, for `set`. */
  field?: OrderFieldName;
  /** Whether it ends orders, so that its button is a warning. */
  isEnd?: boolean;
}

/** The words of the bulk transitions; their inputs come from the table of transitions. */
const words: Readonly<Record<BulkTransition, Pick<OrderBulkAction, 'label' | 'title' | 'done'>>> = {
  submit: { label: 'Send for approval', title: 'Send {} for approval', done: 'sent for approval' },
  approve: { label: 'Approve', title: 'Approve {}', done: 'approved' },
  sendBack: { label: 'Send back', title: 'Send back {}', done: 'sent back' },
  cancel: { label: 'Cancel orders', title: 'Cancel {}', done: 'canceled' },
};

/** The rows of the state machine for a bulk transition. */
export const transitionRows = (action: BulkTransition): Transition[] =>
  transitions.filter((each) => each.action === action);

const ofTransition = (action: BulkTransition): OrderBulkAction => {
  const [row] = transitionRows(action);
  if (!row) throw new Error(`No transition of orders is called ${action}`);
  return {
    action,
    ...words[action],
    inputs: row.inputs,
    ...(row.to === 'CANCELED' ? { isEnd: true } : {}),
  };
};

/** Whether a bulk job can set a property of orders: the table of order fields decides, as for a single save. */
export const isBulkField = (name: string): boolean =>
  Object.hasOwn(orderFields, name) && (name === 'user' || additionalFields.some((field) => field === name));

/** The texts for properties whose label is no noun. */
const fieldWords: Partial<Record<OrderFieldName, Pick<OrderBulkAction, 'label' | 'title' | 'done'>>> = {
  assignedTo: { label: 'Assign', title: 'Assign {}', done: 'assigned' },
  neededBy: { label: 'Change needed-by date', title: 'Change the needed-by date of {}', done: 'changed' },
};

/** What can be done with many selected orders, in the order of its buttons. */
export const orderBulkActions: readonly OrderBulkAction[] = [
  ...bulkTransitions.map(ofTransition),
  {
    action: 'set',
    field: 'user',
    label: 'Change person',
    title: 'Change the person of {}',
    done: 'reassigned',
    inputs: [],
  },
  ...additionalFields.map((field: OrderFieldName): OrderBulkAction => {
    const name = labelOf(field).toLowerCase();
    const texts = fieldWords[field] ?? { label: `Change ${name}`, title: `Change the ${name} of {}`, done: 'changed' };
    return { action: 'set', field, ...texts, inputs: [] };
  }),
  { action: 'duplicate', label: 'Duplicate', title: 'Duplicate {}', done: 'duplicated', inputs: [] },
];

/** The title of an action with the number of its orders: 'Send 3 orders for approval'. */
export const bulkTitle = ({ title }: Pick<OrderBulkAction, 'title'>, count: number): string =>
  title.replace('{}', count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`);

/**
 * The actions that at least one of these orders allows. Only the preview knows which orders are valid, so that one is
 * not checked here.
 */
export function offeredBulkActions<T extends Pick<Order, 'status' | 'changeDate'>>(
  orders: readonly T[],
  { rightsOf, canCreate }: { rightsOf: (order: T) => OrderRights; canCreate: boolean },
): OrderBulkAction[] {
  const isOffered = ({ action, field }: OrderBulkAction, order: T): boolean => {
    const [stage, rights] = [stageOf(order), rightsOf(order)];
    if (action === 'duplicate') return canCreate;
    if (action === 'set') return rights.canUpdate && field !== undefined && mayWrite(orderFields[field], stage, rights);
    return transitionRows(action).some((row) => row.from.includes(stage) && isPermitted(row, rights));
  };
  return orderBulkActions.filter((each) => orders.some((order) => isOffered(each, order)));
}

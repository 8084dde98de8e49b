import type { Order, OrderInput } from '../generated/types.ts';
import { type OrderStage, stageOf } from './order-stage.ts';
import { allows, type OrderRights, type Permission } from './rights.ts';
import type { OrderTransitionName } from './transitions.ts';

/** The name of a property of an order that a request may write. */
export type OrderFieldName = keyof OrderInput;

/** The field-level permissions of one property. */
export interface OrderField {
  /**
   * `data` is validated, versioned and merged. A `remark` explains a transition. A `command` tells the server what to
   * do.
   */
  kind: 'data' | 'remark' | 'command';
  /** Who may write it without a transition, by stage. */
  writers: Readonly<Partial<Record<OrderStage, Permission>>>;
  /** The transitions whose save may contain it, for users who may make them. */
  transitions: readonly OrderTransitionName[];
  /** An additional permission that is required in every stage. */
  only?: Permission;
  /** Whether copying an order includes it. */
  isCopied: boolean;
  /** Whether restoring an earlier version includes it. */
  isRestored: boolean;
}

/**
 * The contents of an order. It is writable in a DRAFT, by moderators while PENDING, and with a change of a COMPLETE
 * order.
 */
const content = {
  kind: 'data',
  writers: { CREATE: 'updater', DRAFT: 'updater', PENDING: 'moderator', PENDING_CHANGE: 'moderator' },
  transitions: ['change', 'askChangeBypass'],
  isCopied: true,
  isRestored: true,
} as const satisfies OrderField;

const remark = {
  kind: 'remark',
  writers: {},
  isCopied: false,
  isRestored: false,
} as const satisfies Partial<OrderField>;
const command = {
  kind: 'command',
  writers: {},
  isCopied: false,
  isRestored: false,
} as const satisfies Partial<OrderField>;

/**
 * The table of field-level permissions: who may write which property of an order, and when (design 6, 'Writable
 * fields'). It is an allow-list: a property without a row is rejected. POST, PUT, PATCH, actions, restore, copies and
 * both UIs use it. `tests/api/order-field-matrix.ts` states the same again by role, and a test compares the two.
 */
const rows = {
  channelId: { ...content, isRestored: false },
  form: { ...content, writers: { CREATE: 'updater', DRAFT: 'updater' }, transitions: [] },
  client: content,
  user: { ...content, only: 'moderator', isCopied: false, isRestored: false },
  // Who decides about it and by when is not part of what is approved: it is no change of a COMPLETE order, and returning
  // a change leaves it as it is.
  assignedTo: {
    ...content,
    ...{ writers: { PENDING: 'moderator', PENDING_CHANGE: 'moderator' }, transitions: [] },
    ...{ isCopied: false, isRestored: false },
  },
  neededBy: { ...content, transitions: [], isCopied: false, isRestored: false },
  formData: content,
  products: content,
  changeNotes: { ...remark, transitions: ['change', 'askChangeBypass'] },
  cancelationReason: { ...remark, transitions: ['cancel'] },
  cancelationNotes: { ...remark, transitions: ['cancel'] },
  reason: { ...remark, transitions: ['takeBack', 'sendBack'] },
  status: { ...command, transitions: ['submit', 'approve', 'takeBack', 'sendBack', 'change', 'cancel', 'reopen'] },
  autosave: { ...command, writers: { DRAFT: 'autosaver' }, transitions: [] },
} as const satisfies Record<OrderFieldName, OrderField>;

export const orderFields: Readonly<Record<OrderFieldName, OrderField>> = rows;

const names = Object.keys(orderFields).filter(isOrderField);

/** Whether a property has a row in the table. */
export function isOrderField(name: string): name is OrderFieldName {
  return Object.hasOwn(orderFields, name);
}

const namesOf = (matches: (field: OrderField) => boolean): readonly OrderFieldName[] =>
  names.filter((name) => matches(orderFields[name]));

/** The properties of kind `data`. */
export const dataFields = namesOf(({ kind }) => kind === 'data');

/** The properties that a copy includes, and those that a restore includes. */
export const copiedFields = namesOf(({ isCopied }) => isCopied);
export const restoredFields = namesOf(({ isRestored }) => isRestored);

/** Data with a dedicated editor on the order page, which also has its own diff and merge. */
const withEditor = ['channelId', 'form', 'client', 'user', 'formData', 'products'] as const;

type Rows = typeof rows;
type DataField = { [Name in keyof Rows]: Rows[Name]['kind'] extends 'data' ? Name : never }[keyof Rows];

/** Data without a dedicated editor: shown generically on the order page, in columns and in conflicts. */
export type AdditionalField = Exclude<DataField, (typeof withEditor)[number]>;

/** The values of those fields in an order. */
export type AdditionalValues = Partial<Pick<Order, AdditionalField>>;

export const additionalFields: readonly AdditionalField[] = dataFields.filter(
  (name): name is AdditionalField => !withEditor.some((each) => each === name),
);

/** Whether somebody with these rights may write a property in a stage, without a transition. */
export function mayWrite({ writers, only }: OrderField, stage: OrderStage, rights: OrderRights): boolean {
  const writer = writers[stage];
  return writer !== undefined && allows(rights, writer) && (only === undefined || allows(rights, only));
}

/**
 * Whether form data, client and lines are editable: in DRAFT for users who may update the order, in PENDING for moderators (design
 * 6).
 */
export const mayChangeData = (order: Pick<Order, 'status' | 'changeDate'>, rights: OrderRights): boolean =>
  mayWrite(orderFields.formData, stageOf(order), rights);

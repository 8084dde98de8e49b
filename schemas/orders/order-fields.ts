import type { Order, OrderInput } from '../generated/types.ts';
import { type OrderStage, stageOf } from './order-stage.ts';
import { allows, type OrderRights, type Permission } from './rights.ts';
import type { Action } from './transitions.ts';

/** A property of an order that a request may write. */
export type OrderFieldName = keyof OrderInput;

/** The row of a property: who may write it, when, and what becomes of it. */
export interface OrderField {
  /** Data are checked, kept in versions and merged; a remark says why a transition was made; a command tells the server what to do. */
  kind: 'data' | 'remark' | 'command';
  /** Who writes it by itself, in each stage in which somebody may. */
  writers: Readonly<Partial<Record<OrderStage, Permission>>>;
  /** The transitions that take it along, by whoever may make them. */
  transitions: readonly Action[];
  /** Whom it is for in every stage, beside what `writers` and the transition say. */
  only?: Permission;
  /** Whether a copy of the order has it. */
  isCopied: boolean;
  /** Whether restoring an earlier state brings it back. */
  isRestored: boolean;
}

/** What is ordered: it changes in a DRAFT, while moderators look at it, and with a change of a COMPLETE order. */
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
 * Who may write which property of an order, and when (design 6, 'Writable fields'). All that writes orders follows it: POST, PUT,
 * PATCH, actions, restore, copies and both UIs. A property without a row is refused. `tests/api/order-field-matrix.ts` says the
 * same once more, by role; a test compares both.
 */
const rows = {
  channelId: { ...content, isRestored: false },
  form: { ...content, writers: { CREATE: 'updater', DRAFT: 'updater' }, transitions: [] },
  client: content,
  user: { ...content, only: 'moderator', isCopied: false, isRestored: false },
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

/** Whether a property has a row. */
export function isOrderField(name: string): name is OrderFieldName {
  return Object.hasOwn(orderFields, name);
}

const namesOf = (isWanted: (field: OrderField) => boolean): readonly OrderFieldName[] =>
  names.filter((name) => isWanted(orderFields[name]));

/** The properties that are data. */
export const dataFields = namesOf(({ kind }) => kind === 'data');

/** The properties that a copy takes along, and those that restoring an earlier state brings back. */
export const copiedFields = namesOf(({ isCopied }) => isCopied);
export const restoredFields = namesOf(({ isRestored }) => isRestored);

/** Data that the page of an order has editors of its own for, and so has what compares and merges them. */
const withEditor = ['channelId', 'form', 'client', 'user', 'formData', 'products'] as const;

type Rows = typeof rows;
type DataField = { [Name in keyof Rows]: Rows[Name]['kind'] extends 'data' ? Name : never }[keyof Rows];

/** Data without an editor of its own: the further fields of an order's page, its columns and its conflicts. */
export type FurtherField = Exclude<DataField, (typeof withEditor)[number]>;

/** Their values in an order. */
export type FurtherValues = Partial<Pick<Order, FurtherField>>;

export const furtherFields: readonly FurtherField[] = dataFields.filter(
  (name): name is FurtherField => !withEditor.some((each) => each === name),
);

/** Whether a property is written in a stage by somebody with these rights, without a transition. */
export function mayWrite({ writers, only }: OrderField, stage: OrderStage, rights: OrderRights): boolean {
  const writer = writers[stage];
  return writer !== undefined && allows(rights, writer) && (only === undefined || allows(rights, only));
}

/** Whether form data, client and lines can be changed: in DRAFT by whoever may update, in PENDING by moderators (design 6). */
export const mayChangeData = (order: Pick<Order, 'status' | 'changeDate'>, rights: OrderRights): boolean =>
  mayWrite(orderFields.formData, stageOf(order), rights);

import { identityOf } from '../changes/rows.ts';
import { isEqual } from '../forms/is-equal.ts';
import { keysOf } from '../forms/pointer.ts';
import type { Order, OrderAction } from '../generated/types.ts';
import type { Effect } from './transitions.ts';

/** A waiver: one validation error that does not block an order once a moderator has granted it (design 6, bypass). */
export type Waiver = Order['waivers'][number];

/** The properties of an order that its waivers determine. */
type Waived = Pick<Order, 'waivers' | 'validationMode'>;

type Rejection = Pick<Waiver, 'path' | 'message'>;

const isSame = (one: Rejection, other: Rejection) => one.path === other.path && one.message === other.message;

/** The validation errors that no granted waiver covers. */
export function unwaivedProblems<T extends Rejection>(problems: readonly T[], waivers: readonly Waiver[]): T[] {
  const granted = waivers.filter(({ isGranted }) => isGranted);
  return problems.filter((problem) => !granted.some((waiver) => isSame(waiver, problem)));
}

/** The waivers that are requested and not decided yet. Only a pending order has any. */
export function openWaivers({ status, waivers }: Pick<Order, 'status' | 'waivers'>): Waiver[] {
  // List rows of orders that were stored before waivers existed have none.
  return status === 'PENDING' ? (waivers ?? []).filter(({ isGranted }) => !isGranted) : [];
}

/** The latest bypass request, whatever its result. */
export function lastRequest({ actions }: Pick<Order, 'actions'>): OrderAction | undefined {
  return actions.findLast(({ kind }) => kind === 'VALIDATION_BYPASS_REQUESTED');
}

/** A list of waivers with the validation mode that follows from it. */
export const withValidationMode = (waivers: Waiver[]): Waived => ({
  waivers,
  validationMode: waivers.some(({ isGranted }) => isGranted) ? 'BYPASS' : 'NORMAL',
});

/**
 * The waivers of an order after a save. A waiver expires when its field changes, or when another row takes the index of
 * its row; the effects of the transition may drop it, too.
 */
export function remainingWaivers(
  before: Pick<Order, 'waivers' | 'formData'>,
  after: Pick<Order, 'formData'>,
  effects: readonly Effect[] = [],
): Waived {
  const isValid = ({ path, isGranted }: Waiver) =>
    !effects.includes('dropWaivers') &&
    (isGranted || !effects.includes('dropRequest')) &&
    isEqual(fieldAt(before, path), fieldAt(after, path));
  return withValidationMode(before.waivers.filter(isValid));
}

/** A value, and the ids of the rows it is in. */
function fieldAt(order: unknown, path: string): { value: unknown; rows: string[] } {
  let value = order;
  const rows: string[] = [];
  for (const key of keysOf(path)) {
    const isThere = value !== null && typeof value === 'object' && Object.hasOwn(value, key);
    value = isThere ? Reflect.get(Object(value), key) : undefined;
    rows.push(...(identityOf(value) ?? []));
  }
  return { value, rows };
}

/** The requested waivers that a moderator selects: all without a selection, null if one was not requested. */
export function acceptedWaivers(open: readonly Waiver[], named: readonly Rejection[] | undefined): Waiver[] | null {
  if (!named) return [...open];
  const found = named.map((each) => open.find((waiver) => isSame(waiver, each)));
  const known = found.filter((each) => each !== undefined);
  return known.length === named.length ? known : null;
}

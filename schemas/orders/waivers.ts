import { idIn } from '../changes/rows.ts';
import { isEqual } from '../forms/is-equal.ts';
import { keysOf } from '../forms/pointer.ts';
import type { Order, OrderAction } from '../generated/types.ts';
import type { Effect } from './transitions.ts';

/** One rejection that does not refuse an order, once a moderator has granted it (design 6, bypass). */
export type Waiver = Order['waivers'][number];

/** What of an order its waivers set. */
type Waived = Pick<Order, 'waivers' | 'validationMode'>;

type Rejection = Pick<Waiver, 'path' | 'message'>;

const isSame = (one: Rejection, other: Rejection) => one.path === other.path && one.message === other.message;

/** The rejections that no waiver covers. */
export function withoutWaived<T extends Rejection>(problems: readonly T[], waivers: readonly Waiver[]): T[] {
  const granted = waivers.filter(({ isGranted }) => isGranted);
  return problems.filter((problem) => !granted.some((waiver) => isSame(waiver, problem)));
}

/** What a moderator is asked to waive and has not decided yet; of an order that waits for nobody there is none. */
export function openWaivers({ status, waivers }: Pick<Order, 'status' | 'waivers'>): Waiver[] {
  // A list's row of an order that was stored before there were waivers has none.
  return status === 'PENDING' ? (waivers ?? []).filter(({ isGranted }) => !isGranted) : [];
}

/** The request that was made last, whatever came of it. */
export function lastRequest({ actions }: Pick<Order, 'actions'>): OrderAction | undefined {
  return actions.findLast(({ kind }) => kind === 'VALIDATION_BYPASS_REQUESTED');
}

/** An order's waivers, with the mode that they come to. */
export const asWaived = (waivers: Waiver[]): Waived => ({
  waivers,
  validationMode: waivers.some(({ isGranted }) => isGranted) ? 'BYPASS' : 'NORMAL',
});

/**
 * The waivers of an order after a save: one lapses when its field changes, or when another row stands where it stood, and what
 * the transition drops goes.
 */
export function keptWaivers(
  before: Pick<Order, 'waivers' | 'formData'>,
  after: Pick<Order, 'formData'>,
  effects: readonly Effect[] = [],
): Waived {
  const isKept = ({ path, isGranted }: Waiver) =>
    !effects.includes('dropWaivers') &&
    (isGranted || !effects.includes('dropRequest')) &&
    isEqual(fieldAt(before, path), fieldAt(after, path));
  return asWaived(before.waivers.filter(isKept));
}

/** A value with the ids of the rows that it stands in. */
function fieldAt(order: unknown, path: string): { value: unknown; rows: string[] } {
  let value = order;
  const rows: string[] = [];
  for (const key of keysOf(path)) {
    const isThere = value !== null && typeof value === 'object' && Object.hasOwn(value, key);
    value = isThere ? Reflect.get(Object(value), key) : undefined;
    rows.push(...(idIn(value) ?? []));
  }
  return { value, rows };
}

/** Of a request's rejections those that a moderator names, all where none are named; null where one was not asked for. */
export function acceptedWaivers(open: readonly Waiver[], named: readonly Rejection[] | undefined): Waiver[] | null {
  if (!named) return [...open];
  const found = named.map((each) => open.find((waiver) => isSame(waiver, each)));
  const known = found.filter((each) => each !== undefined);
  return known.length === named.length ? known : null;
}

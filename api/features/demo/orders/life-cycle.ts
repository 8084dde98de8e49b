import type { Faker } from '@faker-js/faker';
import type { Order } from '#schemas/generated/types.ts';
import type { OrderTransitionName } from '#schemas/orders/transitions.ts';

export type DemoOrderStatus = Order['status'];

/** Steps in an order's life cycle after its creation (transition table of design 6). */
export type LifeCycleStep =
  | 'save'
  | Extract<OrderTransitionName, 'submit' | 'sendBack' | 'approve' | 'change' | 'cancel'>;

/** An order's creation and dated steps. */
export interface OrderLifeCycle {
  created: Date;
  moves: { move: LifeCycleStep; at: Date }[];
}

const lives: Record<DemoOrderStatus, LifeCycleStep[][]> = {
  DRAFT: [['save'], ['save', 'save'], ['save', 'save'], ['save', 'save', 'submit', 'sendBack']],
  PENDING: [
    ['save', 'save', 'submit'],
    ['save', 'save', 'submit'],
    ['save', 'save', 'submit', 'sendBack', 'save', 'submit'],
    ['save', 'save', 'submit', 'approve', 'change'],
  ],
  COMPLETE: [
    ['save', 'save', 'submit', 'approve'],
    ['save', 'save', 'submit', 'approve'],
    ['save', 'save', 'submit', 'sendBack', 'save', 'submit', 'approve'],
    ['save', 'save', 'submit', 'approve', 'change', 'approve'],
  ],
  CANCELED: [
    ['save', 'cancel'],
    ['save', 'save', 'submit', 'cancel'],
    ['save', 'save', 'submit', 'approve', 'cancel'],
  ],
};

/** Status distribution per twenty orders; multiples of twenty have exactly these shares. */
const shares: [DemoOrderStatus, number][] = [
  ['DRAFT', 4],
  ['PENDING', 3],
  ['COMPLETE', 10],
  ['CANCELED', 3],
];
const statuses = shares.flatMap(([status, count]) => Array.from({ length: count }, () => status));

/** The status sequence repeats after this many orders. */
export const statusCycleLength = statuses.length;

/** Returns the final status of the order with this number. */
export const statusOf = (number: number): DemoOrderStatus => statuses[(number * 7) % statuses.length] ?? 'DRAFT';

const minute = 1 / 1_440;
/** Days since the previous step. Changes come early enough for the form's date rules. */
const pauses: Record<LifeCycleStep, { min: number; max: number }> = {
  save: { min: 3 * minute, max: 90 * minute },
  submit: { min: minute, max: 2 },
  sendBack: { min: 0.1, max: 3 },
  approve: { min: 0.05, max: 4 },
  change: { min: 1, max: 15 },
  cancel: { min: 1, max: 30 },
};

/** Age of the last step in days, by status; work in progress is recent. */
const ages: Record<DemoOrderStatus, { min: number; max: number }> = {
  DRAFT: { min: 0.01, max: 60 },
  PENDING: { min: 0.01, max: 14 },
  COMPLETE: { min: 0.2, max: 690 },
  CANCELED: { min: 0.2, max: 690 },
};

/** Generates the life cycle of an order with the given final status, backwards from `now`. */
export function generateLifeCycle(
  random: Faker,
  { status, now }: { status: DemoOrderStatus; now: Date },
): OrderLifeCycle {
  const moves = random.helpers.arrayElement(lives[status]);
  const gaps = moves.map((move) => random.number.float(pauses[move]));
  const age = random.number.float(ages[status]);
  const before = (days: number) => new Date(Math.round(now.getTime() - days * 86_400_000));
  const left = (index: number) => age + gaps.slice(index).reduce((sum, gap) => sum + gap, 0);
  return { created: before(left(0)), moves: moves.map((move, index) => ({ move, at: before(left(index + 1)) })) };
}

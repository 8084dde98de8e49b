import type { Faker } from '@faker-js/faker';
import type { Order } from '#schemas/generated/types.ts';
import type { Action } from '#schemas/orders/transitions.ts';

export type Status = Order['status'];

/** What happens to an order after it was started, in the table of design 6. */
export type Move = 'save' | Extract<Action, 'submit' | 'sendBack' | 'approve' | 'change' | 'cancel'>;

/** When what happens. */
export interface Life {
  created: Date;
  moves: { move: Move; at: Date }[];
}

const lives: Record<Status, Move[][]> = {
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

/** Of twenty orders: in these the demo's numbers are exact. */
const shares: [Status, number][] = [
  ['DRAFT', 4],
  ['PENDING', 3],
  ['COMPLETE', 10],
  ['CANCELED', 3],
];
const statuses = shares.flatMap(([status, count]) => Array.from({ length: count }, () => status));

/** After so many orders the statuses come again. */
export const statusRound = statuses.length;

/** The status that the order of this number has in the end. */
export const statusOf = (number: number): Status => statuses[(number * 7) % statuses.length] ?? 'DRAFT';

const minute = 1 / 1_440;
/** Days from what was before. A change comes soon enough for the form's rules about dates. */
const pauses: Record<Move, { min: number; max: number }> = {
  save: { min: 3 * minute, max: 90 * minute },
  submit: { min: minute, max: 2 },
  sendBack: { min: 0.1, max: 3 },
  approve: { min: 0.05, max: 4 },
  change: { min: 1, max: 15 },
  cancel: { min: 1, max: 30 },
};

/** How many days ago the last thing happened: work in progress is young. */
const ages: Record<Status, { min: number; max: number }> = {
  DRAFT: { min: 0.01, max: 60 },
  PENDING: { min: 0.01, max: 14 },
  COMPLETE: { min: 0.2, max: 690 },
  CANCELED: { min: 0.2, max: 690 },
};

/** The story of an order that ends in a status, told back from `now`. */
export function lifeOf(random: Faker, { status, now }: { status: Status; now: Date }): Life {
  const moves = random.helpers.arrayElement(lives[status]);
  const gaps = moves.map((move) => random.number.float(pauses[move]));
  const age = random.number.float(ages[status]);
  const before = (days: number) => new Date(Math.round(now.getTime() - days * 86_400_000));
  const left = (index: number) => age + gaps.slice(index).reduce((sum, gap) => sum + gap, 0);
  return { created: before(left(0)), moves: moves.map((move, index) => ({ move, at: before(left(index + 1)) })) };
}

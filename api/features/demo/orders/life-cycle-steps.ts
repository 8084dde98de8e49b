import type { Faker } from '@faker-js/faker';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap, Order, User } from '#schemas/generated/types.ts';
import type { OrderTransitionName } from '#schemas/orders/transitions.ts';
import type { LineProduct, OrderLine } from '../../orders/lines/lines.ts';
import type { FormName } from '../agency/channels.ts';
import { rowId } from '../agency/seeded.ts';
import { type AnswerInput, answerGenerators } from './answers.ts';
import type { Buyer, Market, SalesChannel } from './market.ts';
import { normalData, savedData, sentData } from './order-data.ts';

/** Context of every step in an order's life cycle. */
export interface LifeCycleContext {
  market: Market;
  channel: SalesChannel;
  buyer: Buyer;
  input: AnswerInput;
  /** Answers to be saved, part by part. */
  answers: JsonMap[];
  moderator: User;
}

interface Step extends LifeCycleContext {
  order: Order;
  at: Date;
  /** Number of saves so far, including this one. */
  saves: number;
}

interface Moved {
  state: Order;
  by: User;
  reason?: string;
}

/** Applies each step to an order; returns the new state and who performs it (design 6). */
export const lifeCycleSteps: Record<LifeCycleStep, (step: Step) => Moved> = {
  save: (step) => ({ state: applySave(step), by: step.buyer.user }),
  submit: ({ order, at, buyer, ...standing }) => ({
    state: {
      ...order,
      status: 'PENDING',
      submissionDate: order.submissionDate ?? at.toISOString(),
      formData: sentData({ ...standing, buyer }, order, at),
    },
    by: buyer.user,
  }),
  sendBack: ({ order, moderator, input: { random } }) => ({
    state: { ...order, status: 'DRAFT' },
    by: moderator,
    reason: random.helpers.arrayElement(returnReasons),
  }),
  approve: ({ order, moderator }) => ({ state: { ...order, status: 'COMPLETE' }, by: moderator }),
  change: (step) => ({
    state: {
      ...step.order,
      status: 'PENDING',
      changeDate: step.at.toISOString(),
      changeNotes: step.input.random.helpers.arrayElement(changeNotes),
      formData: savedData(step, {
        order: step.order,
        given: answerGenerators[step.channel.formName].change(step.input, step.order.formData),
        at: step.at,
      }),
    },
    by: step.buyer.user,
  }),
  cancel: ({ order, at, moderator, buyer, input: { random } }) => ({
    state: {
      ...order,
      status: 'CANCELED',
      cancelationReason: random.helpers.arrayElement(reasons),
      cancelationDate: at.toISOString(),
      cancelationNotes: random.helpers.arrayElement(cancelationNotes),
    },
    by: order.status === 'COMPLETE' ? moderator : buyer.user,
  }),
};

/** The first saves each fill in their part; later ones make the requested changes. */
function applySave(step: Step): Order {
  const { order, at, saves, channel, input, buyer, market } = step;
  const given = step.answers[saves - 1] ?? answerGenerators[channel.formName].change(input, order.formData);
  if (saves === 1) return { ...order, formData: normalData(step, { order, given, at }) };
  return {
    ...order,
    formData: savedData(step, { order, given, at }),
    products: saves === 2 ? demoLines(input.random, { buyer, form: channel.formName, market }) : order.products,
  };
}

const reasons = [
  'out_of_business',
  'dissatisfied',
  'failure_to_pay',
  'activation_unsuccessful',
  'contract_expired',
] satisfies Order['cancelationReason'][];

const returnReasons = [
  'Please check the dates with the client.',
  'The budget does not match what we agreed.',
  'Who is the contact at the client?',
];

const changeNotes = [
  'The client wants a little more.',
  'Changed after the call on Monday.',
  'Moved to what the client can spend this quarter.',
];

const cancelationNotes = ['', 'Told us by phone.', 'See the letter in the client’s file.', 'Will come back next year.'];

const groups: Record<FormName, string[]> = {
  radio: ['Radio', 'Digital', 'Production'],
  website: ['Web', 'Production'],
};

/**
 * Generates up to three lines of products that suit the form and that the buyer may order, with their included
 * products.
 */
function demoLines(
  random: Faker,
  { buyer, form, market }: { buyer: Buyer; form: FormName; market: Market },
): OrderLine[] {
  const fitting = buyer.products.filter(({ group }) => group && groups[form].includes(group));
  const chosen = random.helpers.arrayElements(fitting, { min: 0, max: Math.min(3, fitting.length) });
  return chosen.flatMap((product) => {
    const line = lineOf(random, product);
    const included = product.includedProducts.flatMap(({ productId, min }) => {
      const each = market.products.get(productId);
      return each ? Array.from({ length: min }, () => ({ ...lineOf(random, each), linkedTo: line.id })) : [];
    });
    return [line, ...included];
  });
}

function lineOf(random: Faker, product: LineProduct): OrderLine {
  return { id: rowId(random), product: product.id, key: product.key, data: varied(random, product) };
}

interface Field {
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

const fields = new Map<string, [string, Field][]>();

/** Returns a product's defaults with random variations that its schema allows. */
function varied(random: Faker, { id, lineSchema }: LineProduct): JsonMap {
  const own = fields.get(id) ?? Object.entries(fieldsOf(lineSchema));
  fields.set(id, own);
  return Object.fromEntries(
    own.flatMap(([key, field]) => (field.default === undefined ? [] : [[key, variant(random, field)]])),
  );
}

function variant(random: Faker, field: Field): unknown {
  const value = field.default;
  if (field.enum) return random.helpers.arrayElement(field.enum);
  if (typeof value === 'boolean') return random.datatype.boolean();
  if (typeof value !== 'number') return value;
  const { minimum = 0, maximum = value } = field;
  const near = Math.round(value * random.helpers.arrayElement([0.5, 0.8, 1, 1, 1.2, 1.5, 2]));
  return Math.min(maximum, Math.max(minimum, near));
}

/** Merges the fields of a line schema; definitions by a product and its parent both apply. */
function fieldsOf(schema: JsonMap): Record<string, Field> {
  const parts: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [schema];
  const found: Record<string, Field> = {};
  for (const part of parts) {
    const properties = isRecord(part) && isRecord(part.properties) ? part.properties : {};
    for (const [key, field] of Object.entries(properties))
      found[key] = { ...found[key], ...(isRecord(field) ? field : {}) };
  }
  return found;
}

type DemoOrderStatus = Order['status'];

/** Steps in an order's life cycle after its creation (transition table of design 6). */
type LifeCycleStep = 'save' | Extract<OrderTransitionName, 'submit' | 'sendBack' | 'approve' | 'change' | 'cancel'>;

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

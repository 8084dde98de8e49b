import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Faker } from '@faker-js/faker';
import { createPatch } from '#schemas/changes/patch.ts';
import type { Client, Order, OrderVersion, User } from '#schemas/generated/types.ts';
import { queueProperties } from '#schemas/orders/approval-queue.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import { versionedFields } from '../../orders/history/versions.ts';
import { searchableTexts } from '../../orders/list/columns-job.ts';
import { demoId, seededFaker } from '../agency/seeded.ts';
import { type AnswerInput, answerGenerators } from './answers.ts';
import {
  generateLifeCycle,
  type LifeCycleContext,
  lifeCycleSteps,
  type OrderLifeCycle,
  statusCycleLength,
  statusOf,
} from './life-cycle-steps.ts';
import type { Buyer, Market, SalesChannel } from './market.ts';
import { demoAmount, startData } from './order-data.ts';

/** Setting that stores how many demo orders were generated, which is the next order's number. */
export const orderCountKey = 'demo-orders';

interface OrderRange {
  market: Market;
  /** Number of the first order. */
  from: number;
  count: number;
  now: Date;
}

/** Orders generated before yielding to the event loop, so that database responses are processed. */
const chunkSize = 25;

/** Generates `count` orders starting with number `from`. */
export async function makeOrders({ market, from, count, now }: OrderRange): Promise<GeneratedOrder[]> {
  const orders: GeneratedOrder[] = [];
  for (let number = from; number < from + count; number += 1) {
    orders.push(makeOrder(market, number, now));
    if (orders.length % chunkSize === 0) await nextTurn();
  }
  return orders;
}

/** Stores orders and versions in one transaction. `next` is the number of the next order to generate. */
export async function storeOrders(orders: GeneratedOrder[], next: number): Promise<void> {
  await transaction(async () => {
    await storeOf('Order').insertMany(orders.map(({ order }) => order));
    await storeOf('OrderVersion').insertMany(orders.flatMap(({ versions }) => versions));
    await storeOf('Setting').upsert({ key: orderCountKey }, { $set: { value: next } });
  });
}

/** A generated order with its version history (reverse patches). */
interface GeneratedOrder {
  order: Order;
  versions: OrderVersion[];
}

/** Generates the demo order of this number as of `now`. Deterministic. */
export function makeOrder(market: Market, number: number, now: Date): GeneratedOrder {
  const random = seededFaker(1_000 + number);
  const stall = stallOf(market, number);
  const buyer = random.helpers.arrayElement(stall.buyers);
  const status = statusOf(number);
  const life = generateLifeCycle(random, { status, now });
  // A draft that was never submitted may have no client yet.
  const isForNobody = status === 'DRAFT' && !isSent(life) && random.number.int(3) === 0;
  const client = isForNobody ? null : random.helpers.arrayElement(buyer.clients);
  const context = movingOf({ market, stall, buyer, client, random, number, life });
  return replay(firstState(context, { number, created: life.created }), { context, life, number });
}

/** Selects the channel: each gets one round of all statuses in turn. */
function stallOf({ stalls }: Market, number: number): SalesChannel {
  const stall = stalls[Math.floor(number / statusCycleLength) % stalls.length];
  if (!stall) throw new Error('No channel has a form of the demo and somebody who orders on it');
  return stall;
}

function movingOf(from: {
  market: Market;
  stall: SalesChannel;
  buyer: Buyer;
  client: Client | null;
  random: Faker;
  number: number;
  life: OrderLifeCycle;
}): LifeCycleContext {
  const { market, stall: channel, buyer, client, random, number, life } = from;
  const at = life.moves.find(({ move }) => move === 'submit')?.at ?? life.moves.at(-1)?.at ?? life.created;
  const input: AnswerInput = { random, client, at };
  const { fill, flaws } = answerGenerators[channel.formName];
  const [first, second] = fill(input);
  const flaw = !isSent(life) && number % 3 === 0 ? random.helpers.arrayElement(flaws)(input) : {};
  return { market, channel, buyer, input, answers: [first, { ...second, ...flaw }], moderator: moderatorFor(from) };
}

const isSent = ({ moves: all }: OrderLifeCycle) => all.some(({ move }) => move === 'submit');

/** Selects a moderator at or above the order's entity; the buyer if there is none. */
function moderatorFor({
  market,
  buyer,
  client,
  random,
}: {
  market: Market;
  buyer: Buyer;
  client: Client | null;
  random: Faker;
}): User {
  const scope = client && client.treeScope.length > 0 ? client.treeScope : buyer.treeScope;
  const above = scope.flatMap((id) => market.moderators.get(id) ?? []);
  return above.length > 0 ? random.helpers.arrayElement(above) : buyer.user;
}

function firstState(context: LifeCycleContext, { number, created }: { number: number; created: Date }): Order {
  const { channel, buyer, input } = context;
  const at = created.toISOString();
  return {
    ...blankOrder({ channelId: channel.channel.id, form: channel.channel.orderFormId, user: buyer.user.id }),
    id: demoId('order', number),
    revision: 1,
    createdAt: at,
    updatedAt: at,
    refCode: refCodeOf(number),
    client: input.client?.id ?? null,
    // The demo forms start with an amount of zero.
    amount: 0,
    formData: startData(context, created),
    treeScope: input.client && input.client.treeScope.length > 0 ? input.client.treeScope : buyer.treeScope,
  };
}

/** Replays an order's life cycle. Each changing step adds a version with the reverse patch (design 6). */
function replay(
  first: Order,
  { context, life, number }: { context: LifeCycleContext; life: OrderLifeCycle; number: number },
): GeneratedOrder {
  const versions: OrderVersion[] = [];
  let order = first;
  let saves = 0;
  for (const { move, at } of life.moves) {
    if (move === 'save') saves += 1;
    const { state: moved, by, reason } = lifeCycleSteps[move]({ ...context, order, at, saves });
    const isSame = moved.formData === order.formData && moved.products === order.products;
    const state = isSame ? moved : { ...moved, amount: demoAmount(context, moved, at) };
    const patch = createPatch(versionedFields(state), versionedFields(order));
    if (patch.length === 0) continue;
    const timestamp = at.toISOString();
    versions.push({
      id: demoId('version', `${number}/${versions.length}`),
      revision: 1,
      createdAt: timestamp,
      updatedAt: timestamp,
      order: order.id,
      orderRevision: order.revision + 1,
      timestamp,
      patch,
      extra: {
        user: by.id,
        ...(reason ? { reason } : {}),
        ...(state.status === order.status ? {} : { from: order.status, to: state.status, action: move }),
      },
      autosave: false,
    });
    order = {
      ...state,
      ...queueProperties(state, order, { now: timestamp, problems: [] }),
      versionCount: versions.length,
      revision: order.revision + 1,
      updatedAt: timestamp,
      lastEditedBy: by.id,
    };
  }
  return { order: { ...order, ...searchableTexts(context.channel.stored, order.formData) }, versions };
}

/** Crockford's base32, as in newRefCode. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codes = 32n ** 8n;

/**
 * Returns a unique code per number. Multiplying by an odd factor modulo a power of two is a bijection that spreads
 * them.
 */
export function refCodeOf(number: number): string {
  let rest = (BigInt(number + 1) * 0x9e_37_79_b9_7fn) % codes;
  let code = '';
  for (let digit = 0; digit < 8; digit += 1) {
    code = `${alphabet[Number(rest % 32n)]}${code}`;
    rest /= 32n;
  }
  return code;
}

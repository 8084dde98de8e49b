import type { Faker } from '@faker-js/faker';
import { patchOf } from '#schemas/changes/patch.ts';
import type { Client, Order, OrderVersion, User } from '#schemas/generated/types.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';
import { waitingOf } from '#schemas/orders/queue.ts';
import { columnTextsOf } from '../../orders/column-texts.ts';
import { stateOf } from '../../orders/versions.ts';
import { idOf, seeded } from '../agency/seeded.ts';
import { answersOf } from './answers.ts';
import type { Asked } from './asked.ts';
import { type Life, lifeOf, statusOf, statusRound } from './life.ts';
import type { Buyer, Market, Stall } from './market.ts';
import { type Moving, moves } from './moves.ts';
import { amountOf, startData } from './order-data.ts';
import { refCodeOf } from './ref-code.ts';

/** An order with the versions that lead back to how it was started. */
export interface MadeOrder {
  order: Order;
  versions: OrderVersion[];
}

/** The demo's order of this number as it stands at `now`; the same numbers give the same orders. */
export function makeOrder(market: Market, number: number, now: Date): MadeOrder {
  const random = seeded(1_000 + number);
  const stall = stallOf(market, number);
  const buyer = random.helpers.arrayElement(stall.buyers);
  const status = statusOf(number);
  const life = lifeOf(random, { status, now });
  // What was never sent may be for nobody yet.
  const isForNobody = status === 'DRAFT' && !isSent(life) && random.number.int(3) === 0;
  const client = isForNobody ? null : random.helpers.arrayElement(buyer.clients);
  const moving = movingOf({ market, stall, buyer, client, random, number, life });
  return told(firstState(moving, { number, created: life.created }), { moving, life, number });
}

/** Channel after channel, each time with an order of every status. */
function stallOf({ stalls }: Market, number: number): Stall {
  const stall = stalls[Math.floor(number / statusRound) % stalls.length];
  if (!stall) throw new Error('No channel has a form of the demo and somebody who orders on it');
  return stall;
}

function movingOf(from: {
  market: Market;
  stall: Stall;
  buyer: Buyer;
  client: Client | null;
  random: Faker;
  number: number;
  life: Life;
}): Moving {
  const { market, stall, buyer, client, random, number, life } = from;
  const at = life.moves.find(({ move }) => move === 'submit')?.at ?? life.moves.at(-1)?.at ?? life.created;
  const asked: Asked = { random, client, at };
  const { fill, flaws } = answersOf[stall.formName];
  const [first, second] = fill(asked);
  const flaw = !isSent(life) && number % 3 === 0 ? random.helpers.arrayElement(flaws)(asked) : {};
  return { market, stall, buyer, asked, answers: [first, { ...second, ...flaw }], moderator: moderatorFor(from) };
}

const isSent = ({ moves: all }: Life) => all.some(({ move }) => move === 'submit');

/** The next one above the order's place; where there is none the buyer's own agency approves nothing. */
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

function firstState(moving: Moving, { number, created }: { number: number; created: Date }): Order {
  const { stall, buyer, asked } = moving;
  const at = created.toISOString();
  return {
    ...blankOrder({ channelId: stall.channel.id, form: stall.channel.orderFormId, user: buyer.user.id }),
    id: idOf('order', number),
    revision: 1,
    createdAt: at,
    updatedAt: at,
    refCode: refCodeOf(number),
    client: asked.client?.id ?? null,
    // Nothing is to be paid on the demo's forms before something is filled in.
    amount: 0,
    formData: startData(moving, created),
    treeScope: asked.client && asked.client.treeScope.length > 0 ? asked.client.treeScope : buyer.treeScope,
  };
}

/** Goes through an order's life; each step that changes it leaves the patch that leads back (design 6). */
function told(first: Order, { moving, life, number }: { moving: Moving; life: Life; number: number }): MadeOrder {
  const versions: OrderVersion[] = [];
  let order = first;
  let saves = 0;
  for (const { move, at } of life.moves) {
    if (move === 'save') saves += 1;
    const { state: moved, by, reason } = moves[move]({ ...moving, order, at, saves });
    const isSame = moved.formData === order.formData && moved.products === order.products;
    const state = isSame ? moved : { ...moved, amount: amountOf(moving, moved, at) };
    const patch = patchOf(stateOf(state), stateOf(order));
    if (patch.length === 0) continue;
    const timestamp = at.toISOString();
    versions.push({
      id: idOf('version', `${number}/${versions.length}`),
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
      ...waitingOf(state, order, timestamp),
      versionCount: versions.length,
      revision: order.revision + 1,
      updatedAt: timestamp,
      lastEditedBy: by.id,
    };
  }
  return { order: { ...order, ...columnTextsOf(moving.stall.stored, order.formData) }, versions };
}

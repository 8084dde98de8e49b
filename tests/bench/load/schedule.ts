import { setTimeout } from 'node:timers/promises';
import { en, Faker } from '@faker-js/faker';
import { type ActionKind, actionFrequencies, actions } from './actions.ts';
import type { SendRequest } from './http-client.ts';
import type { FinishedAction } from './statistics.ts';
import type { SimulatedUser, World } from './world.ts';

interface Working {
  world: World;
  send: SendRequest;
  seconds: number;
}

let seed = 1;
/** A seeded random number generator, for reproducible runs. */
export const newRandom = () => {
  seed += 1;
  return new Faker({ locale: [en], seed });
};

/**
 * Runs all users for some seconds (open loop). The due time of each action is drawn in advance, on average `think`
 * seconds apart, and does not move when an earlier response is late: latency counts from the due time, which avoids
 * coordinated omission.
 */
export async function runUsers({
  world,
  send,
  seconds,
  think,
}: Working & { think: number }): Promise<FinishedAction[]> {
  const end = performance.now() + seconds * 1_000;
  const done: FinishedAction[] = [];
  await Promise.all(
    world.people.map(async (person) => {
      const random = newRandom();
      let due = performance.now() + random.number.float(think * 1_000);
      while (due < end) {
        await setTimeout(Math.max(0, due - performance.now()));
        done.push(await doOne({ person, world, send, random, due }));
        due += Math.min(-Math.log(1 - random.number.float(0.999)), 5) * think * 1_000;
      }
    }),
  );
  return done;
}

interface Once {
  person: SimulatedUser;
  world: World;
  send: SendRequest;
  random: Faker;
  due: number;
  kind?: ActionKind;
}

async function doOne({ due, kind: requestedKind, ...doing }: Once): Promise<FinishedAction> {
  const kind = requestedKind ?? doing.random.helpers.weightedArrayElement(actionFrequencies.of(doing.person));
  try {
    await actions[kind](doing);
    return { kind, due, end: performance.now() };
  } catch (error) {
    return { kind, due, end: performance.now(), fault: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Warm-up: everybody has a list and a draft, and each kind of action has run several times. */
export async function warmUp({ world, send }: Omit<Working, 'seconds'>): Promise<FinishedAction[]> {
  const random = newRandom();
  const done: FinishedAction[] = [];
  for (const person of world.people) {
    const once = async (kind: ActionKind) => {
      done.push(await doOne({ person, world, send, random, due: performance.now(), kind }));
    };
    await once('list');
    await once('create');
    // Without any draft, type into the orders that are ready to submit.
    if (person.drafts.length === 0) person.drafts.push(...person.ready.splice(0));
  }
  return done;
}

/** Runs each kind of action `times` times, one after the other by different users, on an otherwise idle product. */
export async function runWithoutLoad({
  world,
  send,
  times,
}: Omit<Working, 'seconds'> & { times: number }): Promise<FinishedAction[]> {
  const random = newRandom();
  const done: FinishedAction[] = [];
  for (const kind of kinds)
    for (let turn = 0; turn < times; turn += 1) {
      const people = world.people.filter(({ isModerator }) => isModerator || kind !== 'approve');
      const person = people[(turn * 7) % people.length];
      if (person) done.push(await doOne({ person, world, send, random, due: performance.now(), kind }));
    }
  return done;
}

export const kinds: ActionKind[] = [
  ...(['home', 'list', 'open', 'save', 'create', 'submit', 'approve'] as const),
  ...(['search', 'clients', 'check', 'history', 'rows', 'totals'] as const),
];

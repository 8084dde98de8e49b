import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '#tests/product/until.ts';
import { doubledIn, lostIn, repeatedIn, whatIsThere } from '../found-orders.ts';
import { isAnswer } from '../insistent.ts';
import { beginLoad, isAcknowledged, isTrouble, type Load } from './load.ts';
import { inDatabase, type Place, untilReady } from './place.ts';
import { filesOf } from './uploading.ts';

/** A fault to inject. */
export interface Scenario<P extends Place> {
  name: string;
  /** Description for the report. */
  what: string;
  /** Injects the fault and returns the function that ends it. */
  begin: (place: P) => Promise<() => Promise<unknown> | unknown>;
  /** Seconds between injecting and ending it. */
  lasts: number;
  /** Throws when an expected aftereffect is missing. */
  after?: (place: P) => void;
}

/** The result. Times are in milliseconds. */
export interface Measured {
  name: string;
  what: string;
  acknowledged: number;
  lost: string[];
  doubled: string[];
  /** Failed and slow attempts of clients, by kind. */
  errors: Map<string, number>;
  /** Longest time between two acknowledged writes of any client. */
  gap: number;
  /** Recovery time, from the injection to the end of the last trouble; 0 without any. */
  recovery: number;
  /** From the end of the fault to the last mail. */
  mail: number;
  /** Number of mails sent again with the same Message-ID. */
  repeated: number;
  /** Why it has not recovered, or what else went wrong. */
  problem: string | undefined;
}

/**
 * Injects a fault under load, waits until the installation recovers by itself, and checks everything that was
 * acknowledged.
 */
export async function measure<P extends Place>(place: P, scenario: Scenario<P>): Promise<Measured> {
  const { name, what } = scenario;
  const load = await beginLoad(place, name);
  const measured: Measured = {
    ...{ name, what, acknowledged: 0, lost: [], doubled: [], errors: new Map(), gap: 0 },
    ...{ recovery: 0, mail: 0, repeated: 0, problem: undefined },
  };
  try {
    await load.untilMore(20);
    const began = performance.now();
    const end = await scenario.begin(place);
    await pause(scenario.lasts * 1_000).finally(end);
    const ended = performance.now();
    await load.untilQuiet();
    await untilReady(place.urls);
    // Ignore requests from before the fault.
    Object.assign(
      measured,
      timesOf(
        load.heard.filter(({ at }) => at >= began),
        began,
      ),
    );
    Object.assign(measured, await whatCameOf(place, load, ended));
    scenario.after?.(place);
  } catch (error) {
    measured.problem = error instanceof Error ? error.message : String(error);
    await load.end().catch(() => undefined);
  }
  for (const file of await readdir(join(place.mailbox, 'mail'))) await rm(join(place.mailbox, 'mail', file));
  return measured;
}

function timesOf(attempts: Load['heard'], began: number): Pick<Measured, 'errors' | 'gap' | 'recovery'> {
  const errors = new Map<string, number>();
  for (const attempt of attempts) {
    const kind = String(attempt.status);
    if (!isAnswer(attempt)) errors.set(kind, (errors.get(kind) ?? 0) + 1);
  }
  const times = [began, ...attempts.filter(isAcknowledged).map(({ at }) => at)];
  const gap = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  return { errors, gap, recovery: Math.max(0, (attempts.findLast(isTrouble)?.at ?? began) - began) };
}

type Counted = Pick<Measured, 'acknowledged' | 'lost' | 'doubled' | 'mail' | 'repeated'>;

async function whatCameOf(place: Place, load: Load, ended: number): Promise<Counted> {
  const { agencies, uploader, sent } = await load.end();
  await until({ what: 'all mail to be sent', seconds: 240 }, async () => {
    await pause(100);
    const waiting = await inDatabase(place, (database) =>
      database.collection('outbox_messages').countDocuments({ status: 'waiting' }),
    );
    return waiting === 0 || undefined;
  });
  const mail = performance.now() - ended;
  return await inDatabase(place, async (database) => {
    const counted: Counted = {
      acknowledged: load.heard.filter(isAcknowledged).length,
      lost: [],
      doubled: [],
      mail,
      repeated: 0,
    };
    for (const { agency, done } of agencies) {
      const storedState = await whatIsThere(database, { channel: agency.channel, dataDirs: [place.mailbox] });
      counted.lost.push(...lostIn(storedState, done));
      counted.doubled.push(...doubledIn(storedState, done));
      counted.repeated = repeatedIn(storedState);
    }
    const files = await filesOf({ person: uploader, sent, url: place.urls[0] ?? '', database });
    counted.lost.push(...files.lost);
    counted.doubled.push(...files.doubled);
    return counted;
  });
}

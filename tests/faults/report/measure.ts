import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '#tests/product/until.ts';
import { isFinalResponse } from '../retrying-client.ts';
import { duplicatedWrites, lostWrites, readStoredState, repeatedMails } from '../stored-orders.ts';
import { type Installation, waitUntilReady, withDatabase } from './installation.ts';
import { isAcknowledged, isTrouble, type RunningLoad, startLoad } from './load.ts';
import { lostAndOrphanedFiles } from './uploading-client.ts';

/** A fault to inject. */
export interface FaultScenario<P extends Installation> {
  name: string;
  /** Description for the report. */
  description: string;
  /** Injects the fault and returns the function that ends it. */
  begin: (place: P) => Promise<() => Promise<unknown> | unknown>;
  /** Seconds between injecting and ending it. */
  lasts: number;
  /** Throws when an expected aftereffect is missing. */
  after?: (place: P) => void;
}

/** The result. Times are in milliseconds. */
export interface FaultResult {
  name: string;
  description: string;
  acknowledged: number;
  lost: string[];
  duplicated: string[];
  /** Failed and slow attempts of clients, by kind. */
  errors: Map<string, number>;
  /** Longest time between two acknowledged writes of any client. */
  longestGap: number;
  /** Recovery time, from the injection to the end of the last trouble; 0 without any. */
  recovery: number;
  /** From the end of the fault to the last mail. */
  mail: number;
  /** Number of mails sent again with the same Message-ID. */
  repeatedMails: number;
  /** Why it has not recovered, or what else went wrong. */
  problem: string | undefined;
}

/**
 * Injects a fault under load, waits until the installation recovers by itself, and checks everything that was
 * acknowledged.
 */
export async function measureFault<P extends Installation>(place: P, scenario: FaultScenario<P>): Promise<FaultResult> {
  const { name, description } = scenario;
  const load = await startLoad(place, name);
  const measured: FaultResult = {
    ...{ name, description, acknowledged: 0, lost: [], duplicated: [], errors: new Map(), longestGap: 0 },
    ...{ recovery: 0, mail: 0, repeatedMails: 0, problem: undefined },
  };
  try {
    await load.untilMore(20);
    const began = performance.now();
    const end = await scenario.begin(place);
    await pause(scenario.lasts * 1_000).finally(end);
    const ended = performance.now();
    await load.untilQuiet();
    await waitUntilReady(place.urls);
    // Ignore requests from before the fault.
    Object.assign(
      measured,
      timesOf(
        load.attempts.filter(({ at }) => at >= began),
        began,
      ),
    );
    Object.assign(measured, await countOutcome(place, load, ended));
    scenario.after?.(place);
  } catch (error) {
    measured.problem = error instanceof Error ? error.message : String(error);
    await load.end().catch(() => undefined);
  }
  for (const file of await readdir(join(place.mailbox, 'mail'))) await rm(join(place.mailbox, 'mail', file));
  return measured;
}

function timesOf(
  attempts: RunningLoad['attempts'],
  began: number,
): Pick<FaultResult, 'errors' | 'longestGap' | 'recovery'> {
  const errors = new Map<string, number>();
  for (const attempt of attempts) {
    const kind = String(attempt.status);
    if (!isFinalResponse(attempt)) errors.set(kind, (errors.get(kind) ?? 0) + 1);
  }
  const times = [began, ...attempts.filter(isAcknowledged).map(({ at }) => at)];
  const longestGap = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  return { errors, longestGap, recovery: Math.max(0, (attempts.findLast(isTrouble)?.at ?? began) - began) };
}

type Counted = Pick<FaultResult, 'acknowledged' | 'lost' | 'duplicated' | 'mail' | 'repeatedMails'>;

async function countOutcome(place: Installation, load: RunningLoad, ended: number): Promise<Counted> {
  const { agencies, uploader, sent } = await load.end();
  await pollUntil({ label: 'all mail to be sent', seconds: 240 }, async () => {
    await pause(100);
    const waiting = await withDatabase(place, (database) =>
      database.collection('outbox_messages').countDocuments({ status: 'waiting' }),
    );
    return waiting === 0 || undefined;
  });
  const mail = performance.now() - ended;
  return await withDatabase(place, async (database) => {
    const counted: Counted = {
      acknowledged: load.attempts.filter(isAcknowledged).length,
      lost: [],
      duplicated: [],
      mail,
      repeatedMails: 0,
    };
    for (const { agency, done } of agencies) {
      const storedState = await readStoredState(database, { channel: agency.channel, dataDirs: [place.mailbox] });
      counted.lost.push(...lostWrites(storedState, done));
      counted.duplicated.push(...duplicatedWrites(storedState, done));
      counted.repeatedMails = repeatedMails(storedState);
    }
    const files = await lostAndOrphanedFiles({ person: uploader, sent, url: place.urls[0] ?? '', database });
    counted.lost.push(...files.lost);
    counted.duplicated.push(...files.doubled);
    return counted;
  });
}

import type { Agency } from '#tests/api/factories.ts';
import { aUser } from '#tests/api/factories.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { pollUntil } from '#tests/product/until.ts';
import {
  type AcknowledgedOrder,
  isFinalResponse,
  type ProcessPool,
  type RequestAttempt,
  runRetryingClient,
} from '../retrying-client.ts';
import { aSellingAgency } from '../selling-agency.ts';
import type { Installation } from './installation.ts';
import { type AcknowledgedUpload, runUploadingClient } from './uploading-client.ts';

/** The load: clients at work. */
export interface RunningLoad {
  /** All attempts so far, with the time when each ended. */
  attempts: (RequestAttempt & { at: number })[];
  /** Resolves after that many more acknowledged writes. */
  untilMore(count: number): Promise<void>;
  /** Resolves after some seconds without trouble. Throws on timeout. */
  untilQuiet(): Promise<void>;
  /** Lets all clients finish what they have started. Throws the error of a client: an unexpected response. */
  end(): Promise<AcknowledgedWork>;
}

/** The responses that clients received. */
interface AcknowledgedWork {
  agencies: { agency: Agency; done: AcknowledgedOrder[] }[];
  uploader: SignedInUser;
  sent: AcknowledgedUpload[];
}

/**
 * Milliseconds: a slower response counts as trouble; this long without trouble counts as calm; pause of a client
 * between two orders.
 */
const slow = 2_000;
const quiet = 5_000;
const rest = 1_000;

export const isAcknowledged = (attempt: RequestAttempt): boolean => attempt.isWrite && isFinalResponse(attempt);
export const isTrouble = (attempt: RequestAttempt): boolean => !isFinalResponse(attempt) || attempt.milliseconds > slow;

/** Two people in each of two new agencies create, save and submit orders, and another one uploads files. */
export async function startLoad({ people, urls }: Installation, name: string): Promise<RunningLoad> {
  const agencies = [await aSellingAgency(people), await aSellingAgency(people)];
  const uploader = await people.signedInAs(await aUser(people));
  const attempts: RunningLoad['attempts'] = [];
  const state = { isOver: false };
  const at: ProcessPool = { urls, onAttempt: (attempt) => void attempts.push({ ...attempt, at: performance.now() }) };
  const common = { at, isOver: () => state.isOver };
  const working = agencies.map(async (agency, index) => {
    const each = [`${name}-${index}-a`, `${name}-${index}-b`];
    const done = await Promise.all(each.map((key) => runRetryingClient({ ...common, agency, name: key, rest })));
    return { agency, done: done.flat() };
  });
  const uploading = runUploadingClient({ ...common, person: uploader, name });
  const all = Promise.all([Promise.all(working), uploading]);
  // Prevent an unhandled rejection: a failed client stops, and awaiting the end throws its error.
  all.catch(() => undefined);
  const acknowledged = () => attempts.filter(isAcknowledged).length;
  return {
    attempts: attempts,
    untilMore: async (count) => {
      const target = acknowledged() + count;
      await pollUntil({ label: `${count} more writes`, seconds: 90 }, () => acknowledged() >= target || undefined);
    },
    untilQuiet: async () => {
      const began = performance.now();
      await pollUntil({ label: `${quiet / 1000} s without trouble`, seconds: 120 }, () => {
        const last = Math.max(began, attempts.findLast(isTrouble)?.at ?? 0);
        // No attempts at all is not calm: a client is still waiting for its response.
        const isServed = attempts.filter((attempt) => attempt.at > last && isAcknowledged(attempt)).length >= 20;
        return (isServed && performance.now() - last > quiet) || undefined;
      });
    },
    end: async () => {
      state.isOver = true;
      const [worked, sent] = await all;
      return { agencies: worked, uploader, sent };
    },
  };
}

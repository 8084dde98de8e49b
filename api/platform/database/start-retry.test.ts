import { mongo } from 'mongoose';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable } from '../errors/database-unavailable.ts';
import { StartFailure } from '../process/start-failure.ts';
import { retryStep } from './start-retry.ts';

const quiet = { report: () => undefined, signal: new AbortController().signal };

test('an error of a bulk write counts as unavailability if its command could not be sent', async () => {
  const client = new mongo.MongoClient('mongodb://127.0.0.1:1/portal', { serverSelectionTimeoutMS: 50 });
  onTestFinished(() => client.close());
  const write = client
    .db()
    .collection('orders')
    .bulkWrite([{ insertOne: { document: {} } }]);
  const error = await write.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof Error && isDatabaseUnavailable(error)).toBe(true);
});

test('a failed validation does not count as unavailability', () => {
  expect(isDatabaseUnavailable(new mongo.MongoServerError({ code: 121, message: 'Document failed validation' }))).toBe(
    false,
  );
});

test('a step of a start is repeated when the database did not respond, also when that is the cause of its error', async () => {
  let attempts = 0;
  const reports: string[] = [];
  const value = await retryStep({ ...quiet, report: (line) => reports.push(line) }, async () => {
    attempts += 1;
    if (attempts === 1)
      throw new StartFailure('The migration failed', { cause: new mongo.MongoNetworkError('closed') });
    return 'done';
  });
  expect({ value, attempts, reports }).toEqual({
    value: 'done',
    attempts: 2,
    reports: ['The database stopped responding during the start: closed. Retrying for 60 s'],
  });
});

test('a step that fails for another reason is not repeated', async () => {
  let attempts = 0;
  const step = retryStep(quiet, async () => {
    attempts += 1;
    throw new StartFailure('SECRET_KEY differs');
  });
  await expect(step).rejects.toThrow('SECRET_KEY differs');
  expect(attempts).toBe(1);
});

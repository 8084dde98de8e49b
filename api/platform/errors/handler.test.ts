import Fastify from 'fastify';
import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { errorHandler } from './handler.ts';

/** A server error as the MongoDB driver throws it. */
const serverError = ({
  code,
  labels = [],
  words = 'words of the server',
}: {
  code: number;
  labels?: string[];
  words?: string;
}) => new mongo.MongoServerError({ ok: 0, code, errmsg: words, errorLabels: labels });

async function answerTo(error: Error) {
  const app = Fastify();
  await app.register(errorHandler);
  app.get('/', () => {
    throw error;
  });
  return await app.inject('/');
}

test.each([
  ['is no longer primary', serverError({ code: 10107 })],
  ['steps down', serverError({ code: 189 })],
  ['needs more time than a command may take', serverError({ code: 50 })],
  ['changes its replica set state', serverError({ code: 11602 })],
  ['is a member that rejects writes', serverError({ code: 13435 })],
  ['is recovering', serverError({ code: 13436 })],
  ['is shutting down', serverError({ code: 91 })],
  ['was interrupted by a shutdown', serverError({ code: 11600 })],
  ['lost the transaction of its predecessor', serverError({ code: 251, labels: ['TransientTransactionError'] })],
  ['has no space for an index', serverError({ code: 14031 })],
  ['has no space on its disk', serverError({ code: 8, words: 'table:index-345 28: No space left on device' })],
  ['cannot confirm a commit', serverError({ code: 50, labels: ['UnknownTransactionCommitResult'] })],
])('responds with a retryable 503 if the database server %s', async (_what, error) => {
  const answer = await answerTo(error);
  expect(answer.json()).toMatchObject({
    code: 'DATABASE_ERROR',
    reason: 'The database is not responding; try again',
  });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('responds with a non-retryable 500 without the server message if the server cannot run a command', async () => {
  const answer = await answerTo(serverError({ code: 2 }));
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    500,
    'APPLICATION_ERROR',
    undefined,
  ]);
  expect(answer.body).not.toContain('words of the server');
});

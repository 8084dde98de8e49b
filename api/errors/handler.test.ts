import Fastify from 'fastify';
import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { errorHandler } from './handler.ts';

/** What the database's own server says, as the driver throws it. */
const said = ({
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
  ['is no primary any more', said({ code: 10107 })],
  ['steps down meanwhile', said({ code: 189 })],
  ['becomes another than it was', said({ code: 11602 })],
  ['is a member that does not take writes', said({ code: 13435 })],
  ['is recovering', said({ code: 13436 })],
  ['ends', said({ code: 91 })],
  ['was told to end', said({ code: 11600 })],
  ['does not know the transaction of the one before it', said({ code: 251, labels: ['TransientTransactionError'] })],
  ['has no room for an index', said({ code: 14031 })],
  ['has no room on its disk', said({ code: 8, words: 'table:index-345 28: No space left on device' })],
  ['cannot say whether it has stored it', said({ code: 50, labels: ['UnknownTransactionCommitResult'] })],
])('a database server that %s is away: who asked is told to try again', async (_what, error) => {
  const answer = await answerTo(error);
  expect(answer.json()).toMatchObject({
    code: 'DATABASE_ERROR',
    reason: 'The database does not answer; try again',
  });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('a command that the server cannot do is our own fault, and trying again does not mend it', async () => {
  const answer = await answerTo(said({ code: 2 }));
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    500,
    'APPLICATION_ERROR',
    undefined,
  ]);
  expect(answer.body).not.toContain('words of the server');
});

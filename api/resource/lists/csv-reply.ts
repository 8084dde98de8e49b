import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../../clock/clock.ts';

export const csvType = 'text/csv; charset=utf-8';

/** Milliseconds; a long list over a slow line takes longer than any other answer may. */
export const csvTimeout = 3_600_000;

/**
 * Streams CSV as a file named after the list and the day. The first piece is made before anything is sent, so that a
 * refusal is answered as one; what fails later breaks the connection off, since half a file must not look whole. When the
 * client goes away the pieces end, and with them the database's cursor.
 */
export async function sendCsv(
  reply: FastifyReply,
  list: string,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await pieces.next();
  const whole = async function* () {
    try {
      if (!first.done) yield first.value;
      yield* pieces;
    } finally {
      // Also when nothing of it was ever asked for.
      await pieces.return(undefined);
    }
  };
  return reply
    .header('Content-Type', csvType)
    .header('Content-Disposition', contentDisposition(`${list}-${now().toISOString().slice(0, 10)}.csv`))
    .send(Readable.from(whole(), { objectMode: false, highWaterMark: 65_536 }));
}

/** Whether the request would rather have CSV than JSON: only who names it gets it. */
export function prefersCsv({ headers }: FastifyRequest): boolean {
  const accepted = (headers.accept ?? '').split(',').map((each) => each.trim().toLowerCase());
  return qualityOf('text/csv', accepted) > qualityOf('application/json', accepted);
}

function qualityOf(type: string, accepted: string[]): number {
  const found = accepted.find((each) => each.split(';')[0]?.trim() === type);
  return found === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1);
}

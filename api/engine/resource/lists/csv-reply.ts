import { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { now } from '../../../platform/clock/clock.ts';

const csvType = 'text/csv; charset=utf-8';

/** Timeout in milliseconds: a long list over a slow connection takes longer than other responses may. */
export const csvTimeout = 3_600_000;

/**
 * Streams CSV as an attachment named after the list and the day. The first chunk is computed before the headers are
 * sent, so that an error can still be returned as one. A later error closes the connection, so that a partial file does
 * not look complete. When the client disconnects, the generator and its database cursor are closed.
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
      // Also close the generator when nothing was read from it.
      await pieces.return(undefined);
    }
  };
  return reply
    .header('Content-Type', csvType)
    .header('Content-Disposition', contentDisposition(`${list}-${now().toISOString().slice(0, 10)}.csv`))
    .send(Readable.from(whole(), { objectMode: false, highWaterMark: 65_536 }));
}

/** Content negotiation: whether the Accept header prefers CSV to JSON. CSV must be named explicitly. */
export function prefersCsv({ headers }: FastifyRequest): boolean {
  const accepted = (headers.accept ?? '').split(',').map((each) => each.trim().toLowerCase());
  return qualityOf('text/csv', accepted) > qualityOf('application/json', accepted);
}

function qualityOf(type: string, accepted: string[]): number {
  const found = accepted.find((each) => each.split(';')[0]?.trim() === type);
  return found === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? 1);
}

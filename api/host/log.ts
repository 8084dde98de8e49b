import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { destination } from 'pino';
import type { Config } from './config/config.ts';
import { originOfLine } from './origin.ts';

/** Lines go out together, a quarter of a second late at most: a write for each took a tenth of a short request. */
const together = { minLength: 4_096, periodicFlush: 250, sync: true };

let lines: ReturnType<typeof destination> | undefined;

/** Where every line of this process goes; what still waits is written when the process ends, unless that is killed. */
export function logLines(): ReturnType<typeof destination> {
  if (lines) return lines;
  const opened = destination(together);
  process.on('exit', () => opened.flushSync());
  lines = opened;
  return opened;
}

/** What is logged of a request: its route and not its address, which holds what people look for. */
const told = ({ method, routeOptions, viewer }: FastifyRequest) => ({
  method,
  route: routeOptions.url ?? 'none',
  ...(viewer ? { user: viewer.user.id } : {}),
});

/** What is blanked in every line of every process. */
export const redact = {
  paths: [
    'req.headers.cookie',
    'req.headers.authorization',
    'res.headers["set-cookie"]',
    '*.token',
    '*.challenge',
    '*.secretKey',
  ],
  censor: '[redacted]',
};

/** JSON lines; nothing that signs anybody in is ever in them, nor what was searched or whom mail goes to. */
export function loggerOptions({ logLevel }: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    serializers: { req: told },
    redact,
    mixin: originOfLine,
    stream: logLines(),
  };
}

/** One line for each request, when it is over: by then it is known whose it was. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Told with the answer.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    { log, statusCode: status, elapsedTime }: FastifyReply,
  ): void {
    const line = { ...told(request), status, milliseconds: Math.round(elapsedTime) };
    if (error) log.error({ ...line, err: error }, 'request broken off');
    else log.info(line, 'request');
  }
}

/** A text without the e-mail addresses in it. */
export const withoutAddresses = (text: string): string => text.replace(/[^\s<>"']+@[^\s<>"',;]+/g, '[address]');

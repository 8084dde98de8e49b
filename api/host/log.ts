import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from './config/config.ts';

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

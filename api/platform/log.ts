import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { destination } from 'pino';
import type { Config } from './config/config.ts';
import { traceLogMixin } from './trace-context.ts';

/** Buffered log output, flushed after at most 250 ms: one write per line took a tenth of a short request. */
const buffering = { minLength: 4_096, periodicFlush: 250, sync: true };

let stream: ReturnType<typeof destination> | undefined;

/** Returns the log destination of this process. Buffered lines are flushed on exit, except after SIGKILL. */
export function logStream(): ReturnType<typeof destination> {
  if (stream) return stream;
  const created = destination(buffering);
  process.on('exit', () => created.flushSync());
  stream = created;
  return created;
}

/** Request properties in the log: the route instead of the URL, which may contain search terms. */
const serializeRequest = ({ method, routeOptions, viewer }: FastifyRequest) => ({
  method,
  route: routeOptions.url ?? 'none',
  ...(viewer ? { user: viewer.user.id } : {}),
});

/** Fields redacted in every log line. */
export const redact = {
  paths: [
    'req.headers.cookie',
    'req.headers.authorization',
    'res.headers["set-cookie"]',
    '*.token',
    '*.challenge',
    '*.secretKey',
    '*.secretKeys',
  ],
  censor: '[redacted]',
};

/** Logger options: JSON lines without credentials, search terms or mail recipients. */
export function loggerOptions({ logLevel }: Pick<Config, 'logLevel'>): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    serializers: { req: serializeRequest },
    redact,
    mixin: traceLogMixin,
    stream: logStream(),
  };
}

/** Logs one line per request, on completion, when the user is known. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Logged on completion.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    { log, statusCode: status, elapsedTime }: FastifyReply,
  ): void {
    const line = { ...serializeRequest(request), status, milliseconds: Math.round(elapsedTime) };
    if (error) log.error({ ...line, err: error }, 'request aborted');
    else log.info(line, 'request');
  }
}

/** Replaces e-mail addresses in a text. */
export const withoutAddresses = (text: string): string => text.replace(/[^\s<>"']+@[^\s<>"',;]+/g, '[address]');

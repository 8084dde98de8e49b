import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { now } from '../clock/clock.ts';
import {
  ApiError,
  catalogue,
  databaseUnavailable,
  type ErrorCode,
  invalidRequest,
  type Problem,
  type RequestContext,
} from './catalogue.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { schemaViolation } from './schema-messages.ts';

declare module 'fastify' {
  interface FastifyInstance {
    lastFailed: FailedRequestLog;
  }
}

/**
 * Fastify error handler: converts any thrown error into the body of spec 8. Unknown errors are logged and answered
 * without internal details.
 */
export const errorHandler = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorate('lastFailed', new FailedRequestLog());
  app.setErrorHandler((error: FastifyError | ApiError | Error, request, reply) => {
    const answer = toApiError(error, request);
    if (answer.status >= 500) {
      request.log.error({ err: error }, 'request failed');
      app.lastFailed.note(request, answer);
    }
    return sendError(answer, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new ApiError('RESOURCE_NOT_FOUND', { reason: `No route for ${request.method} ${request.url.split('?')[0]}` }),
      request,
      reply,
    ),
  );
});

/** Responds to a URL that cannot be decoded. */
export const rejectUrl = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(invalidRequest('params', [{ path: '', message: 'The URL is malformed' }]), request, reply);

/** Sends an error response. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { label } = catalogue[error.code];
  if (error.retryAfter !== undefined) reply.header('Retry-After', error.retryAfter);
  return reply
    .code(error.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((body) => JSON.stringify(body))
    .send({
      error: label,
      reqId: request.id,
      code: error.code,
      reason: error.reason,
      // For clients that show `message` and do not know `reason`.
      message: error.reason ?? label,
      details: error.details,
      errors: errorsByPath(error.details),
    });
}

/** Repeats validation messages by dotted path, the format that react-admin shows on its inputs (design 3). */
function errorsByPath(details: Record<string, unknown> | undefined): Record<string, string> | undefined {
  const problems = details?.fields ?? details?.errors;
  if (!Array.isArray(problems)) return undefined;
  return Object.fromEntries(
    problems.map(({ path, message }: Problem) => [path.slice(1).replaceAll('/', '.'), message]),
  );
}

const contexts: Record<string, RequestContext> = {
  body: 'body',
  params: 'params',
  querystring: 'querystring',
  headers: 'headers',
};

function toApiError(error: FastifyError | ApiError | Error, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if ('validation' in error && error.validation) {
    const context = contexts[error.validationContext ?? 'body'] ?? 'body';
    const data = request[context === 'querystring' ? 'query' : context];
    return schemaViolation(context, error.validation, data);
  }
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error);
  if ('statusCode' in error && error.statusCode === 429) return new ApiError('RATE_LIMITED', { reason: error.message });
  // @fastify/static reports a path traversal as 403; respond as if the file did not exist.
  if ('statusCode' in error && error.statusCode === 403)
    return new ApiError('RESOURCE_NOT_FOUND', { reason: 'File not found' });
  if ('statusCode' in error && error.statusCode === 503)
    return new ApiError('APPLICATION_ERROR', { reason: busyReason(error), retryAfter: 10, status: 503 });
  if ('statusCode' in error && 'code' in error && error.statusCode && error.statusCode < 500) {
    return invalidRequest('body', [{ path: '', message: bodyMessages[error.code ?? ''] ?? error.message }]);
  }
  return new ApiError('APPLICATION_ERROR', { reason: 'An unexpected application error occurred', cause: error });
}

/** Overload, or a request timeout, mostly due to a body that arrives too slowly. */
const busyReason = (error: Error) =>
  'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT'
    ? 'The request timed out; try again'
    : 'The server is busy; try again';

/** Messages for Fastify's body parser errors. */
const bodyMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body must not exceed 1 MiB',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON, or has a forbidden key such as __proto__',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but its content type is JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON',
};

/**
 * A request that failed with a server error. The cause is in the log under the same id, because messages may contain
 * user data.
 */
export interface FailedRequest {
  at: string;
  reqId: string;
  method: string;
  route: string;
  status: number;
  code: ErrorCode;
}

const maxEntries = 20;

/** In-memory ring buffer of the newest twenty failed requests. */
export class FailedRequestLog {
  readonly #entries: FailedRequest[] = [];

  note(
    { id: reqId, method, routeOptions }: FastifyRequest,
    { status, code }: Pick<FailedRequest, 'status' | 'code'>,
  ): void {
    this.#entries.unshift({ at: now().toISOString(), reqId, method, route: routeOptions.url ?? 'none', status, code });
    this.#entries.length = Math.min(this.#entries.length, maxEntries);
  }

  /** Returns the newest first. */
  all(): FailedRequest[] {
    return [...this.#entries];
  }
}

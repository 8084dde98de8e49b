import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiError } from '../errors/catalogue.ts';
import { sendError } from '../errors/handler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request counts as in progress. An answered one never does again, even if its body ends later. */
    phase: 'outside' | 'inside' | 'answered';
  }
}

/**
 * Concurrency limit. On two cores shared with the database, that many requests take one to three seconds; more would
 * make everyone wait longer.
 */
const maxInProgress = 300;

/** Seconds for Retry-After. */
const retryAfter = 10;
/** Milliseconds between two log lines about it. */
const logInterval = 10_000;

/**
 * Load shedding: rejects requests immediately while too many are in progress (design 3), so that accepted ones are
 * served in time. Requests waiting for their body or for the client to read are not counted, so that idle clients
 * cannot block others.
 */
export const loadShedding = fastifyPlugin(
  async (app: FastifyInstance) => {
    let inProgress = 0;
    const rejected = { count: 0, loggedAt: Number.NEGATIVE_INFINITY };
    app.decorateRequest('phase', 'outside');
    const enter = (request: FastifyRequest) => {
      if (request.phase !== 'outside') return;
      inProgress += 1;
      request.phase = 'inside';
    };
    const leave = (request: FastifyRequest, to: 'outside' | 'answered') => {
      if (request.phase === 'inside') inProgress -= 1;
      request.phase = to;
    };
    app.addHook('onRequest', (request, reply, done) => {
      if (inProgress < maxInProgress) {
        enter(request);
        return done();
      }
      rejected.count += 1;
      const now = performance.now();
      if (now - rejected.loggedAt >= logInterval) {
        app.log.warn({ refused: rejected.count }, `more than ${maxInProgress} concurrent requests: rejecting new ones`);
        Object.assign(rejected, { count: 0, loggedAt: now });
      }
      // Bypasses the error handler, which records where errors were thrown, to keep rejections cheap.
      sendError(
        new ApiError('APPLICATION_ERROR', { reason: 'The server is busy; try again', retryAfter, status: 503 }),
        request,
        reply,
      );
    });
    app.addHook('preParsing', (request, _reply, payload, done) => {
      leave(request, 'outside');
      done(null, payload);
    });
    app.addHook('preValidation', (request, _reply, done) => {
      // The body of an upload is read by its handler.
      if (request.routeOptions.config.documentation?.bodyType !== 'multipart/form-data') enter(request);
      done();
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      leave(request, 'answered');
      done(null, payload);
    });
  },
  { name: 'load-shedding' },
);

/** How long a client may continue sending after the response, so that it can read it. Milliseconds. */
const grace = 2_000;

/** Closes the connection of a client that continues to send a body after the response, such as after a timeout. */
export const closeSlowSenders = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.addHook('onResponse', ({ raw }, _reply, done) => {
      done();
      if (raw.complete !== false) return;
      const timeout = setTimeout(() => raw.socket.destroy(), grace);
      raw.once('end', () => clearTimeout(timeout)).once('close', () => clearTimeout(timeout));
    });
  },
  { name: 'slow-senders' },
);

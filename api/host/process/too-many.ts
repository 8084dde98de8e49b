import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiError } from '../../errors/catalogue.ts';
import { send } from '../../errors/handler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is among those that are worked on just now; one that is answered never is again, also where its body ends only then. */
    place: 'outside' | 'inside' | 'answered';
  }
}

/**
 * So many are worked on at once. On two cores, beside their database, that is the work of one to three seconds: who came later would
 * wait longer than that, and so would everybody after them.
 */
const most = 300;

/** Seconds until somebody who was refused comes again. */
const retryAfter = 10;
/** Milliseconds between two lines of the log about it. */
const toldEvery = 10_000;

/**
 * Refuses at once who comes while too many are worked on (design 3), so that those who are let in are served in time, whatever comes. What
 * waits for its sender, such as a body that comes slowly, or for its reader is not counted: nobody could shut others out by doing nothing.
 */
export const tooMany = fastifyPlugin(
  async (app: FastifyInstance) => {
    let workedOn = 0;
    const refused = { count: 0, toldAt: Number.NEGATIVE_INFINITY };
    app.decorateRequest('place', 'outside');
    const enter = (request: FastifyRequest) => {
      if (request.place !== 'outside') return;
      workedOn += 1;
      request.place = 'inside';
    };
    const leave = (request: FastifyRequest, to: 'outside' | 'answered') => {
      if (request.place === 'inside') workedOn -= 1;
      request.place = to;
    };
    app.addHook('onRequest', (request, reply, done) => {
      if (workedOn < most) {
        enter(request);
        return done();
      }
      refused.count += 1;
      const now = performance.now();
      if (now - refused.toldAt >= toldEvery) {
        app.log.warn({ refused: refused.count }, `More than ${most} requests at once: what comes is refused`);
        Object.assign(refused, { count: 0, toldAt: now });
      }
      // Past the handler of errors, which notes where each was thrown: a refusal is to cost next to nothing.
      send(
        new ApiError('APPLICATION_ERROR', { reason: 'Too busy; try again', retryAfter, status: 503 }),
        request,
        reply,
      );
    });
    app.addHook('preParsing', (request, _reply, payload, done) => {
      leave(request, 'outside');
      done(null, payload);
    });
    app.addHook('preValidation', (request, _reply, done) => {
      // The bytes of a file are read by who stores them.
      if (request.routeOptions.config.documentation?.bodyType !== 'multipart/form-data') enter(request);
      done();
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      leave(request, 'answered');
      done(null, payload);
    });
  },
  { name: 'too-many' },
);

import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

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

import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** How long a request that has its answer may still be sent: enough to hear of it. Milliseconds. */
const grace = 2_000;

/** Closes the connection of who goes on sending a body that was answered already, as one that came too slowly is. */
export const slowSenders = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.addHook('onResponse', ({ raw }, _reply, done) => {
      done();
      if (raw.complete !== false) return;
      const late = setTimeout(() => raw.socket.destroy(), grace);
      raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    });
  },
  { name: 'slow-senders' },
);

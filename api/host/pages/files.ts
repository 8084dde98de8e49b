import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

interface Files {
  /** Holds `portal/index.html` and `admin/index.html` with their `assets`. */
  folder: string;
}

/**
 * The files of both UIs. Their names hold a hash of what is in them, so a browser may keep them for good; no session is looked
 * up for them. Who takes brotli or gzip gets what the build packed (`build/compress.ts`); answers of the API are packed by a
 * proxy, if at all.
 */
export const files = fastifyPlugin(async (app: FastifyInstance, { folder }: Files) => {
  // A part of a script is of no use to anybody: who asks for one gets the whole.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, acceptRanges: false });
  // Each from a root of its own, which no `..` leaves, however it is written: the server's own code lies beside.
  const send = (ui: string) => (request: { params: { '*': string } }, reply: FastifyReply) =>
    reply.sendFile(request.params['*'], join(folder, ui, 'assets'), { maxAge: '365d', immutable: true });
  const options = { logLevel: 'warn' } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', options, send('portal'));
  app.get<{ Params: { '*': string } }>('/admin/assets/*', options, send('admin'));
  app.get('/favicon.svg', options, (_request, reply) => reply.sendFile('portal/favicon.svg'));
});

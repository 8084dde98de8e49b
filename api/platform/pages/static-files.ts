import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

interface Files {
  /** Contains `portal/index.html` and `admin/index.html` with their `assets`. */
  folder: string;
}

/**
 * Serves the static files of both UIs. File names contain a content hash, so browsers may cache them forever; no
 * session lookup. Clients that accept brotli or gzip get the precompressed files (`build/compress.ts`); API responses
 * are compressed by a proxy, if at all.
 */
export const staticFiles = fastifyPlugin(async (app: FastifyInstance, { folder }: Files) => {
  // Ignore Range requests, because partial scripts are useless.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, acceptRanges: false });
  // Each route has its own root, which no `..` can leave: the server's own code is next to these folders.
  const send = (ui: string) => (request: { params: { '*': string } }, reply: FastifyReply) =>
    reply.sendFile(request.params['*'], join(folder, ui, 'assets'), { maxAge: '365d', immutable: true });
  const options = { logLevel: 'warn' } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', options, send('portal'));
  app.get<{ Params: { '*': string } }>('/admin/assets/*', options, send('admin'));
  app.get('/favicon.svg', options, (_request, reply) => reply.sendFile('portal/favicon.svg'));
});

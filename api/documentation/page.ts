import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** The OpenAPI document to browse and to try, at /api/docs (design 3). Its page keeps our content policy: no inline script or style. */
export const documentationPage = fastifyPlugin(async (app: FastifyInstance) => {
  // Both are named, since the built server has the package's code in it but not its files.
  const folder = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    baseDir: join(folder, 'static'),
    logo: { type: 'image/svg+xml', content: '' },
    theme: { title: 'Order portal: API' },
    // The other layout adds a bar with the logo, whose style is inline.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', tagsSorter: 'alpha' },
    logLevel: 'warn',
  });
});

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Swagger UI at /api/docs (design 3). It works under our Content Security Policy, without inline scripts or styles. */
export const swaggerUi = fastifyPlugin(async (app: FastifyInstance) => {
  // Both paths are explicit, because the bundled server contains the package's code but not its files.
  const folder = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    baseDir: join(folder, 'static'),
    logo: { type: 'image/svg+xml', content: '' },
    theme: { title: 'Order portal: API' },
    // The default layout adds a logo bar with inline styles, which the Content Security Policy blocks.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', tagsSorter: 'alpha' },
    logLevel: 'warn',
  });
});

import type { FastifyInstance } from 'fastify';
import { entityRoutes } from './entities/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { ownId } from './users/own-id.ts';

/** The calls that are not generated from a schema, one folder for each resource. */
export async function extraRoutes(app: FastifyInstance): Promise<void> {
  ownId(app);
  await app.register(entityRoutes);
  await app.register(orderRoutes);
}

import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { clientRoutes } from './clients/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { formCheckRoutes } from './forms/check.ts';
import { formDraftRoutes } from './forms/draft-routes.ts';
import { publishRoutes } from './forms/publish.ts';
import { guildRoutes } from './guilds/routes.ts';
import type { Config } from './host/config/config.ts';
import { actionRoute } from './orders/action-route.ts';
import { copiesRoute } from './orders/copies-route.ts';
import { duplicateRoute } from './orders/duplicate-route.ts';
import { formRecordRoutes } from './orders/form-records.ts';
import { orderFormRoute } from './orders/form-route.ts';
import { orderMailRoutes } from './orders/mail-routes.ts';
import { orderProductsRoute } from './orders/products-route.ts';
import { testMailRoutes } from './orders/test-mail-routes.ts';
import { upgradeRoutes } from './orders/upgrade-routes.ts';
import { versionRoutes } from './orders/version-routes.ts';
import { productRoutes } from './products/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The calls that are not generated from a schema, one folder for each resource. */
export async function extraRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  await app.register(fastifyPlugin(userRoutes), { config });
  await app.register(productRoutes);
  await app.register(entityRoutes);
  await app.register(clientRoutes);
  await app.register(fileRoutes, { config });
  await app.register(formCheckRoutes);
  await app.register(guildRoutes);
  await app.register(versionRoutes);
  await app.register(upgradeRoutes);
  await app.register(actionRoute);
  await app.register(duplicateRoute);
  await app.register(copiesRoute);
  await app.register(orderFormRoute);
  await app.register(orderMailRoutes);
  await app.register(testMailRoutes);
  await app.register(orderProductsRoute);
  await app.register(formRecordRoutes);
  await app.register(publishRoutes);
  await app.register(formDraftRoutes);
  await app.register(reportRoutes);
  await app.register(savedViewRoutes);
}

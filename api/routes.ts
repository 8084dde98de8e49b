import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { backtestRoute } from './backtests/backtest-route.ts';
import { clientIndustriesRoute } from './clients/industries-route.ts';
import { clientOverviewRoute } from './clients/overview-route.ts';
import { clientRoutes } from './clients/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { formCheckRoutes } from './forms/check.ts';
import { formDraftRoutes } from './forms/draft-routes.ts';
import { formExamplesRoutes } from './forms/examples-route.ts';
import { presenceRoutes } from './forms/presence-routes.ts';
import { publishRoutes } from './forms/publish.ts';
import { guildRoutes } from './guilds/routes.ts';
import type { Config } from './host/config/config.ts';
import { importRoutes } from './imports/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { actionRoute } from './orders/action-route.ts';
import { checkRoute } from './orders/check-route.ts';
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
import { proofShare } from './proof-of-work/share.ts';
import { prospectAuditRoutes } from './prospect-audits/routes.ts';
import { auditShare } from './prospect-audits/share.ts';
import { reportRoutes } from './reports/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { searchRoute } from './search/search-route.ts';
import { shareRoutes } from './shares/routes.ts';
import type { ShareKinds } from './shares/share-kind.ts';
import { userRoutes } from './users/routes.ts';
import { webhookSecretRoute } from './webhooks/secret-route.ts';

/** Registers the routes that are not generated from schemas. */
export async function extraRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  await app.register(fastifyPlugin(userRoutes), { config });
  await app.register(productRoutes);
  await app.register(entityRoutes);
  await app.register(clientRoutes);
  await app.register(clientIndustriesRoute);
  await app.register(clientOverviewRoute);
  await app.register(invitationRoutes);
  await app.register(fileRoutes, { config });
  await app.register(formCheckRoutes);
  await app.register(guildRoutes);
  await app.register(versionRoutes);
  await app.register(upgradeRoutes);
  await app.register(actionRoute);
  await app.register(checkRoute);
  await app.register(duplicateRoute);
  await app.register(copiesRoute);
  await app.register(orderFormRoute);
  await app.register(orderMailRoutes);
  await app.register(testMailRoutes);
  await app.register(orderProductsRoute);
  await app.register(formRecordRoutes);
  await app.register(publishRoutes);
  await app.register(formDraftRoutes);
  await app.register(presenceRoutes);
  await app.register(formExamplesRoutes);
  await app.register(backtestRoute);
  await app.register(prospectAuditRoutes);
  await app.register(reportRoutes);
  await app.register(importRoutes, { config });
  await app.register(savedViewRoutes);
  await app.register(searchRoute);
  await app.register(dashboardRoutes);
  await app.register(webhookSecretRoute);
  await app.register(shareRoutes, { config, kinds: shareKinds });
}

/**
 * Kinds of records that a share link can open without sign-in. A new kind needs its value in the ShareLink schema and a
 * line here.
 */
const shareKinds: ShareKinds = {
  prospectAudit: auditShare,
  proofOfWork: proofShare,
};

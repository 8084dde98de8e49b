import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { bulkJobsRoute } from './engine/bulk/bulk-jobs.ts';
import { fileRoutes } from './engine/files/routes.ts';
import { importRoutes } from './engine/imports/routes.ts';
import { passkeyRegistrationRoutes } from './features/auth/passkeys/registration-routes.ts';
import { passkeySignInRoutes } from './features/auth/passkeys/sign-in-routes.ts';
import { backtestRoute } from './features/backtests/backtests.ts';
import { clientOverviewRoute } from './features/clients/overview.ts';
import {
  clientDuplicatesRoute,
  clientIndustriesRoute,
  clientMergeRoutes,
  clientRoutes,
} from './features/clients/routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.ts';
import { entityRoutes } from './features/entities/routes.ts';
import { formCheckRoutes } from './features/forms/check.ts';
import { formDraftRoutes } from './features/forms/draft.ts';
import { formExamplesRoutes } from './features/forms/examples-route.ts';
import { publishRoutes } from './features/forms/forms.ts';
import { presenceRoutes } from './features/forms/presence-routes.ts';
import { guildRoutes } from './features/guilds/routes.ts';
import { invitationRoutes } from './features/invitations/routes.ts';
import { optionsRoute } from './features/option-lists/options-route.ts';
import { versionRoutes } from './features/orders/history/version-routes.ts';
import { orderFormRoute } from './features/orders/history/versions.ts';
import { actionRoute } from './features/orders/lifecycle/action-route.ts';
import { copiesRoute } from './features/orders/lifecycle/batches.ts';
import { checkRoute, newOrderPreviewRoute } from './features/orders/lifecycle/check-route.ts';
import { duplicateRoute } from './features/orders/lifecycle/duplicate-route.ts';
import { upgradeRoutes } from './features/orders/lifecycle/upgrade-routes.ts';
import { restoreOrder } from './features/orders/lifecycle/write-order.ts';
import { orderProductsRoute } from './features/orders/lines/products-route.ts';
import { formRecordRoutes } from './features/orders/list/form-records.ts';
import { orderMailRoutes } from './features/orders/mail/mail-routes.ts';
import { testMailRoutes } from './features/orders/mail/test-mail-routes.ts';
import { productRoutes } from './features/products/products.ts';
import { proofShare } from './features/proof-of-work/share.ts';
import { prospectAuditRoutes } from './features/prospect-audits/routes.ts';
import { auditShare } from './features/prospect-audits/share.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { savedViewRoutes } from './features/saved-views/routes.ts';
import { searchRoute } from './features/search/global-search.ts';
import { shareRoutes } from './features/shares/routes.ts';
import type { ShareKinds } from './features/shares/share-kind.ts';
import { userRoutes } from './features/users/routes.ts';
import { webhookSecretRoute } from './features/webhooks/webhooks.ts';
import type { Config } from './platform/config/config.ts';

/** Registers the routes that are not generated from schemas. */
export async function extraRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  await app.register(fastifyPlugin(userRoutes), { config });
  await app.register(passkeySignInRoutes, { config });
  await app.register(passkeyRegistrationRoutes, { config });
  await app.register(productRoutes);
  await app.register(entityRoutes);
  await app.register(clientRoutes);
  await app.register(clientIndustriesRoute);
  await app.register(clientOverviewRoute);
  await app.register(clientDuplicatesRoute);
  await app.register(clientMergeRoutes);
  await app.register(invitationRoutes);
  await app.register(fileRoutes, { config });
  await app.register(formCheckRoutes);
  await app.register(optionsRoute);
  await app.register(guildRoutes);
  await app.register(versionRoutes, { restoreOrder });
  await app.register(upgradeRoutes);
  await app.register(actionRoute);
  await app.register(checkRoute);
  await app.register(newOrderPreviewRoute);
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
  await app.register(bulkJobsRoute);
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

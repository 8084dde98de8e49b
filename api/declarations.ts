import { bulkJobs } from './engine/bulk/bulk-jobs.ts';
import { imports } from './engine/imports/imports.ts';
import { outboxMessages } from './engine/mail/outbox.ts';
import type { CustomOperationsByResource } from './engine/resource/records/calls.ts';
import type { Declarations } from './engine/resource/rules/declaration.ts';
import { formBacktests } from './features/backtests/backtests.ts';
import { channels } from './features/channels/channels.ts';
import { clients } from './features/clients/clients.ts';
import { emailTemplates } from './features/email-templates/email-templates.ts';
import { entities, members } from './features/entities/entities.ts';
import { formBlocks } from './features/forms/form-blocks.ts';
import { forms } from './features/forms/forms.ts';
import { guildResources } from './features/guilds/guilds.ts';
import { invitations } from './features/invitations/invitations.ts';
import { optionLists } from './features/option-lists/option-lists.ts';
import { orderBatches } from './features/orders/lifecycle/batches.ts';
import { orderCalls } from './features/orders/lifecycle/write-order.ts';
import { orders } from './features/orders/list/orders.ts';
import { products } from './features/products/products.ts';
import { proofOfWork } from './features/proof-of-work/proof-of-work.ts';
import { prospectAudits } from './features/prospect-audits/prospect-audits.ts';
import { productSuggestions } from './features/prospect-audits/routes.ts';
import { reportRows } from './features/reports/import-rows.ts';
import { reportSchedules } from './features/reports/report-mail-job.ts';
import { reports } from './features/reports/reports.ts';
import { savedViewHooks } from './features/saved-views/saved-views.ts';
import { passkeys } from './features/users/passkeys.ts';
import { users } from './features/users/users.ts';
import { webhookDeliveries } from './features/webhooks/deliveries.ts';

/** Resources with rules beyond their schema; all others are fully generated. */
export const declarations: Declarations = {
  BulkJob: bulkJobs,
  Channel: channels,
  Client: clients(),
  EmailTemplate: emailTemplates,
  Entity: entities,
  EntityMember: members,
  Form: forms,
  FormBacktest: formBacktests,
  FormBlock: formBlocks,
  GuildResource: guildResources,
  Import: imports,
  Invitation: invitations,
  OptionList: optionLists,
  Order: orders,
  OrderBatch: orderBatches,
  OutboxMessage: outboxMessages,
  Passkey: passkeys,
  Product: products,
  ProductSuggestion: productSuggestions,
  ProofOfWork: proofOfWork,
  ProspectAudit: prospectAudits,
  Report: reports,
  ReportRow: reportRows,
  ReportSchedule: reportSchedules,
  SavedView: savedViewHooks,
  User: users,
  WebhookDelivery: webhookDeliveries,
};

/** Resources whose routes for single records replace the engine's. */
export const ownCalls: CustomOperationsByResource = { Order: orderCalls };

import { formBacktests } from './backtests/backtests.ts';
import { channels } from './channels/channels.ts';
import { clients } from './clients/clients.ts';
import { emailTemplates } from './email-templates/email-templates.ts';
import { entities } from './entities/entities.ts';
import { members } from './entities/members.ts';
import { formBlocks } from './forms/form-blocks.ts';
import { forms } from './forms/forms.ts';
import { guildResources } from './guilds/guild-resources.ts';
import { guilds } from './guilds/guilds.ts';
import { imports } from './imports/imports.ts';
import { invitations } from './invitations/invitations.ts';
import { orderBatches } from './orders/batches.ts';
import { orderCalls } from './orders/calls.ts';
import { orders } from './orders/orders.ts';
import { products } from './products/products.ts';
import { proofOfWork } from './proof-of-work/proof-of-work.ts';
import { prospectAudits } from './prospect-audits/prospect-audits.ts';
import { productSuggestions } from './prospect-audits/suggestions.ts';
import { reportRows } from './reports/report-rows.ts';
import { reports } from './reports/reports.ts';
import { reportSchedules } from './reports/schedules.ts';
import type { CustomOperationsByResource } from './resource/records/calls.ts';
import type { Declarations } from './resource/rules/declaration.ts';
import { savedViewHooks } from './saved-views/saved-views.ts';
import { users } from './users/users.ts';
import { webhookDeliveries } from './webhooks/deliveries.ts';

/** Resources with rules beyond their schema; all others are fully generated. */
export const declarations: Declarations = {
  Channel: channels,
  Client: clients(),
  EmailTemplate: emailTemplates,
  Entity: entities,
  EntityMember: members,
  Form: forms,
  FormBacktest: formBacktests,
  FormBlock: formBlocks,
  Guild: guilds,
  GuildResource: guildResources,
  Import: imports,
  Invitation: invitations,
  Order: orders,
  OrderBatch: orderBatches,
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

import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import LightbulbOutlined from '@mui/icons-material/LightbulbOutlined';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import TravelExploreOutlined from '@mui/icons-material/TravelExploreOutlined';
import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import type { Records } from '#schemas/generated/types.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { AuditLogLink } from './audit/AuditLogLink.tsx';
import { auditLog } from './audit/override.tsx';
import { channels } from './channels/override.tsx';
import { clients } from './clients/override.tsx';
import { emailTemplates } from './email-templates/override.tsx';
import { entities } from './entities/override.tsx';
import { forms } from './forms/override.tsx';
import type { AnyOverride, Override } from './generate/override.ts';
import { guilds } from './guilds/override.tsx';
import { optionLists } from './option-lists/override.tsx';
import { orders } from './orders/override.tsx';
import { products } from './products/override.tsx';
import { reports } from './reports/override.tsx';
import { jobs, outbox } from './status/override.tsx';
import { users } from './users/override.tsx';
import { webhooks } from './webhooks/override.tsx';

/** Overrides by resource; all others are fully generated. */
const table = {
  User: users,
  Entity: entities,
  Client: clients,
  Product: products,
  Form: forms,
  Channel: channels,
  OptionList: optionLists,
  Order: orders,
  Guild: guilds,
  Report: reports,
  EmailTemplate: emailTemplates,
  AuditEntry: auditLog,
  AuditExport: { icon: FolderZipOutlined },
  ProofOfWork: { icon: VerifiedOutlined },
  Webhook: webhooks,
  ProductSuggestion: { icon: LightbulbOutlined },
  ProspectAudit: { icon: TravelExploreOutlined },
  Job: jobs,
  OutboxMessage: outbox,
  ShareLink: { icon: ShareOutlined },
} satisfies { [Name in keyof Records]?: Override<Name> };

const overrides: Record<string, AnyOverride | undefined> = table;

/** Returns a resource's override; most only have the link to the audit log. */
export function overrideOf({ name }: Resource): AnyOverride {
  return { metadataLinks: AuditLogLink, ...overrides[name] };
}

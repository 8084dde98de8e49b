import type { Channel } from '#schemas/generated/types.ts';
import { touchRights } from '../access/rights.ts';
import type { Declaration } from '../resource/rules/declaration.ts';

/** Who may use a channel, and so its form, follows from its entity: every write makes kept rights stale. */
export const channels: Declaration<Channel> = { afterWrite: touchRights };

import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import type { Records } from '#schemas/generated/types.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { ClientOrders } from './clients/ClientOrders.tsx';
import type { AnyOverride, Override } from './generate/override.ts';
import { orders } from './orders/override.tsx';
import { GuildFlagsInput } from './users/GuildFlagsInput.tsx';

/** What resources do differently; one that is not here is all that its schema makes of it. */
const table = {
  User: { icon: PeopleOutlined, inputs: { guildFlags: GuildFlagsInput } },
  Entity: { icon: AccountTreeOutlined },
  Client: { icon: StorefrontOutlined, aside: ClientOrders },
  Product: { icon: Inventory2Outlined },
  Form: { icon: ArticleOutlined },
  Channel: { icon: CampaignOutlined },
  Order: orders,
} satisfies { [Name in keyof Records]?: Override<Name> };

const overrides: Record<string, AnyOverride | undefined> = table;

/** What this resource does differently; nothing for most. */
export function overrideOf({ name }: Resource): AnyOverride {
  return overrides[name] ?? {};
}

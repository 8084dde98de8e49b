import type { User } from '#schemas/generated/types.ts';
import type { IconName } from '../look/Icon.tsx';

type Role = User['roles'][number];
type AdminItem = {
  title: string;
  href: string;
  /** Without one it is a sublist of the item above. */
  icon?: IconName;
  roles: readonly Role[];
  hasPendingCount?: boolean;
};

const everyone = ['ADMIN', 'DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER'] as const;
const moderators = ['ADMIN', 'DEVELOPER', 'AGENCY_ADMIN'] as const;
const admins = ['ADMIN', 'DEVELOPER'] as const;

/**
 * The admin submenu of spec 2, seen as spec 6 says; DEVELOPER sees every item (design 4). Written here, though the
 * schemas know their roles too: reading them would load every schema before the first page.
 */
const items: readonly AdminItem[] = [
  { title: 'Users', href: '/admin/users', icon: 'users', roles: everyone },
  { title: 'Entities', href: '/admin/entities', icon: 'entities', roles: everyone },
  { title: 'Clients', href: '/admin/clients', icon: 'clients', roles: admins },
  { title: 'Products', href: '/admin/products', icon: 'products', roles: admins },
  {
    title: 'Approvals Queue',
    href: '/admin/orders/pending',
    icon: 'approvals',
    roles: moderators,
    hasPendingCount: true,
  },
  { title: 'All', href: '/admin/orders', roles: moderators },
  { title: 'Pending Approval', href: '/admin/orders/pending', roles: moderators },
  { title: 'Order Mgmt Forms', href: '/admin/forms', icon: 'forms', roles: admins },
  { title: 'Order Mgmt Channels', href: '/admin/channels', icon: 'channel', roles: admins },
];

/** What a person with these roles sees of it. */
export function adminItemsFor(roles: readonly Role[]): readonly AdminItem[] {
  return items.filter((item) => item.roles.some((role) => roles.includes(role)));
}

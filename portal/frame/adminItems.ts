import { menu } from '#schemas/generated/menu.ts';
import { dashboardPage, type MenuItem, statusPage } from '#schemas/resource/back-office.ts';
import type { Role } from '#schemas/resource/resource.ts';
import type { IconShape } from '../look/Icon.tsx';
import { rareIconPaths } from '../look/rareIconPaths.ts';

interface AdminItem {
  title: string;
  href: string;
  /** An item without an icon is a sublist of the item above. */
  icon?: IconShape;
  hasPendingCount?: boolean;
}

const icons: Record<string, IconShape | undefined> = {
  users: 'users',
  entities: rareIconPaths.entities,
  clients: 'clients',
  products: rareIconPaths.products,
  forms: rareIconPaths.forms,
  channels: 'channel',
  guilds: rareIconPaths.guild,
  reports: 'report',
  email_templates: 'mail',
  audit_log: 'clock',
  proof_of_work: 'check',
  dashboard: 'report',
  status: 'check',
};

/** Orders appear as a queue with two sublists (spec 2). */
const approvals: readonly AdminItem[] = [
  { title: 'Approvals Queue', href: '/admin/orders/pending', icon: rareIconPaths.approvals, hasPendingCount: true },
  { title: 'All', href: '/admin/orders' },
  { title: 'Pending Approval', href: '/admin/orders/pending' },
];

/**
 * Returns the items of the admin submenu for these roles (spec 2 and 6). The `x-admin` keyword of each schema says
 * which roles see its resource.
 */
export function adminItemsFor(roles: readonly Role[]): readonly AdminItem[] {
  return [...menu, dashboardPage, statusPage]
    .filter((item) => item.roles.some((role) => roles.includes(role)))
    .flatMap(itemsOf);
}

function itemsOf({ path, label }: MenuItem): readonly AdminItem[] {
  if (path === 'orders') return approvals;
  return [{ title: label, href: `/admin/${path}`, icon: icons[path] ?? rareIconPaths.folder }];
}

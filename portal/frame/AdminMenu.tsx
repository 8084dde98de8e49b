import { useQuery } from '@tanstack/react-query';
import type { Role } from '#schemas/resource/resource.ts';
import { countOf } from '../api/queries.ts';
import { adminItemsFor } from './adminItems.ts';
import styles from './MainNavigation.module.css';
import { NavItem } from './NavItem.tsx';

/** The items of the admin submenu for these roles (spec 2). */
export function AdminMenu({ roles }: { roles: readonly Role[] }) {
  const items = adminItemsFor(roles);
  const pending = useQuery({
    ...countOf('orders', { status: 'PENDING' }),
    enabled: items.some(({ hasPendingCount }) => hasPendingCount),
  });
  return (
    <ul className={styles.group}>
      {items.map(({ title, href, icon, hasPendingCount }) => (
        <NavItem
          key={title}
          title={title}
          href={href}
          icon={icon}
          count={hasPendingCount ? pending.data : undefined}
          isElsewhere
        />
      ))}
    </ul>
  );
}

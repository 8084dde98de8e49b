import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { avatarOf } from '#schemas/texts/avatar.ts';
import { countOf } from '../api/queries.ts';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { managesGuild } from '../guild/managesGuild.ts';
import { useShortcut } from '../keys/useShortcut.ts';
import avatarStyles from '../look/Avatar.module.css';
import { Icon } from '../look/Icon.tsx';
import { PartLoadError } from '../look/LoadError.tsx';
import { ordersFilter } from '../orders/list/statusFilter.ts';
import { paletteHost } from '../palette/PaletteHost.tsx';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './MainNavigation.module.css';
import { NavItem } from './NavItem.tsx';
import { useLogout } from './useLogout.ts';

const AdminMenu = lazyComponent(async () => (await import('./AdminMenu.tsx')).AdminMenu, {
  errorFallback: PartLoadError,
});

/** The navigation (spec 2, 'Navigation items'), shown in the rail and in the menu on phones. */
export function MainNavigation() {
  const { user } = useSignedIn();
  const { pathname } = useLocation();
  return (
    <>
      <ul className={styles.group}>
        <li>
          <button
            type="button"
            className={styles.item}
            title="Search (Ctrl+K)"
            onClick={() => paletteHost.show('palette')}
          >
            <Icon name="search" />
            <span className={styles.word}>Search</span>
          </button>
        </li>
        <NavItem title="Home" href="/" icon="home" isCurrent={pathname === '/'} />
      </ul>
      <ChannelItems />
      <OtherItems />
      <AdminItems />
      <ul className={`${styles.group} ${styles.foot}`}>
        <NavItem title="Settings" href="/settings" icon="settings" isCurrent={pathname === '/settings'} />
        <li>
          <LogOut name={user.name} />
        </li>
      </ul>
    </>
  );
}

function ChannelItems() {
  const { ability } = useSignedIn();
  const { channels, channel } = useChannels();
  const { pathname, search } = useLocation();
  const openChannelSwitcher = channels.length > 1 ? () => paletteHost.show('channels') : undefined;
  useShortcut('Ctrl+.', openChannelSwitcher);
  const drafts = useQuery({
    ...countOf('orders', ordersFilter(channel, 'DRAFT')),
    enabled: channel !== undefined,
  });
  if (hasNoAccess(ability, 'Channel')) return null;
  if (!channel) {
    return (
      <ul className={styles.group}>
        <NavItem title="Channels" href="/c" icon="channel" isCurrent={pathname === '/c'} />
      </ul>
    );
  }
  const orders = channelPath(channel, 'orders');
  const clients = channelPath(channel, 'clients');
  const isDrafts = pathname === orders && new URLSearchParams(search).get('status')?.toLowerCase() === 'draft';
  const isNew = [`${orders}/new`, `${orders}/draft`].includes(pathname);
  return (
    <ul className={styles.group}>
      {openChannelSwitcher ? (
        <li>
          <button
            type="button"
            className={styles.item}
            title={`${channel.name}: change channel (Ctrl+.)`}
            aria-haspopup="dialog"
            onClick={openChannelSwitcher}
          >
            <Icon name="channel" />
            <span className={styles.word}>{channel.name}</span>
            <Icon name="down" size={16} />
          </button>
        </li>
      ) : (
        <NavItem title={channel.name} href="/c" icon="channel" isCurrent={pathname === '/c'} />
      )}
      <NavItem
        title="Orders"
        href={orders}
        icon="orders"
        isCurrent={pathname.startsWith(orders) && !isDrafts && !isNew}
      />
      <NavItem title="Drafts" href={`${orders}?status=draft`} icon="draft" count={drafts.data} isCurrent={isDrafts} />
      {ability.can('create', 'Order') && (
        <NavItem title="New Order" href={`${orders}/new`} icon="plus" isCurrent={isNew} />
      )}
      <NavItem title="Clients" href={clients} icon="clients" isCurrent={pathname.startsWith(clients)} />
    </ul>
  );
}

/** The items beside orders: approvals (for moderators), the users of one's guild (for its managers), its knowledge base, reports and audits. */
function OtherItems() {
  const { user, ability } = useSignedIn();
  const { pathname } = useLocation();
  const reports = useQuery({
    ...countOf('reports', {}),
    enabled: ability.can('read', 'Report'),
    staleTime: 60_000,
  });
  const knowledge = useQuery({
    ...countOf('guild_resources', { place: 'kb' }),
    enabled: ability.can('read', 'GuildResource'),
    staleTime: 60_000,
  });
  const isManager = managesGuild(user);
  const isAuditor = ability.can('create', 'ProspectAudit');
  const isModerator = ability.can('moderate', 'Order');
  if (!isModerator && !isManager && !isAuditor && !knowledge.data && !reports.data) return null;
  return (
    <ul className={styles.group}>
      {isModerator && (
        <NavItem title="Approvals" href="/approvals" icon="clock" isCurrent={pathname === '/approvals'} />
      )}
      {isManager && <NavItem title="Users" href="/g/users" icon="users" isCurrent={pathname.startsWith('/g/users')} />}
      {knowledge.data ? (
        <NavItem
          title="Knowledge Base"
          href="/knowledge_base"
          icon="knowledge"
          isCurrent={pathname === '/knowledge_base'}
        />
      ) : null}
      {reports.data ? (
        <NavItem title="Reports" href="/reports" icon="report" isCurrent={pathname.startsWith('/reports')} />
      ) : null}
      {isAuditor && (
        <NavItem
          title="Prospect Audit"
          href="/prospect_audit"
          icon="check"
          isCurrent={pathname.startsWith('/prospect_audit')}
        />
      )}
    </ul>
  );
}

/** The admin submenu. Its code and its pending count are loaded when it is first opened. */
function AdminItems() {
  const { user } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  if (user.roles.length === 0) return null;
  return (
    <details className={styles.admin} name="admin" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.item} title="Admin">
        <Icon name="users" />
        <span className={styles.word}>Admin</span>
        <Icon name="down" size={16} />
      </summary>
      {isOpen && <AdminMenu roles={user.roles} />}
    </details>
  );
}

function LogOut({ name }: { name: string }) {
  const logOut = useLogout();
  return (
    <button
      type="button"
      className={`${styles.item} ${styles.person}`}
      title={`Log out ${name}`}
      onClick={() => void logOut()}
    >
      <Avatar name={name} />
      <span className={styles.word}>
        Log out
        <span className={styles.name}>{name}</span>
      </span>
    </button>
  );
}

/** spec 9; pixels. */
const size = 50;

/** A user's initials on a background color derived from the name. Decorative, because the name is shown beside it. */
function Avatar({ name }: { name: string }) {
  const { initials, background } = avatarOf(name);
  return (
    <span className={avatarStyles.avatar} style={{ width: size, height: size, background }} aria-hidden="true">
      {initials}
    </span>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { channelPath, useChannels } from '../channels/useChannels.ts';
import { managesGuild } from '../guild/managesGuild.ts';
import { Dialog } from '../look/Dialog.tsx';
import { Icon } from '../look/Icon.tsx';
import { hasNoAccess } from '../session/ability.ts';
import { useSignedIn } from '../session/SessionProvider.tsx';
import styles from './BottomBar.module.css';
import { MainNavigation } from './MainNavigation.tsx';
import { NavItem } from './NavItem.tsx';

/** The tab bar on phones: the most frequent destinations, and a menu with all others. */
export function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const { ability, user } = useSignedIn();
  const { channel } = useChannels();
  const { pathname } = useLocation();
  const orders = channel ? channelPath(channel, 'orders') : '/c';
  const clients = channel ? channelPath(channel, 'clients') : '/clients';
  const isAt = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  const isNew = pathname === `${orders}/new`;
  return (
    <nav className={styles.bar} aria-label="Main, compact">
      <ul className={styles.items}>
        <NavItem title="Home" href="/" icon="home" isCurrent={pathname === '/'} />
        {!hasNoAccess(ability, 'Order') && (
          <NavItem title="Orders" href={orders} icon="orders" isCurrent={isAt(orders) && !isNew} />
        )}
        {channel && ability.can('create', 'Order') && (
          <NavItem title="New Order" href={`${orders}/new`} icon="plus" isCurrent={isNew} />
        )}
        {!hasNoAccess(ability, 'Client') && (
          <NavItem title="Clients" href={clients} icon="clients" isCurrent={isAt(clients)} />
        )}
        {managesGuild(user) && <NavItem title="Users" href="/g/users" icon="users" isCurrent={isAt('/g/users')} />}
        <li>
          <button type="button" onClick={() => setOpen(true)} aria-haspopup="dialog">
            <Icon name="menu" />
            <span>More</span>
          </button>
        </li>
      </ul>
      {isOpen && <PhoneMenu onClose={() => setOpen(false)} />}
    </nav>
  );
}

/** The navigation as a full-screen menu on phones. It closes after each navigation. */
function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Dialog title="Portal" onClose={onClose}>
      <nav aria-label="All pages">
        <MainNavigation />
      </nav>
    </Dialog>
  );
}

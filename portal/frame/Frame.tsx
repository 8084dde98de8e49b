import { use, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useChannels } from '../channels/useChannels.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { watchMediaQuery } from '../look/mediaQuery.ts';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { crumbsOf } from './breadcrumbPath.ts';
import styles from './Frame.module.css';
import { MainNavigation } from './MainNavigation.tsx';
import { PageTitleContext } from './PageHead.tsx';
import { RoutesContext } from './route.ts';
import { UserQueryCache } from './UserQueryCache.tsx';
import { usePageTransition } from './usePageTransition.ts';
import { usePreloadOnHover } from './usePreloadOnHover.ts';

/** Loaded only on narrow screens. */
const BottomBar = lazyComponent(async () => (await import('./BottomBar.tsx')).BottomBar);

/** The layout around a page: navigation rail (a bottom bar on phones), breadcrumbs and the window's title. */
export function Frame({ children }: { children: ElementSlot }) {
  const { user, hasEnded } = useSignedIn();
  return (
    <UserQueryCache key={user.id} hasEnded={hasEnded}>
      <Surroundings>{children}</Surroundings>
    </UserQueryCache>
  );
}

function Surroundings({ children }: { children: ElementSlot }) {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) !== null);
  const [pageTitle, setPageTitle] = useState<string>();
  const { pathname } = useLocation();
  const { channel } = useChannels();
  const crumbs = crumbsOf(pathname, use(RoutesContext), { channel: channel?.name ?? 'Channel' });
  const isNarrow = useIsNarrow();
  const main = useRef<HTMLElement>(null);
  usePageTransition(main);
  usePreloadOnHover();
  const collapse = () => {
    if (isCollapsed) localStorage.removeItem(collapsedKey);
    else localStorage.setItem(collapsedKey, 'yes');
    setCollapsed(!isCollapsed);
  };
  return (
    <div className={styles.frame} data-collapsed={isCollapsed || undefined}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <nav className={styles.rail} aria-label="Main">
        <div className={styles.brand}>
          <span className={styles.name}>Portal</span>
          <Button
            kind="quiet"
            aria-label={isCollapsed ? 'Expand the navigation' : 'Collapse the navigation'}
            aria-expanded={!isCollapsed}
            onClick={collapse}
          >
            <Icon name="collapse" />
          </Button>
        </div>
        <MainNavigation />
      </nav>
      <main ref={main} className={styles.main} id="content" tabIndex={-1}>
        <Breadcrumbs crumbs={crumbs} current={pageTitle} isUnknown={crumbs.at(-1)?.href !== pathname} />
        <PageTitleContext value={setPageTitle}>{children}</PageTitleContext>
      </main>
      {isNarrow && <BottomBar />}
      <PaletteHost />
    </div>
  );
}

const collapsedKey = 'rail-collapsed';

/** The breakpoint of the style sheets below which the rail becomes a bottom bar. */
const narrow = watchMediaQuery('(max-width: 719px)');

/** Hook: whether the window is as narrow as a phone's. */
const useIsNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.matches);

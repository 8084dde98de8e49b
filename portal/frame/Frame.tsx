import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useChannels } from '../channels/useChannels.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { watchMediaQuery } from '../look/mediaQuery.ts';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import breadcrumbsStyles from './Breadcrumbs.module.css';
import { type Crumb, crumbsOf, documentTitle } from './breadcrumbPath.ts';
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

/** The breadcrumbs, and the title of the window. `current` is the title that the page sets itself. */
function Breadcrumbs({
  crumbs,
  current,
  isUnknown,
}: {
  crumbs: readonly Crumb[];
  current: string | undefined;
  /** No route matches this address. */
  isUnknown: boolean;
}) {
  const last = crumbs.at(-1);
  // Home has no breadcrumbs. An address without a route counts as a child of Home.
  const isHome = crumbs.length === 1 && !isUnknown;
  const above = isHome ? [] : isUnknown ? crumbs : crumbs.slice(0, -1);
  const title = current ?? last?.title ?? '';
  const subtitle = isHome ? '' : title;
  useEffect(() => {
    document.title = documentTitle(subtitle);
  }, [subtitle]);
  if (above.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={breadcrumbsStyles.crumbs}>
        {above.map(({ title: name, href }) => (
          <li key={href} className={breadcrumbsStyles.crumb}>
            <Link className={breadcrumbsStyles.link} to={href}>
              {name}
            </Link>
            <Icon name="next" size={16} />
          </li>
        ))}
        <li className={breadcrumbsStyles.crumb} aria-current="page">
          {title}
        </li>
      </ol>
    </nav>
  );
}

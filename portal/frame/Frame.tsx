import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigationType } from 'react-router-dom';
import { makeQueryClient } from '../api/queries.ts';
import { useChannels } from '../channels/useChannels.ts';
import { flushAutosaves } from '../editing/openStores.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { Button } from '../look/Button.tsx';
import { Icon } from '../look/Icon.tsx';
import { DialogLoadError } from '../look/LoadError.tsx';
import { watchMediaQuery } from '../look/mediaQuery.ts';
import { PaletteHost } from '../palette/PaletteHost.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import breadcrumbsStyles from './Breadcrumbs.module.css';
import { type Crumb, crumbsOf, documentTitle } from './breadcrumbPath.ts';
import styles from './Frame.module.css';
import { MainNavigation } from './MainNavigation.tsx';
import { PageTitleContext, type PageTitles } from './PageHead.tsx';
import { loadPage, RoutesContext } from './route.ts';

const PaletteView = lazyComponent(async () => (await import('../palette/PaletteView.tsx')).PaletteView, {
  errorFallback: DialogLoadError,
  isDialog: true,
});

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
  const [titles, setTitles] = useState<PageTitles>([]);
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
        <Breadcrumbs crumbs={crumbs} titles={titles} isUnknown={crumbs.at(-1)?.href !== pathname} />
        <PageTitleContext value={setTitles}>{children}</PageTitleContext>
      </main>
      {isNarrow && <BottomBar />}
      <PaletteHost View={PaletteView} />
    </div>
  );
}

const collapsedKey = 'rail-collapsed';

/** The breakpoint of the style sheets below which the rail becomes a bottom bar. */
const narrow = watchMediaQuery('(max-width: 719px)');

/** Hook: whether the window is as narrow as a phone's. */
const useIsNarrow = () => useSyncExternalStore(narrow.subscribe, narrow.matches);

/** The breadcrumbs, and the title of the window. `titles` are those that the page sets itself, for each of the two. */
function Breadcrumbs({
  crumbs,
  titles: [current, windowTitle],
  isUnknown,
}: {
  crumbs: readonly Crumb[];
  titles: PageTitles;
  /** No route matches this address. */
  isUnknown: boolean;
}) {
  const last = crumbs.at(-1);
  // Home has no breadcrumbs. An address without a route counts as a child of Home.
  const isHome = crumbs.length === 1 && !isUnknown;
  const above = isHome ? [] : isUnknown ? crumbs : crumbs.slice(0, -1);
  const title = current ?? last?.title ?? '';
  const subtitle = isHome ? '' : (windowTitle ?? title);
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

/**
 * The query cache of one person. It is discarded with them, so nobody sees another person's data. When their session
 * ends and they sign in again, it saves their unsaved changes at once and invalidates all queries of the page.
 */
function UserQueryCache({ hasEnded, children }: { hasEnded: boolean; children: ElementSlot }) {
  const [client] = useState(makeQueryClient);
  const wasEnded = useRef(hasEnded);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) {
      void flushAutosaves();
      void client.invalidateQueries();
    }
    wasEnded.current = hasEnded;
  }, [hasEnded, client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const lessMotion = watchMediaQuery('(prefers-reduced-motion: reduce)');
/** The same duration as for dialogs. */
const fade = { duration: 100, easing: 'ease-out' };

/**
 * Page transition: scrolls to the top, moves the focus to the page, and fades it in unless the person prefers reduced
 * motion. Back and forward leave scroll restoration to the browser and do not fade; neither do redirects. It avoids the
 * View Transitions API, which waits for snapshots of both pages: a third of the time that opening an order takes.
 */
function usePageTransition(main: RefObject<HTMLElement | null>): void {
  const { pathname, state } = useLocation();
  const page: string = state ?? pathname;
  const navigationType = useNavigationType();
  const previousPath = useRef(page);
  // A layout effect, so that the page is not painted once before it fades in.
  useLayoutEffect(() => {
    if (previousPath.current === page) return;
    previousPath.current = page;
    if (navigationType !== 'POP') scrollTo(0, 0);
    if (navigationType === 'PUSH' && !lessMotion.matches()) main.current?.animate({ opacity: [0, 1] }, fade);
    main.current?.focus({ preventScroll: true });
  }, [page, navigationType, main]);
}

/** How long the pointer or focus has to rest on a link before its page is preloaded, in milliseconds. */
const hoverDelay = 60;

/** Prefetch on hover: preloads the page behind a link when the link is hovered, focused or pressed. */
function usePreloadOnHover(): void {
  const cache = useQueryClient();
  const routes = use(RoutesContext);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleEvent = ({ type, target }: Event) => {
      clearTimeout(timer);
      const link = target instanceof Element && target.closest('a');
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      const go = () => loadPage(link.pathname, routes, cache);
      if (type === 'pointerdown') go();
      else timer = setTimeout(go, hoverDelay);
    };
    for (const type of events) addEventListener(type, handleEvent, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const type of events) removeEventListener(type, handleEvent);
    };
  }, [cache, routes]);
}

const events = ['pointerover', 'focusin', 'pointerdown'];

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Navigate, unstable_HistoryRouter as Router, useRoutes } from 'react-router-dom';
import { lazyComponent } from '../forms/lazyComponent.tsx';
import { PageLoadError } from '../look/PageLoadError.tsx';
import { ToastProvider } from '../look/Toasts.tsx';
import { MagicPage } from '../session/MagicPage.tsx';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { AuthorizedPage } from './AuthorizedPage.tsx';
import { routerHistory } from './history.ts';
import { routeComponents } from './pages.tsx';
import { RouteGuard } from './RouteGuard.tsx';
import { routeTitles } from './routeTitles.ts';

/** Redirects from alternative addresses: lists and forms have no /list or /create of their own (spec 2). */
const redirects = routeTitles.flatMap(({ path }) => {
  if (!path.endsWith('/new')) return [];
  const list = path.slice(0, -'/new'.length);
  return [
    { path: `${list}/list`, to: '..' },
    { path: `${list}/create`, to: '../new' },
  ];
});

const MorePages = lazyComponent(async () => (await import('./RarePages.tsx')).RarePages, {
  errorFallback: PageLoadError,
});

/**
 * The root component of the portal at /. Every route except the magic link's and the not-found page requires a sign-in.
 */
export function App({ cache }: { cache: QueryClient }) {
  return (
    <QueryClientProvider client={cache}>
      <Router history={routerHistory} useTransitions={false}>
        <ToastProvider>
          <SessionProvider>
            <Pages />
          </SessionProvider>
        </ToastProvider>
      </Router>
    </QueryClientProvider>
  );
}

/** Routes as objects: createRoutesFromElements would add half a kilobyte to the first load. */
const routes = [
  { path: '/magic', element: <MagicPage /> },
  {
    element: <RouteGuard />,
    children: [
      ...routeTitles.map((route) => ({ path: route.path, element: pageOf(route) })),
      ...redirects.map(redirectFrom),
    ],
  },
  { path: '*', element: <MorePages /> },
];

const Pages = () => useRoutes(routes);

function pageOf(route: (typeof routeTitles)[number]) {
  const Page = routeComponents[route.path];
  return (
    <AuthorizedPage route={route}>
      <Page />
    </AuthorizedPage>
  );
}

function redirectFrom({ path, to }: (typeof redirects)[number]) {
  return { path, element: <Navigate to={to} relative="path" replace /> };
}

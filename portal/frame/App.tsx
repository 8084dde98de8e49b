import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Navigate, unstable_HistoryRouter as Router, useRoutes } from 'react-router-dom';
import { loadable } from '../forms/loadable.tsx';
import { ToastProvider } from '../look/Toasts.tsx';
import { UnloadedPage } from '../look/UnloadedPage.tsx';
import { MagicPage } from '../session/MagicPage.tsx';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { Gate } from './Gate.tsx';
import { history } from './history.ts';
import { OpenPage } from './OpenPage.tsx';
import { otherAddresses } from './otherAddresses.ts';
import { pages } from './pages.tsx';
import { routeTitles } from './routeTitles.ts';

const MorePages = loadable(async () => (await import('./MorePages.tsx')).MorePages, { missing: UnloadedPage });

/**
 * The root component of the portal at /. Every route except the magic link's and the not-found page requires a sign-in.
 */
export function App({ cache }: { cache: QueryClient }) {
  return (
    <QueryClientProvider client={cache}>
      <Router history={history} useTransitions={false}>
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
    element: <Gate />,
    children: [
      ...routeTitles.map((route) => ({ path: route.path, element: pageOf(route) })),
      ...otherAddresses.map(redirectFrom),
    ],
  },
  { path: '*', element: <MorePages /> },
];

const Pages = () => useRoutes(routes);

function pageOf(route: (typeof routeTitles)[number]) {
  const Page = pages[route.path];
  return (
    <OpenPage route={route}>
      <Page />
    </OpenPage>
  );
}

function redirectFrom({ path, to }: (typeof otherAddresses)[number]) {
  return { path, element: <Navigate to={to} relative="path" replace /> };
}

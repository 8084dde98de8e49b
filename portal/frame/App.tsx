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

/** The portal at /. Every route but the sign-in link's and the not-found page is for signed-in people. */
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

/** As a list: what makes one of elements would be half a kilobyte more before the first page. */
const routes = [
  { path: '/magic', element: <MagicPage /> },
  {
    element: <Gate />,
    children: [
      ...routeTitles.map((route) => ({ path: route.path, element: pageOf(route) })),
      ...otherAddresses.map(elsewhere),
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

function elsewhere({ path, to }: (typeof otherAddresses)[number]) {
  return { path, element: <Navigate to={to} relative="path" replace /> };
}

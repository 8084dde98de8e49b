import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Route, unstable_HistoryRouter as Router, Routes } from 'react-router-dom';
import { loadable } from '../look/loadable.tsx';
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
            <Routes>
              <Route path="/magic" element={<MagicPage />} />
              <Route element={<Gate />}>
                {routeTitles.map((route) => {
                  const Page = pages[route.path];
                  const element = (
                    <OpenPage route={route}>
                      <Page />
                    </OpenPage>
                  );
                  return <Route key={route.path} path={route.path} element={element} />;
                })}
                {otherAddresses.map(({ path, to }) => (
                  <Route key={path} path={path} element={<Navigate to={to} relative="path" replace />} />
                ))}
              </Route>
              <Route path="*" element={<MorePages />} />
            </Routes>
          </SessionProvider>
        </ToastProvider>
      </Router>
    </QueryClientProvider>
  );
}

import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, type RouteObject, unstable_HistoryRouter as Router, useRoutes } from 'react-router-dom';
import { ToastProvider } from '../look/Toasts.tsx';
import { SessionProvider } from '../session/SessionProvider.tsx';
import { AuthorizedPage } from './AuthorizedPage.tsx';
import { routerHistory } from './history.ts';
import { RouteGuard } from './RouteGuard.tsx';
import { type Route, RoutesContext } from './route.ts';

interface Pages {
  /** The pages within the frame, for signed-in people. */
  routes: readonly Route[];
  /** The other addresses. */
  openRoutes: readonly RouteObject[];
}

/** The root component of the portal at /. It knows its pages only as routes (portal/routes.tsx). */
export function App({ cache, ...pages }: Pages & { cache: QueryClient }) {
  return (
    <QueryClientProvider client={cache}>
      <Router history={routerHistory} useTransitions={false}>
        <ToastProvider>
          <SessionProvider>
            <RoutesContext value={pages.routes}>
              <CurrentPage {...pages} />
            </RoutesContext>
          </SessionProvider>
        </ToastProvider>
      </Router>
    </QueryClientProvider>
  );
}

function CurrentPage(pages: Pages) {
  const [table] = useState(() => routingTable(pages));
  return useRoutes(table);
}

/** Routes as objects: createRoutesFromElements would add half a kilobyte to the first load. */
function routingTable({ routes, openRoutes }: Pages): RouteObject[] {
  const guarded = routes.flatMap((route) => [{ path: route.path, element: pageOf(route) }, ...redirectsTo(route)]);
  return [{ element: <RouteGuard />, children: guarded }, ...openRoutes];
}

function pageOf(route: Route) {
  return (
    <AuthorizedPage route={route}>
      <route.Page />
    </AuthorizedPage>
  );
}

/** Redirects from alternative addresses: lists and forms have no /list or /create of their own (spec 2). */
function redirectsTo({ path }: Route): RouteObject[] {
  if (!path.endsWith('/new')) return [];
  const list = path.slice(0, -'/new'.length);
  return [redirect(`${list}/list`, '..'), redirect(`${list}/create`, '../new')];
}

const redirect = (path: string, to: string) => ({ path, element: <Navigate to={to} relative="path" replace /> });

import type { ReactElement, ReactNode } from 'react';
import {
  Admin,
  CustomRoutes,
  Navigate,
  Notification,
  type RaRecord,
  Resource as ResourceRoutes,
  useNotificationContext,
} from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { dashboardPage, hasScreens, screenOperations, statusPage } from '#schemas/resource/back-office.ts';
import { isImportable } from '#schemas/resource/imports.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { AccessDenied, NoResponse, NotFound } from './frame/ErrorPages.tsx';
import { Layout } from './frame/Layout.tsx';
import { LogOutPage } from './frame/LogOutPage.tsx';
import { lazyPage } from './frame/lazy-component.tsx';
import { i18nProvider } from './frame/messages.ts';
import { useTheme } from './frame/theme.ts';
import { catalogue, recordName, singularOf } from './generate/catalogue.ts';
import { GeneratedList } from './generate/GeneratedList.tsx';
import { LazyCreatePage, LazyRecordPage } from './generate/lazy-pages.ts';
import type { AnyOverride } from './generate/override.ts';
import { ResourceScreenContext } from './generate/resource-screen.tsx';
import { OpenTabProvider } from './generate/tabs.tsx';
import { authProvider } from './provider/auth.ts';
import { dataProvider } from './provider/data.ts';
import { overrideOf } from './resources.ts';

const RecordImports = lazyPage(async () => (await import('./imports/ImportsPage.tsx')).RecordImports);
const Status = lazyPage(async () => (await import('./status/Status.tsx')).Status);
const Dashboard = lazyPage(async () => (await import('./dashboard/Dashboard.tsx')).Dashboard);

/** Data router: only a data router can block navigation while there are unsaved changes. */
const router = createBrowserRouter([{ path: '*', element: <BackOffice /> }], { basename: '/admin' });

/** Root of the back-office: react-admin with our providers, layout and the routes of all resources. */
export function App() {
  return <RouterProvider router={router} />;
}

function BackOffice() {
  const theme = useTheme();
  return (
    <Admin
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      layout={Layout}
      notification={Notifications}
      catchAll={NotFound}
      accessDenied={AccessDenied}
      authenticationError={NoResponse}
      theme={theme}
      darkTheme={null}
      title="Portal"
      requireAuth
      disableTelemetry
    >
      <CustomRoutes>
        <Route path="/" element={<Navigate to="/users" replace />} />
        <Route path="/log_out" element={<LogOutPage />} />
        <Route path={`/${dashboardPage.path}`} element={<Dashboard />} />
        <Route path={`/${statusPage.path}`} element={<Status />} />
      </CustomRoutes>
      {catalogue.filter(hasScreens).map((resource) => resourceRoutes(resource, overrideOf(resource)))}
    </Admin>
  );
}

/** Snackbar. A new notification replaces the current one instead of queueing behind it. */
function Notifications() {
  const { notifications } = useNotificationContext();
  return <Notification {...(notifications.length > 0 ? { autoHideDuration: 1 } : {})} />;
}

/**
 * Routes of a resource: list, /new, /{id} and its own. /list and react-admin's /create redirect to the spec's
 * addresses.
 */
function resourceRoutes(resource: Resource, override: AnyOverride): ReactElement {
  const described = (screen: ReactNode) => (
    <ResourceScreenContext.Provider value={{ resource, override }}>
      <OpenTabProvider>{screen}</OpenTabProvider>
    </ResourceScreenContext.Provider>
  );
  const { path } = resource;
  const List = override.views?.list ?? GeneratedList;
  const Record = override.views?.record ?? LazyRecordPage;
  const { deletePage: DeletePage } = override;
  const canCreate = screenOperations(resource).includes('create');
  return (
    <ResourceRoutes
      key={path}
      name={path}
      list={described(<List />)}
      edit={described(<Record />)}
      create={canCreate ? <Navigate to={`/${path}/new`} replace /> : undefined}
      recordRepresentation={(record: RaRecord) => recordName(resource, record)}
      options={{ label: resource.label, singular: singularOf(resource) }}
    >
      <Route path="list" element={<Navigate to={`/${path}`} replace />} />
      {canCreate ? <Route path="new" element={described(<LazyCreatePage />)} /> : null}
      {DeletePage ? <Route path=":id/delete" element={described(<DeletePage />)} /> : null}
      {isImportable(resource) ? <Route path="imports" element={described(<RecordImports />)} /> : null}
      {override.routes?.map((route) => (
        <Route key={route.path} path={route.path} element={described(route.element)} />
      ))}
    </ResourceRoutes>
  );
}

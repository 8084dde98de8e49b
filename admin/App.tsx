import { Admin, CustomRoutes, Navigate, Notification, useNotificationContext } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { dashboardPage, hasScreens, statusPage } from '#schemas/resource/back-office.ts';
import { AccessDenied, NoResponse, NotFound } from './frame/ErrorPages.tsx';
import { Layout } from './frame/Layout.tsx';
import { LogOutPage } from './frame/LogOutPage.tsx';
import { lazyPage } from './frame/lazy-component.tsx';
import { i18nProvider } from './frame/messages.ts';
import { useTheme } from './frame/theme.ts';
import { catalogue } from './generate/catalogue.ts';
import { resourceRoutes } from './generate/resource-routes.tsx';
import { authProvider } from './provider/auth.ts';
import { dataProvider } from './provider/data.ts';
import { overrideOf } from './resources.ts';

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

import type { ReactElement, ReactNode } from 'react';
import { Navigate, type RaRecord, Resource as ResourceRoutes } from 'react-admin';
import { Route } from 'react-router-dom';
import { screenOperations } from '#schemas/resource/back-office.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { recordName, singularOf } from './catalogue.ts';
import { GeneratedList } from './GeneratedList.tsx';
import { LazyCreatePage, LazyRecordPage } from './lazy-pages.ts';
import type { AnyOverride } from './override.ts';
import { ResourceScreenContext } from './resource-screen.tsx';
import { OpenTabProvider } from './tabs.tsx';

/**
 * Routes of a resource: list, /new, /{id} and its own. /list and react-admin's /create redirect to the spec's
 * addresses.
 */
export function resourceRoutes(resource: Resource, override: AnyOverride): ReactElement {
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
      {override.routes?.map((route) => (
        <Route key={route.path} path={route.path} element={described(route.element)} />
      ))}
    </ResourceRoutes>
  );
}

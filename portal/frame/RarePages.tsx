import { Outlet, useRoutes } from 'react-router-dom';
import { AuditPage } from '../prospect-audit/AuditPage.tsx';
import { ProspectAuditPage } from '../prospect-audit/ProspectAuditPage.tsx';
import { SharedPage } from '../shares/SharedPage.tsx';
import { AuthorizedPage } from './AuthorizedPage.tsx';
import { NotFound } from './NotFound.tsx';
import { RouteGuard } from './RouteGuard.tsx';

const audits = { path: '/prospect_audit', title: 'Prospect Audit', recordType: 'ProspectAudit' } as const;

/** The rarely visited pages and the not-found page, in a chunk of their own to keep the entry small. */
export const RarePages = () => useRoutes(routes);

const routes = [
  { path: '/shared', element: <SharedPage /> },
  {
    element: <RouteGuard />,
    children: [
      {
        element: <AuthorizedPage route={audits}>{<Outlet />}</AuthorizedPage>,
        children: [
          { path: audits.path, element: <ProspectAuditPage /> },
          { path: `${audits.path}/:auditId`, element: <AuditPage /> },
        ],
      },
    ],
  },
  { path: '*', element: <NotFound /> },
];

import { Outlet, type RouteObject } from 'react-router-dom';
import { AuthorizedPage } from '../frame/AuthorizedPage.tsx';
import { AuditPage } from './AuditPage.tsx';
import { ProspectAuditPage } from './ProspectAuditPage.tsx';

const audits = { path: '/prospect_audit', title: 'Prospect Audit', recordType: 'ProspectAudit' } as const;

export const auditRoutes: RouteObject[] = [
  {
    element: <AuthorizedPage route={audits}>{<Outlet />}</AuthorizedPage>,
    children: [
      { path: audits.path, element: <ProspectAuditPage /> },
      { path: `${audits.path}/:auditId`, element: <AuditPage /> },
    ],
  },
];

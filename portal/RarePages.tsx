import { useRoutes } from 'react-router-dom';
import { NotFound } from './frame/NotFound.tsx';
import { RouteGuard } from './frame/RouteGuard.tsx';
import { auditRoutes } from './prospect-audit/ProspectAuditPage.tsx';
import { shareRoutes } from './shares/SharedPage.tsx';

/** The rarely visited pages and the not-found page, in a chunk of their own to keep the entry small. */
export const RarePages = () => useRoutes(rareRoutes);

const rareRoutes = [
  ...shareRoutes,
  { element: <RouteGuard />, children: auditRoutes },
  { path: '*', element: <NotFound /> },
];

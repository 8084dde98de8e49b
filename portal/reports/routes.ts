import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const ReportsRoute = lazyPage(async () => (await import('./ReportsRoute.tsx')).ReportsRoute);

export const reportRoutes = [
  { path: '/reports', title: 'Reports', recordType: 'Report', Page: ReportsRoute },
  { path: '/reports/:reportId', title: 'Report', recordType: 'Report', Page: ReportsRoute },
] as const satisfies readonly Route[];

import type { RouteObject } from 'react-router-dom';
import { channelRoutes } from './channels/routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { lazyComponent } from './forms/lazyComponent.tsx';
import { guildRoutes } from './guild/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { knowledgeBaseRoutes } from './knowledge-base/routes.ts';
import { PageLoadError } from './look/LoadError.tsx';
import { orderRoutes } from './orders/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { MagicPage } from './session/MagicPage.tsx';
import { settingsRoutes } from './settings/routes.ts';

/**
 * The pages within the frame, for signed-in people. Breadcrumbs, window titles, the router's table and loading on hover
 * derive from them.
 */
export const routes = [
  ...homeRoutes,
  ...channelRoutes,
  ...orderRoutes,
  ...clientRoutes,
  ...guildRoutes,
  ...knowledgeBaseRoutes,
  ...reportRoutes,
  ...settingsRoutes,
] as const;

export type RoutePath = (typeof routes)[number]['path'];

const RarePages = lazyComponent(async () => (await import('./RarePages.tsx')).RarePages, {
  errorFallback: PageLoadError,
});

/** The addresses that decide themselves whether they need a sign-in. */
export const openRoutes: readonly RouteObject[] = [
  { path: '/magic', element: <MagicPage /> },
  { path: '*', element: <RarePages /> },
];

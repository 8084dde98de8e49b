import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const SettingsPage = lazyPage(async () => (await import('./SettingsPage.tsx')).SettingsPage);

export const settingsRoutes = [
  { path: '/settings', title: 'Settings', Page: SettingsPage },
] as const satisfies readonly Route[];

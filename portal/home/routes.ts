import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const HomePage = lazyPage(async () => (await import('./HomePage.tsx')).HomePage);

export const homeRoutes = [{ path: '/', title: 'Home', Page: HomePage }] as const satisfies readonly Route[];

import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const GuildUsersPage = lazyPage(async () => (await import('./GuildUsersPage.tsx')).GuildUsersPage);
const NewGuildUserPage = lazyPage(async () => (await import('./NewGuildUserPage.tsx')).NewGuildUserPage);
const GuildUserPage = lazyPage(async () => (await import('./GuildUserPage.tsx')).GuildUserPage);

export const guildRoutes = [
  { path: '/g/users', title: 'Organization', Page: GuildUsersPage },
  { path: '/g/users/new', title: 'New User', Page: NewGuildUserPage },
  { path: '/g/users/:userId', title: 'User', Page: GuildUserPage },
] as const satisfies readonly Route[];

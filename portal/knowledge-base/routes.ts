import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const KnowledgeBasePage = lazyPage(async () => (await import('./KnowledgeBasePage.tsx')).KnowledgeBasePage);

export const knowledgeBaseRoutes = [
  { path: '/knowledge_base', title: 'Knowledge Base', recordType: 'GuildResource', Page: KnowledgeBasePage },
] as const satisfies readonly Route[];

import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { OrganizationFieldInput } from '../entities/OrganizationPicker.tsx';
import { lazyComponent, lazyPage } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';

const GuildResources = lazyComponent(async () => (await import('./GuildResources.tsx')).GuildResources);
const KnowledgeBasePage = lazyPage(async () => (await import('./KnowledgeBasePage.tsx')).KnowledgeBasePage);

export const guilds: Override<'Guild'> = {
  icon: ShieldOutlined,
  inputs: { entityId: OrganizationFieldInput },
  children: { GuildResource: GuildResources },
  listActions: KnowledgeBaseLink,
  routes: [
    { path: 'knowledge_base', element: <KnowledgeBasePage /> },
    { path: 'knowledge_base/:id', element: <KnowledgeBasePage /> },
  ],
};

/** Link from the list of guilds to their knowledge bases. */
function KnowledgeBaseLink() {
  return (
    <Button size="small" color="inherit" component={Link} to="/guilds/knowledge_base">
      Knowledge base
    </Button>
  );
}

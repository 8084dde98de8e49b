import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { lazyComponent, lazyInput, lazyPage } from '../frame/lazy-component.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

const GuildResources = lazyComponent(async () => (await import('./GuildResources.tsx')).GuildResources);
const KnowledgeBasePage = lazyPage(async () => (await import('./KnowledgeBasePage.tsx')).KnowledgeBasePage);

const OrganizationInput = lazyInput<FieldProps>(
  async () => (await import('../entities/OrganizationPicker.tsx')).OrganizationFieldInput,
);

export const guilds: Override<'Guild'> = {
  icon: ShieldOutlined,
  inputs: { entityId: OrganizationInput },
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

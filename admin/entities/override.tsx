import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { lazyComponent, lazyInput, lazyPage } from '../frame/lazy-component.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

const Members = lazyComponent(async () => (await import('./Members.tsx')).Members);
const Invitations = lazyComponent(async () => (await import('./Members.tsx')).Invitations);
const DeletePage = lazyPage(async () => (await import('./DeletePage.tsx')).DeletePage);
/** Lazy: pulls in the drag-and-drop library. */
const EntityTreePage = lazyPage(async () => (await import('./tree/EntityTreePage.tsx')).EntityTreePage);

const input = (name: keyof typeof import('./entity-inputs.tsx')) =>
  lazyInput<FieldProps>(async () => (await import('./entity-inputs.tsx'))[name]);

export const entities: Override<'Entity'> = {
  icon: AccountTreeOutlined,
  inputs: { parent: input('ParentInput'), subType: input('SubTypeInput'), client: input('ClientInput') },
  children: { EntityMember: Members, Invitation: Invitations },
  listActions: TreeLink,
  deletePage: DeletePage,
  routes: [{ path: 'tree', element: <EntityTreePage /> }],
};

/** Link from the list of entities to the tree. */
function TreeLink() {
  return (
    <Button size="small" color="inherit" startIcon={<AccountTreeOutlined />} component={Link} to="/entities/tree">
      Tree view
    </Button>
  );
}

import { subject } from '@casl/ability';
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { Button } from '@mui/material';
import { useEffect } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Entity } from '#schemas/generated/types.ts';
import { lazyComponent, lazyPage } from '../frame/lazy-component.tsx';
import { FieldInput } from '../generate/inputs.tsx';
import type { FieldProps, Override } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';
import { inputProps } from '../generate/scalar-inputs.tsx';
import { useSession } from '../provider/session.ts';
import { OrganizationPicker } from './OrganizationPicker.tsx';

const Members = lazyComponent(async () => (await import('./Members.tsx')).Members);
const Invitations = lazyComponent(async () => (await import('./Members.tsx')).Invitations);
const DeletePage = lazyPage(async () => (await import('./DeletePage.tsx')).DeletePage);
/** Lazy: pulls in the drag-and-drop library. */
const EntityTreePage = lazyPage(async () => (await import('./tree/EntityTreePage.tsx')).EntityTreePage);

export const entities: Override<'Entity'> = {
  icon: AccountTreeOutlined,
  inputs: { parent: ParentInput, subType: SubTypeInput, client: ClientInput },
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

/**
 * Picks the parent of an entity. Moving needs update access to the old and the new parent; a client entity is never a
 * parent.
 */
function ParentInput(props: FieldProps) {
  const session = useSession();
  const entity = useRecordContext<Entity>();
  const above = entity && { ...entity, treeScope: entity.treeScope?.slice(1) };
  if (entity?.id && !session?.ability.can('update', subject('Entity', { ...above })))
    return <ReadOnlyField {...props} />;
  // An entity cannot be its own descendant.
  const isFit = ({ treeScope = [] }: Entity) => !entity?.id || !treeScope.includes(entity.id);
  return <OrganizationPicker {...inputProps(props)} isFit={isFit} />;
}

/** Only an ADMIN may change an entity's subType; for everybody else it is read-only. */
function SubTypeInput(props: FieldProps) {
  const isAdmin = useIsAdmin();
  const isNew = useRecordContext<Entity>()?.id === undefined;
  if (isAdmin) return <FieldInput {...props} />;
  return isNew ? null : <ReadOnlyField {...props} />;
}

/** The client of a client entity; hidden for other subtypes. */
function ClientInput(props: FieldProps) {
  const isAdmin = useIsAdmin();
  const isPlace = useWatch({ name: 'subType' }) === 'client';
  const client: unknown = useWatch({ name: props.source });
  const { setValue } = useFormContext();
  useEffect(() => {
    if (!isPlace && client) setValue(props.source, null, { shouldDirty: true });
  }, [isPlace, client, setValue, props.source]);
  if (!isPlace) return null;
  return isAdmin ? <FieldInput {...props} /> : <ReadOnlyField {...props} />;
}

function useIsAdmin(): boolean {
  return useSession()?.user.roles.includes('ADMIN') ?? false;
}

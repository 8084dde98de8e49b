import { subject } from '@casl/ability';
import { useEffect } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Entity } from '#schemas/generated/types.ts';
import { FieldInput } from '../generate/inputs.tsx';
import type { FieldProps } from '../generate/override.ts';
import { ReadOnlyField } from '../generate/read-only.tsx';
import { inputProps } from '../generate/scalar-inputs.tsx';
import { useSession } from '../provider/session.ts';
import { OrganizationPicker } from './OrganizationPicker.tsx';

/**
 * Picks the parent of an entity. Moving needs update access to the old and the new parent; a client entity is never a
 * parent.
 */
export function ParentInput(props: FieldProps) {
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
export function SubTypeInput(props: FieldProps) {
  const isAdmin = useIsAdmin();
  const isNew = useRecordContext<Entity>()?.id === undefined;
  if (isAdmin) return <FieldInput {...props} />;
  return isNew ? null : <ReadOnlyField {...props} />;
}

/** The client of a client entity; hidden for other subtypes. */
export function ClientInput(props: FieldProps) {
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

import { subject } from '@casl/ability';
import { Alert, AlertTitle, Box, Button, Link, Skeleton, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BooleanInput, Form, required, ShowBase, useDelete, useRecordContext, useRequireAccess } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { served } from '#schemas/generated/registry.ts';
import type { Entity } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { PageHeader, PageSection } from '../frame/PageHeader.tsx';
import { useAfterDelete } from '../generate/RecordPage.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { fullRecordQuery } from '../generate/useFieldValue.ts';
import { ifMatchHeaders } from '../provider/data.ts';
import { apiErrorBody, request } from '../provider/http.ts';
import { useSession } from '../provider/session.ts';
import { OrganizationPicker } from './OrganizationPicker.tsx';
import type { MoveSize } from './tree/entity-nodes.ts';

/**
 * Confirmation page for deleting an entity. Counts the dependents and asks where to move them, so that no orphans
 * remain (design 3).
 */
export function DeletePage() {
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'delete', resource: resource.path });
  if (isPending) return null;
  return (
    <ShowBase disableAuthentication queryOptions={fullRecordQuery}>
      <LoadedEntity />
    </ShowBase>
  );
}

function LoadedEntity() {
  const entity = useRecordContext<Entity>();
  return entity ? <Question entity={entity} /> : null;
}

function Question({ entity }: { entity: Entity }) {
  const [deleteError, setDeleteError] = useState<Error>();
  const { dependents, others, hasMembers, error, refetch } = useDependents(entity);
  const isBare = dependents?.every(({ count }) => count === 0);
  const blockers = Object.entries(others);
  const showError = (reason: Error) => {
    setDeleteError(reason);
    void refetch();
  };
  return (
    <Box sx={{ maxWidth: 720 }}>
      <PageHeader title={`Delete ${entity.name}?`} of={entity} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {deleteError ? <DeleteError error={deleteError} /> : null}
        {error ? (
          <Alert severity="error">{`We couldn't count what depends on this entity: ${error.message}`}</Alert>
        ) : null}
        <PageSection title="What depends on this entity">
          {dependents ? <Counts hanging={dependents} /> : <Skeleton height={160} />}
        </PageSection>
        {blockers.length > 0 ? (
          <Alert severity="warning">
            <AlertTitle>Other records refer to this entity</AlertTitle>
            To delete it, change these to another entity or clear the field: <Types counts={blockers} />
          </Alert>
        ) : isBare ? (
          <DeleteBare entity={entity} onError={showError} />
        ) : dependents ? (
          <DeletionPlan entity={entity} hasMembers={hasMembers} onError={showError} />
        ) : null}
      </Box>
    </Box>
  );
}

function Counts({ hanging }: { hanging: DependentCount[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 1 }}>
      {hanging.map(({ label, count, to }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Typography component="dt">{label}</Typography>
          <Typography component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {count > 0 && to ? (
              <Link component={RouterLink} to={to}>
                {count.toLocaleString('en-US')}
              </Link>
            ) : (
              count.toLocaleString('en-US')
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function DeleteBare({ entity, onError }: { entity: Entity; onError: (error: Error) => void }) {
  const { resource } = useResourceScreen();
  const onDeleted = useAfterDelete();
  const [remove, { isPending }] = useDelete<Entity, Error>();
  const press = () =>
    void remove(
      resource.path,
      { id: entity.id, previousData: entity },
      { mutationMode: 'pessimistic', onSuccess: () => onDeleted(entity), onError },
    );
  return (
    <>
      <Typography>Nothing depends on this entity. Deleting it can't be undone.</Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" color="error" disabled={isPending} onClick={press}>
          Delete permanently
        </Button>
        <Button color="inherit" component={RouterLink} to={`/${resource.path}/${entity.id}`}>
          Cancel
        </Button>
      </Box>
    </>
  );
}

/** The error message, with the number of records by type that still refer to the entity. */
function DeleteError({ error }: { error: Error }) {
  const referring = Object.entries(apiErrorBody(error).details?.referredBy ?? {});
  return (
    <Alert severity="error">
      <AlertTitle>Entity not deleted</AlertTitle>
      <span>{referring.length === 0 ? error.message : 'Other records refer to it:'}</span>
      <Types counts={referring} />
    </Alert>
  );
}

function Types({ counts }: { counts: [string, number][] }) {
  if (counts.length === 0) return null;
  return (
    <ul style={{ margin: 0, paddingLeft: 18 }}>
      {counts.map(([title, count]) => (
        <li key={title}>{`${labelNamed(title)}: ${count.toLocaleString('en-US')}`}</li>
      ))}
    </ul>
  );
}

/** 'EntityMember' -> 'Entity members'. */
function labelNamed(title: string): string {
  const schema = Object.values(served).find((each) => each.title === title);
  return schema ? resourceOf(schema).label : title;
}

/** Response of GET /api/entities/{id}/dependents. */
interface Dependents {
  own: Record<'entities' | 'clients' | 'members' | 'channels', number>;
  below: MoveSize;
  others: Record<string, number>;
}

/** The number of dependents of one kind. */
interface DependentCount {
  label: string;
  count: number;
  /** Undefined if no list shows them. */
  to?: string;
}

/** Loads and counts an entity's dependents, with links to their lists. `hanging` is undefined while loading. */
function useDependents(entity: Entity) {
  const { data, error, refetch } = useQuery({
    queryKey: ['entities', 'dependents', entity.id],
    queryFn: async ({ signal }): Promise<Dependents> =>
      (await request(`/api/entities/${entity.id}/dependents`, { signal })).json,
    // No cache: the counts before a deletion must be current.
    staleTime: 0,
  });
  const hasMembers = (data?.own.members ?? 0) > 0;
  return { dependents: data && hangingOf(entity, data), others: data?.others ?? {}, hasMembers, error, refetch };
}

function hangingOf({ id }: Entity, { own, below }: Dependents): DependentCount[] {
  const lists = {
    entities: listOf('entities', { parent: id, subType: 'abstract' }),
    clients: listOf('entities', { parent: id, subType: 'client' }),
    channels: listOf('channels', { entityId: id }),
  };
  return [
    { label: 'Direct child entities', count: own.entities, to: lists.entities },
    { label: 'Direct clients', count: own.clients, to: lists.clients },
    { label: 'Members', count: own.members, to: `/entities/${id}` },
    { label: 'Channels', count: own.channels, to: lists.channels },
    { label: 'Entities at lower levels', count: below.entities - own.entities },
    { label: 'Clients at lower levels', count: below.clients - own.clients },
    { label: 'Orders at all levels', count: below.orders },
  ];
}

const listOf = (resource: string, filter: object) =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Form-only field: the form starts with the entity's values, so the name must not be one of its fields. */
const staying = '$staying';

interface DeletionPlanProps {
  entity: Entity;
  hasMembers: boolean;
  onError: (error: Error) => void;
}

/** Asks where to move the dependents of an entity, then moves them and deletes the entity in one transaction. */
function DeletionPlan({ entity, hasMembers, onError }: DeletionPlanProps) {
  const { resource } = useResourceScreen();
  const onDeleted = useAfterDelete();
  const cache = useQueryClient();
  const session = useSession();
  const [isPending, setPending] = useState(false);
  const isFit = (goal: Entity) =>
    !goal.treeScope?.includes(entity.id) && session?.ability.can('update', subject('Entity', { ...goal })) === true;
  const submit = async ({ moveTo, [staying]: areStaying }: Record<string, unknown>) => {
    setPending(true);
    const body = JSON.stringify({ moveTo, members: areStaying === true ? 'move' : 'end' });
    try {
      await request(`/api/entities/${entity.id}/dissolve`, { method: 'POST', headers: ifMatchHeaders(entity), body });
      await Promise.all(affected.map((name) => cache.invalidateQueries({ queryKey: [name] })));
      onDeleted(entity);
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      setPending(false);
    }
  };
  return (
    <Form onSubmit={submit} disableInvalidFormNotification>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <PageSection title="New location">
          <OrganizationPicker
            source="moveTo"
            label="Move everything to"
            isFit={isFit}
            validate={required('Missing required field: Move everything to')}
            helperText="Child entities move there with everything below them, and so do the channels. Orders follow their clients."
          />
          {hasMembers ? (
            <Box sx={{ mt: 1.5 }}>
              <BooleanInput
                source={staying}
                label="Also move its members, who then have access to everything there. Otherwise their memberships end."
                defaultValue={false}
                helperText={false}
              />
            </Box>
          ) : null}
        </PageSection>
        <Typography>Either everything is moved and deleted, or nothing is. This can't be undone.</Typography>
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" color="error" disabled={isPending}>
            Move everything and delete
          </Button>
          <Button color="inherit" component={RouterLink} to={`/${resource.path}/${entity.id}`}>
            Cancel
          </Button>
        </Box>
      </Box>
    </Form>
  );
}

/** react-admin resources whose cached records change when an entity is dissolved. */
const affected = ['entities', 'clients', 'channels', 'users', 'orders'];

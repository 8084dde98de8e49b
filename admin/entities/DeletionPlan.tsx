import { subject } from '@casl/ability';
import { Box, Button, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BooleanInput, Form, required } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Entity } from '#schemas/generated/types.ts';
import { PageSection } from '../frame/PageSection.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { useAfterDelete } from '../generate/useAfterDelete.ts';
import { ifMatchHeaders } from '../provider/data.ts';
import { request } from '../provider/http.ts';
import { useSession } from '../provider/useSession.ts';
import { OrganizationPicker } from './OrganizationPicker.tsx';

/** Form-only field: the form starts with the entity's values, so the name must not be one of its fields. */
const staying = '$staying';

interface DeletionPlanProps {
  entity: Entity;
  hasMembers: boolean;
  onError: (error: Error) => void;
}

/** Asks where to move the dependents of an entity, then moves them and deletes the entity in one transaction. */
export function DeletionPlan({ entity, hasMembers, onError }: DeletionPlanProps) {
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

import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { Button, Card, CardContent, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useEffect, useState } from 'react';
import { BooleanInput, Form, required, useCreate, useGetList, useNotify, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { usePreferences } from '#portal/preferences/preferenceStore.ts';
import type { Channel, Client } from '#schemas/generated/types.ts';
import { OrganizationPicker } from '../entities/OrganizationPicker.tsx';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { useEditedRecord } from '../generate/editing/EditRecord.tsx';
import { parentField } from '../provider/data.ts';
import { usePermissionCheck } from '../provider/permissions.ts';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';

/** Lazy: compares names by edit distance. */
const SimilarClients = lazyComponent(async () => (await import('./Duplicates.tsx')).SimilarClients);

const organization = `${parentField}.entities`;
/** Form-only field: clients have no such field, so it is never sent. */
const outside = '$outside';

/**
 * Organization of a new client. Defaults to the organization of the last used channel; creating the client outside the
 * tree needs an explicit choice (design 4). Below it are clients that may be the same business.
 */
export function NewClientOrganization() {
  const { setValue, getValues } = useFormContext();
  const isOutside: unknown = useWatch({ name: outside });
  const entity = useChosenEntity();
  useEffect(() => {
    if (isOutside === true) setValue(organization, null);
    else if (entity && !getValues(organization)) setValue(organization, entity);
  }, [entity, isOutside, setValue, getValues]);
  return (
    <>
      <Card component="section" aria-label="Where the client belongs" sx={{ mb: 2 }}>
        <CardContent>
          <OrganizationInput source={organization} isDisabled={isOutside === true} />
          <BooleanInput
            source={outside}
            label="No organization for now (visible to administrators only)"
            defaultValue={false}
            helperText={false}
          />
        </CardContent>
      </Card>
      <SimilarClients />
    </>
  );
}

function useChosenEntity(): string | undefined {
  const { channelSlug } = usePreferences();
  const { data: [channel] = [] } = useGetList<Channel>(
    'channels',
    { filter: { slug: channelSlug }, pagination: { page: 1, perPage: 1 }, sort: { field: 'name', order: 'ASC' } },
    { enabled: channelSlug !== null },
  );
  return channel?.entityId;
}

interface OrganizationInputProps {
  source: string;
  isDisabled?: boolean;
}

/** Picks the parent organization of a client: any entity except client entities. */
function OrganizationInput({ source, isDisabled = false }: OrganizationInputProps) {
  return (
    <OrganizationPicker
      source={source}
      label="Organization"
      disabled={isDisabled}
      validate={isDisabled ? [] : required('Missing required field: Organization')}
      helperText="People in this organization and those above it can see the client."
    />
  );
}

/** Creates the entity of subType client for a client that has none yet (design 4). */
export function AddToTreeButton() {
  const client = useRecordContext<Client>();
  const mayAdd = usePermissionCheck()({ action: 'create', resource: 'entities' });
  const [isOpen, setOpen] = useState(false);
  if (!client || client.treeScope.length > 0 || !mayAdd) return null;
  return (
    <>
      <Button color="inherit" variant="outlined" startIcon={<AccountTreeOutlined />} onClick={() => setOpen(true)}>
        Add to organization
      </Button>
      {isOpen ? <OrganizationDialog client={client} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OrganizationDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const [create, { isPending }] = useCreate();
  const notify = useNotify();
  const { editing } = useEditedRecord();
  const onError = useSaveErrors();
  const addToTree = ({ parent }: Record<string, unknown>) => {
    const data = { subType: 'client', client: client.id, name: client.name, parent };
    const onSuccess = () => {
      notify(`${client.name} added`, { type: 'success' });
      onClose();
      editing.reload().catch(onError);
    };
    return create('entities', { data }, { onSuccess, onError: (error) => onError(asError(error)) });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="organization-title">
      <Form onSubmit={addToTree} disableInvalidFormNotification>
        <DialogTitle id="organization-title">Add to organization</DialogTitle>
        <DialogContent>
          <OrganizationInput source="parent" />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isPending}>
            Add{' '}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

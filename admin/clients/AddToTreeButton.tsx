import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { Form, useCreate, useNotify, useRecordContext } from 'react-admin';
import type { Client } from '#schemas/generated/types.ts';
import { useEditedRecord } from '../generate/editing/EditRecord.tsx';
import { usePermissionCheck } from '../provider/permissions.ts';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import { OrganizationInput } from './NewClientOrganization.tsx';

/** Creates the entity of subType client for a client that has none yet (design 4). */
export function AddToTreeButton() {
  const client = useRecordContext<Client>();
  const mayPlace = usePermissionCheck()({ action: 'create', resource: 'entities' });
  const [isAsking, setAsking] = useState(false);
  if (!client || client.treeScope.length > 0 || !mayPlace) return null;
  return (
    <>
      <Button color="inherit" variant="outlined" startIcon={<AccountTreeOutlined />} onClick={() => setAsking(true)}>
        Add to organization
      </Button>
      {isAsking ? <PlaceDialog client={client} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function PlaceDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const [create, { isPending }] = useCreate();
  const notify = useNotify();
  const { editing } = useEditedRecord();
  const onError = useSaveErrors();
  const place = ({ parent }: Record<string, unknown>) => {
    const data = { subType: 'client', client: client.id, name: client.name, parent };
    const onSuccess = () => {
      notify(`${client.name} added`, { type: 'success' });
      onClose();
      editing.reload().catch(onError);
    };
    return create('entities', { data }, { onSuccess, onError: (error) => onError(asError(error)) });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="place-title">
      <Form onSubmit={place} disableInvalidFormNotification>
        <DialogTitle id="place-title">Add to organization</DialogTitle>
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

import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button } from '@mui/material';
import {
  DeleteWithConfirmButton,
  Form,
  SaveButton,
  useCanAccess,
  useGetRecordRepresentation,
  useRecordContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { PageHead } from '../frame/PageHead.tsx';
import { Renewable, TellUnsaved, useResetOptions } from '../nested/renewal.tsx';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import { useDescribed } from './described.tsx';
import { EditWhole } from './EditWhole.tsx';
import { FormBar } from './FormBar.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordFields } from './RecordFields.tsx';
import { NewerVersion } from './stale/NewerVersion.tsx';
import { useDeleted } from './useDeleted.ts';

/** One record: a form for who may change it, else the same fields to read. */
export function RecordPage() {
  return (
    <EditWhole action="show">
      <RecordBody />
    </EditWhole>
  );
}

function RecordBody() {
  const { resource, override } = useDescribed();
  const record = useRecordContext();
  const representation = useGetRecordRepresentation(resource.path)(record);
  const { canAccess: canEdit, isPending } = useCanAccess({ action: 'edit', resource: resource.path, record });
  if (!record || isPending) return null;
  const { aside: Aside, below: Below, actions: Actions } = override;
  return (
    <Renewable>
      <PageHead title={String(representation)} actions={Actions ? <Actions /> : null} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' }, gap: 3 }}>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          {canEdit ? <RecordForm /> : <RecordFields mode="read" />}
          {Below ? <Below /> : null}
        </Box>
        <Box component="aside" aria-label="About this record" sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <RecordFacts />
          {Aside ? <Aside /> : null}
        </Box>
      </Box>
    </Renewable>
  );
}

function RecordForm() {
  const resetOptions = useResetOptions();
  return (
    <Form warnWhenUnsavedChanges disableInvalidFormNotification resetOptions={resetOptions}>
      <TellUnsaved />
      <RecordFields mode="edit" />
      <FormBar notice={<NewerVersion />}>
        <SaveButton />
        <DeleteIfAllowed />
      </FormBar>
    </Form>
  );
}

function DeleteIfAllowed() {
  const { resource, override } = useDescribed();
  const record = useRecordContext();
  const { canAccess } = useCanAccess({ action: 'delete', resource: resource.path, record });
  const onError = useSaveErrors();
  const onDeleted = useDeleted();
  if (!canAccess || !record) return null;
  if (override.deletePage) {
    return (
      <Button
        color="error"
        startIcon={<DeleteOutlined />}
        component={Link}
        to={`/${resource.path}/${record.id}/delete`}
      >
        Delete
      </Button>
    );
  }
  return (
    <DeleteWithConfirmButton
      redirect="list"
      mutationOptions={{ onError: (error) => onError(asError(error)), onSuccess: () => onDeleted(record) }}
    />
  );
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

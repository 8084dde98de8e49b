import { Box } from '@mui/material';
import {
  DeleteWithConfirmButton,
  EditBase,
  Form,
  SaveButton,
  useCanAccess,
  useGetRecordRepresentation,
  useNotify,
  useRecordContext,
  useRequireAccess,
} from 'react-admin';
import { PageHead } from '../frame/PageHead.tsx';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import { singularOf } from './catalogue.ts';
import { useDescribed } from './described.tsx';
import { FormBar } from './FormBar.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordFields } from './RecordFields.tsx';
import { wholeRecord } from './whole-record.ts';

/** One record: a form for who may change it, else the same fields to read. */
export function RecordPage() {
  const { resource } = useDescribed();
  const notify = useNotify();
  const onError = useSaveErrors();
  const { isPending } = useRequireAccess({ action: 'show', resource: resource.path });
  if (isPending) return null;
  return (
    <EditBase
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={wholeRecord}
      mutationOptions={{ ...wholeRecord, onSuccess: () => notify('Saved', { type: 'success' }), onError }}
    >
      <RecordBody />
    </EditBase>
  );
}

function RecordBody() {
  const { resource, override } = useDescribed();
  const record = useRecordContext();
  const representation = useGetRecordRepresentation(resource.path)(record);
  const { canAccess: canEdit, isPending } = useCanAccess({ action: 'edit', resource: resource.path, record });
  if (!record || isPending) return null;
  const { aside: Aside } = override;
  return (
    <>
      <PageHead title={String(representation)} trail={[{ label: resource.label, to: `/${resource.path}` }]} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' }, gap: 3 }}>
        {canEdit ? <RecordForm /> : <RecordFields mode="read" />}
        <Box component="aside" aria-label="About this record" sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <RecordFacts />
          {Aside ? <Aside /> : null}
        </Box>
      </Box>
    </>
  );
}

function RecordForm() {
  return (
    <Form warnWhenUnsavedChanges>
      <RecordFields mode="edit" />
      <FormBar>
        <SaveButton />
        <DeleteIfAllowed />
      </FormBar>
    </Form>
  );
}

function DeleteIfAllowed() {
  const { resource } = useDescribed();
  const record = useRecordContext();
  const { canAccess } = useCanAccess({ action: 'delete', resource: resource.path, record });
  if (!canAccess) return null;
  return <DeleteWithConfirmButton redirect="list" successMessage={`${singularOf(resource)} deleted`} />;
}

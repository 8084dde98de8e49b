import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, Card, CardContent } from '@mui/material';
import {
  DeleteWithConfirmButton,
  type RaRecord,
  useGetRecordRepresentation,
  useNotify,
  useRecordContext,
  useRedirect,
} from 'react-admin';
import { Link } from 'react-router-dom';
import type { Resource } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { isPermitted, usePermissionCheck } from '../provider/permissions.ts';
import { useSession } from '../provider/session.ts';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import { fieldByName, nestedIn, singularOf } from './catalogue.ts';
import { EditRecord, useEditedRecord } from './editing/EditRecord.tsx';
import { RecordForm } from './editing/RecordForm.tsx';
import { RecordFields } from './RecordFields.tsx';
import { ReadOnlyField } from './read-only.tsx';
import { useResourceScreen } from './resource-screen.tsx';

/** Lazy: not needed by lists. */
const ChildTables = lazyComponent(async () => (await import('../nested/ChildTables.tsx')).ChildTables);

/** Page of a record: a form with update access, otherwise read-only fields. */
export function RecordPage() {
  return (
    <EditRecord action="show">
      <RecordBody />
    </EditRecord>
  );
}

function RecordBody() {
  const { resource, override } = useResourceScreen();
  const record = useRecordContext();
  const representation = useGetRecordRepresentation(resource.path)(record);
  // react-admin's hook is pending for a moment after each save, which would reset the form.
  const session = useSession();
  if (!record || !session) return null;
  const canEdit = isPermitted(session, { action: 'edit', resource: resource.path, record });
  const { aside: Aside, below: Below, actions: Actions, hasWideTables = false } = override;
  return (
    <>
      <PageHeader title={String(representation)} actions={Actions ? <Actions /> : null} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' }, gap: 3 }}>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          {canEdit ? (
            <RecordForm actions={<DeleteIfAllowed />}>
              <RecordFields mode="edit" />
            </RecordForm>
          ) : (
            <RecordFields mode="read" />
          )}
          {/* Loads after the form, which is usable meanwhile. */}
          {hasWideTables ? null : <ChildTables />}
          {Below ? <Below /> : null}
        </Box>
        <Box component="aside" aria-label="About this record" sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <RecordMetadata />
          {Aside ? <Aside /> : null}
        </Box>
        {hasWideTables ? (
          <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 3, minWidth: 0 }}>
            <ChildTables />
          </Box>
        ) : null}
      </Box>
    </>
  );
}

function DeleteIfAllowed() {
  const { resource, override } = useResourceScreen();
  const record = useRecordContext();
  const may = usePermissionCheck();
  const onError = useSaveErrors();
  const { allowLeaving } = useEditedRecord();
  const onDeleted = useAfterDelete();
  const thing = singularOf(resource).toLowerCase();
  const name = String(useGetRecordRepresentation(resource.path)(record));
  if (!record || !may({ action: 'delete', resource: resource.path, record })) return null;
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
      confirmTitle={`Delete this ${thing}?`}
      confirmContent={[`${name} will be deleted permanently.`, ...deletedWith(resource)].join(' ')}
      mutationOptions={{
        onError: (error) => onError(asError(error)),
        onSuccess: () => {
          allowLeaving();
          onDeleted(record);
        },
      }}
    />
  );
}

/** Which child records are deleted with a record. */
function deletedWith(resource: Resource): string[] {
  const children = nestedIn(resource).filter(({ nested }) => nested.onParentDelete === 'delete');
  const labels = children.map(({ label }) => label.toLowerCase());
  return labels.length > 0 ? [`Its ${new Intl.ListFormat('en-US').format(labels)} will be deleted, too.`] : [];
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Card with a record's metadata: created, updated, id and the resource's own links. */
function RecordMetadata() {
  const { resource, override } = useResourceScreen();
  const { metadataLinks: Facts } = override;
  return (
    <Card>
      <CardContent>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {['createdAt', 'updatedAt', 'id'].map((name) => (
            <ReadOnlyField key={name} field={fieldByName(resource, name)} source={name} />
          ))}
          {Facts ? <Facts /> : null}
        </Box>
      </CardContent>
    </Card>
  );
}

/** Returns a callback for after a deletion: runs the resource's hook, notifies, and redirects to the list. */
export function useAfterDelete(): (record: RaRecord) => void {
  const { resource, override } = useResourceScreen();
  const notify = useNotify();
  const redirect = useRedirect();
  return (record) => {
    override.onDeleted?.(record);
    notify(`${singularOf(resource)} deleted`, { type: 'success' });
    redirect('list', resource.path);
  };
}

import { type RefObject, useRef } from 'react';
import { CreateBase, Form, type RaRecord, useNotify, useRedirect } from 'react-admin';
import { useFormState } from 'react-hook-form';
import type { Resource } from '#schemas/resource/resource.ts';
import { PageHeader } from '../frame/PageHeader.tsx';
import { useNavigationGuard } from '../frame/useNavigationGuard.tsx';
import { useSaveErrors } from '../provider/useSaveErrors.tsx';
import { singularOf } from './catalogue.ts';
import { SaveButton } from './editing/RecordForm.tsx';
import { FormBar } from './FormErrors.tsx';
import { RecordFields } from './RecordFields.tsx';
import { useResourceScreen } from './resource-screen.tsx';

/** Form for a new record; opens the record after the save. */
export function CreatePage() {
  const { resource, override } = useResourceScreen();
  const { createPanel: CreatePanel } = override;
  const notify = useNotify();
  const redirect = useRedirect();
  const onError = useSaveErrors();
  const name = singularOf(resource);
  const isCreated = useRef(false);
  const onSuccess = (record: RaRecord) => {
    isCreated.current = true;
    override.onCreated?.(record);
    notify(`${name} created`, { type: 'success' });
    redirect('edit', resource.path, record.id);
  };
  return (
    <CreateBase mutationMode="pessimistic" mutationOptions={{ onSuccess, onError }}>
      <PageHeader title={`New ${name.toLowerCase()}`} />
      <Form noValidate disableInvalidFormNotification defaultValues={defaultsOf(resource)}>
        <LeaveGuard isCreated={isCreated} />
        {CreatePanel ? <CreatePanel /> : null}
        <RecordFields mode="new" />
        <FormBar>
          <SaveButton />
        </FormBar>
      </Form>
    </CreateBase>
  );
}

/** Guards unsaved input until the record is created. */
function LeaveGuard({ isCreated }: { isCreated: RefObject<boolean> }) {
  const { isDirty } = useFormState();
  return useNavigationGuard(() => isDirty && !isCreated.current);
}

/** Schema defaults of the writable fields. */
function defaultsOf({ fields }: Resource): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, property }) =>
      property.default === undefined || property.readOnly ? [] : [[name, property.default]],
    ),
  );
}

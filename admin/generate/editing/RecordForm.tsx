import Save from '@mui/icons-material/Save';
import { Box, Button, type ButtonProps } from '@mui/material';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Form, RecordContextProvider, useNotify } from 'react-admin';
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form';
import { fieldErrors } from '#portal/editing/autosaveBackoff.ts';
import { hasRemoteChange } from '#portal/editing/editState.ts';
import type { MergeChoice } from '#portal/editing/MergeDialog.tsx';
import { mergeChoices } from '#portal/editing/mergeChoices.ts';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { errorsAtInputs } from '../../provider/input-errors.ts';
import { diffValues, editableValues } from '../../provider/payloads.ts';
import { invalidateSession } from '../../provider/session.ts';
import { singularOf } from '../catalogue.ts';
import { FormBar } from '../FormErrors.tsx';
import { ReadOnlyField } from '../read-only.tsx';
import { useResourceScreen } from '../resource-screen.tsx';
import { type StoredRecord, useEditedRecord } from './EditRecord.tsx';

const LazyRemoteChange = lazyComponent(
  async () => (await import('#portal/editing/RemoteChangeBanner.tsx')).RemoteChangeBanner<StoredRecord>,
);

/**
 * Form of the current record. The inputs are react-admin's and write into the record's store; the form is reset to the
 * store's values after a save and when others' changes are merged.
 */
export function RecordForm({
  children,
  actions,
}: {
  children: ElementSlot;
  /** Shown beside the save button. */
  actions?: ElementSlot;
}) {
  const { resource } = useResourceScreen();
  const { editing, now } = useEditedRecord();
  const { draft } = editing;
  const shown = useSyncExternalStore(draft.subscribe, draft.shown);
  // Only a new `shown` resets the form; a change of `saved` alone must not.
  const start = useMemo(() => {
    const { saved } = editing.state();
    return { ...saved, ...diffValues(resource, shown, editableValues(resource, saved)) };
  }, [editing, resource, shown]);
  const [isComparing, setComparing] = useState(false);
  const choicesIn = useMergeConflicts();
  const saveReport = useSaveReport();
  const { state, remote, isDirty } = now;
  const isSaving = state === 'saving' || state === 'loading';
  const save = async (typed: FieldValues) => {
    draft.type(editableValues(resource, typed));
    if (await editing.save()) return saveReport.saved();
    if (editing.state().remote) setComparing(true);
    return saveReport.rejected();
  };
  return (
    <>
      {hasRemoteChange(now) ? (
        <Box sx={{ position: 'sticky', top: 'var(--under-bar)', zIndex: 2, mb: 2 }}>
          <LazyRemoteChange
            thing={singularOf(resource).toLowerCase()}
            now={now}
            choicesIn={choicesIn}
            isComparing={isComparing}
            onCompare={setComparing}
            onChoose={editing.resolveConflict}
          />
        </Box>
      ) : null}
      <Form record={start} onSubmit={save} disableInvalidFormNotification noValidate>
        <Typing />
        <RecordContextProvider value={now.saved}>{children}</RecordContextProvider>
        <FormBar>
          <SaveButton
            isEnabled={isDirty && !isSaving && state !== 'gone'}
            aria-haspopup={remote ? 'dialog' : undefined}
          />
          {actions}
        </FormBar>
      </Form>
    </>
  );
}

/** Passes every input change to the store. */
function Typing() {
  const { resource } = useResourceScreen();
  const { draft } = useEditedRecord().editing;
  const { subscribe } = useFormContext();
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // A change without a name is a form reset.
        callback: ({ name, values }) => name !== undefined && draft.type(editableValues(resource, values)),
      }),
    [subscribe, draft, resource],
  );
  return null;
}

/** Reports the result of a save: a notification, or errors at the inputs. */
function useSaveReport() {
  const { resource } = useResourceScreen();
  const { editing } = useEditedRecord();
  const notify = useNotify();
  return {
    saved: () => {
      const isMerged = editing.state().remoteChange === 'merged';
      notify(isMerged ? 'Saved and merged with changes made by someone else' : 'Saved', { type: 'success' });
      return undefined;
    },
    rejected: () => {
      const { saveError, state } = editing.state();
      if (state === 'signedOut') {
        invalidateSession();
        notify('Your session has ended. Sign in again in another tab, then continue here.', { type: 'error' });
      }
      const faults = fieldErrors(saveError?.error);
      if (faults.length === 0 && saveError) notify(saveError.error.message, { type: 'error' });
      const dotted = faults.map(({ path, message }) => [path.slice(1).replaceAll('/', '.'), message] as const);
      return errorsAtInputs(resource, Object.fromEntries(dotted));
    },
  };
}

/**
 * Returns a function that lists merge conflicts with somebody else's version: whole fields rendered as on the page,
 * parts of fields as text.
 */
function useMergeConflicts(): (theirs: StoredRecord) => MergeChoice[] {
  const { resource, override } = useResourceScreen();
  const { draft } = useEditedRecord().editing;
  const { fields } = resource;
  const place = recordPlace({ properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])) });
  const look = (field: Field, record: object) => (
    <RecordContextProvider value={record}>
      <ReadOnlyField field={field} source={field.name} shown={override.cells?.[field.name]} hasLabel={false} />
    </RecordContextProvider>
  );
  return (theirs) => {
    const versions = draft.threeWayMerge(theirs);
    return mergeChoices(place, versions).map((choice) => {
      const field = fields.find(({ name }) => choice.path === `/${name}`);
      return field ? { ...choice, saved: look(field, versions.theirs), mine: look(field, versions.mine) } : choice;
    });
  };
}

/** Submit button. react-admin's own crashes when the browser translates the page, because it replaces text nodes. */
export function SaveButton({ isEnabled = true, ...props }: ButtonProps & { isEnabled?: boolean }) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant="contained"
      startIcon={<Save />}
      loading={isSubmitting}
      loadingPosition="start"
      disabled={!isEnabled}
      {...props}
    >
      <span>Save</span>
    </Button>
  );
}

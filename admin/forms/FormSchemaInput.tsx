import { Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { ImportNote } from '#schemas/designing/imports/form-file.ts';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { JsonInput } from '../generate/json/JsonInput.tsx';
import type { FieldProps } from '../generate/override.ts';
import { NewFormStart } from './importing/StartFrom.tsx';

const FormDraftBar = lazyComponent(async () => (await import('./FormDraftBar.tsx')).FormDraftBar);
const DesignerDialog = lazyComponent(async () => (await import('./designer/DesignerDialog.tsx')).DesignerDialog, {
  isDialog: true,
});
const NewFormNotes = lazyComponent(async () => (await import('./importing/ImportNotes.tsx')).NewFormNotes);
const NewFormExamples = lazyComponent(async () => (await import('./importing/NewFormExamples.tsx')).NewFormExamples);

/**
 * Input of a form's schema: designer, JSON and draft. A new form has no draft; it offers copies, templates and files to
 * start from.
 */
export function FormSchemaInput(props: FieldProps) {
  const record = useRecordContext();
  const [isOpen, setOpen] = useState(false);
  const [notes, setNotes] = useState<readonly ImportNote[]>([]);
  const [selected, setSelected] = useState<string | null>(null);
  const openAt = (widget: string | null) => {
    setSelected(widget);
    setOpen(true);
  };
  return (
    <>
      {record?.id ? null : <NewFormStart source={props.source} onImport={setNotes} />}
      {notes.length > 0 && !isOpen ? (
        <NewFormNotes source={props.source} notes={notes} onSelect={openAt} onClose={() => setNotes([])} />
      ) : null}
      <Button variant="outlined" onClick={() => openAt(null)} sx={{ mb: 2 }}>
        Open designer
      </Button>
      {isOpen ? (
        <DesignerDialog
          source={props.source}
          isOpen
          imported={{ notes, onNotes: setNotes, selected }}
          onClose={() => setOpen(false)}
        />
      ) : null}
      <JsonInput {...props} isCovered={isOpen} />
      {record?.id ? <FormDraftBar /> : <NewFormExamples />}
    </>
  );
}

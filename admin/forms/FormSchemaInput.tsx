import { Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { lazyComponent } from '../frame/lazy-component.tsx';
import { JsonInput } from '../generate/json/JsonInput.tsx';
import type { FieldProps } from '../generate/override.ts';
import { NewFormStart } from './importing/StartFrom.tsx';

const FormDraftBar = lazyComponent(async () => (await import('./FormDraftBar.tsx')).FormDraftBar);
const DesignerDialog = lazyComponent(async () => (await import('./designer/DesignerDialog.tsx')).DesignerDialog, {
  isDialog: true,
});
const NewFormExamples = lazyComponent(async () => (await import('./importing/NewFormExamples.tsx')).NewFormExamples);

/**
 * Input of a form's schema: designer, JSON and draft. A new form has no draft; it offers copies, templates and files to
 * start from.
 */
export function FormSchemaInput(props: FieldProps) {
  const record = useRecordContext();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {record?.id ? null : <NewFormStart source={props.source} />}
      <Button variant="outlined" onClick={() => setOpen(true)} sx={{ mb: 2 }}>
        Open designer
      </Button>
      {isOpen ? <DesignerDialog source={props.source} isOpen onClose={() => setOpen(false)} /> : null}
      <JsonInput {...props} isCovered={isOpen} />
      {record?.id ? <FormDraftBar /> : <NewFormExamples />}
    </>
  );
}

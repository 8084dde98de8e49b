import { Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { JsonInput } from '../generate/json/JsonInput.tsx';
import type { FieldProps } from '../generate/override.ts';

const FormDraftBar = lazy(async () => ({ default: (await import('./FormDraftBar.tsx')).FormDraftBar }));
const StartFrom = lazy(async () => ({ default: (await import('./bringing/StartFrom.tsx')).StartFrom }));
const DesignerDialog = lazy(async () => ({ default: (await import('./designer/DesignerDialog.tsx')).DesignerDialog }));

/** The form's fields, in the designer or as JSON, and what is kept of unfinished work on them; a form that is not made yet has none. */
export function FormSchemaInput(props: FieldProps) {
  const record = useRecordContext();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {record?.id ? null : (
        <Suspense>
          <StartFrom source={props.source} />
        </Suspense>
      )}
      <Button variant="outlined" onClick={() => setOpen(true)} sx={{ mb: 2 }}>
        Open the designer
      </Button>
      <Suspense>
        {isOpen ? <DesignerDialog source={props.source} isOpen onClose={() => setOpen(false)} /> : null}
      </Suspense>
      <JsonInput {...props} isCovered={isOpen} />
      {record?.id ? (
        <Suspense>
          <FormDraftBar />
        </Suspense>
      ) : null}
    </>
  );
}

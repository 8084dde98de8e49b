import { Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Form } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { useTypedContent } from './form-content.ts';

const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog, {
  isDialog: true,
});

/** Opens the publish dialog. Disabled if the typed form equals the published one. */
export function PublishButton() {
  const form = useRecordContext<Form>();
  const { typed } = useTypedContent();
  const [isOpen, setOpen] = useState(false);
  // A new form is published by its first save.
  if (!form?.id) return null;
  const isOther = isRecord(typed.formSchema) && !isEqual(typed.formSchema, form.formSchema);
  return (
    <>
      <Button variant="outlined" disabled={!isOther} onClick={() => setOpen(true)}>
        Publish…
      </Button>
      {isOpen ? <PublishDialog form={form} content={typed} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

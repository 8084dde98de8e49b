import { Button } from '@mui/material';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Form } from '#schemas/generated/types.ts';
import { lazily } from '../../frame/lazily.tsx';
import { useTypedContent } from './form-content.ts';

const PublishDialog = lazily(async () => (await import('./PublishDialog.tsx')).PublishDialog, { isDialog: true });

/** Looks at what is typed before it is published. There is nothing to publish where it is what is published already. */
export function PublishButton() {
  const form = useRecordContext<Form>();
  const { typed } = useTypedContent();
  const [isOpen, setOpen] = useState(false);
  // What is not made yet is published as it is made.
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

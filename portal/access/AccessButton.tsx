import { useState } from 'react';
import { Button } from '../look/Button.tsx';
import { AccessDialog } from './AccessDialog.tsx';

/** The button that opens the access explanation of a record (permissions and their reasons). */
export function AccessButton(record: { type: 'Order' | 'Client'; id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        What can I do here?
      </Button>
      {isOpen && <AccessDialog title="What you can do here, and why" record={record} onClose={() => setOpen(false)} />}
    </>
  );
}

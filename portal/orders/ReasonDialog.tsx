import { useState } from 'react';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { Field } from '../look/Field.tsx';

/** What a moderator says to whose order it is when sending it back (design 6). */
export function ReasonDialog({ onSend, onClose }: { onSend: (reason: string) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const text = reason.trim();
  return (
    <Dialog
      title="Send this order back?"
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (text) onSend(text);
      }}
      actions={
        <>
          <Button onClick={onClose}>Leave it pending</Button>
          <Button type="submit" kind="primary">
            Send back
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        isRequired
        hint="What has to change before it can be approved?"
        error={hasTried && !text ? 'Missing required field: Reason' : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

import { useState } from 'react';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { Field } from '../look/Field.tsx';
import { type CancelationReason, cancelationReasons } from './cancelationReasons.ts';

const isReason = (text: string): text is CancelationReason => Object.hasOwn(cancelationReasons, text);

/** Why an order is canceled: one of the five reasons, and notes if there is more to say. */
export function CancelDialog({
  onCancelOrder,
  onClose,
}: {
  onCancelOrder: (changes: { cancelationReason: CancelationReason; cancelationNotes?: string }) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [notes, setNotes] = useState('');
  const [hasTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (!isReason(reason)) return;
    onCancelOrder({ cancelationReason: reason, ...(notes.trim() ? { cancelationNotes: notes.trim() } : {}) });
  };
  return (
    <Dialog
      title="Cancel this order?"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="danger">
            Cancel the order
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        isRequired
        error={hasTried && !isReason(reason) ? 'Missing required field: Reason' : undefined}
      >
        {(control) => (
          <select {...control} value={reason} onChange={(event) => setReason(event.target.value)}>
            <option value="">Choose one</option>
            {Object.entries(cancelationReasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Notes">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={5000}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

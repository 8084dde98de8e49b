import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LabeledInput } from '../look/Field.tsx';

/** A dialog that prompts for a name before saving. */
export function NameDialog({
  title,
  hint,
  initialName = '',
  maxLength = 200,
  onName,
  onClose,
}: {
  title: string;
  hint: string;
  initialName?: string;
  maxLength?: number;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState(initialName);
  const save = useMutation({ mutationFn: onName, onSuccess: onClose });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => name.trim() && save.mutate(name.trim())}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      {save.error && <Banner status="error" title={save.error.message} />}
      <LabeledInput
        label="Name"
        hint={hint}
        isRequired
        maxLength={maxLength}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </Dialog>
  );
}

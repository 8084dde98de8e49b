import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { bulkFields } from '#schemas/bulk/bulk-jobs.ts';
import { Client as schema } from '#schemas/generated/registry.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { inputModeOf } from '../forms/inputMode.ts';
import { type BulkCommand, BulkInputDialog, BulkJobDialog, BulkReport } from '../lists/BulkJob.tsx';
import type { SelectedRecords } from '../lists/SelectionBar.tsx';
import { Button } from '../look/Button.tsx';
import { Field, LabeledInput } from '../look/Field.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { type ClientPath, clientField, clientFieldError, clientRowsFor } from './clientFields.ts';

const settable = bulkFields(resourceOf(schema)).map(({ name }) => name);

/** The bulk edit of selected clients: one property gets the same value in all of them, after a preview. */
export function ClientBulkEdit({ selection, count, isTooMany, list }: SelectedRecords & { list: string }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [input, setInput] = useState<object>();
  const close = () => {
    setOpen(false);
    setInput(undefined);
  };
  return (
    <>
      <Button disabled={isTooMany} onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && !input && <ValueDialog title={titleOf(count)} onAnswer={setInput} onClose={close} />}
      {isOpen && input && (
        <BulkJobDialog
          command={commandOf(input)}
          selection={selection}
          count={count}
          onStarted={(job) => void navigate(`${list}?bulk=${job.id}`)}
          onClose={close}
        />
      )}
    </>
  );
}

/** The result of a bulk edit of clients (`?bulk=`). */
export function ClientBulkReport({ id, list }: { id: string; list: string }) {
  return <BulkReport id={id} commandOf={({ input }) => commandOf(input)} list={list} things="clients" />;
}

const titleOf = (count: number) => `Change ${count === 1 ? '1 client' : `${count.toLocaleString('en-US')} clients`}`;

const commandOf = (input: object): BulkCommand => ({
  resource: 'clients',
  action: 'set',
  input,
  titleOf,
  done: 'changed',
});

/** Asks for a property and its new value. */
function ValueDialog({
  title,
  onAnswer,
  onClose,
}: {
  title: string;
  onAnswer: (input: object) => void;
  onClose: () => void;
}) {
  const { user } = useSignedIn();
  const paths = clientRowsFor(user)
    .flat()
    .filter((path) => settable.includes(path));
  const [path, setPath] = useState<ClientPath>('industry');
  const [text, setText] = useState('');
  const [hasTried, setTried] = useState(false);
  const { label, property, isRequired } = clientField(path);
  const error = clientFieldError(path, text);
  const submit = () => {
    setTried(true);
    // An empty optional property is removed.
    if (!error) onAnswer({ [path]: text.trim() || null });
  };
  return (
    <BulkInputDialog title={title} isReady onSubmit={submit} onClose={onClose}>
      <Field label="Property">
        {(control) => (
          <select
            {...control}
            value={path}
            onChange={({ target }) => {
              setPath(paths.find((each) => each === target.value) ?? path);
              setText('');
            }}
          >
            {paths.map((each) => (
              <option key={each} value={each}>
                {clientField(each).label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <LabeledInput
        label={label}
        hint={property.description}
        isRequired={isRequired}
        maxLength={property.maxLength}
        inputMode={inputModeOf(property)}
        autoComplete="off"
        error={hasTried ? error : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </BulkInputDialog>
  );
}

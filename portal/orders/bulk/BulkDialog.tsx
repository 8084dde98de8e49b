import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isWorking, possibleText, refusalTexts } from '#schemas/bulk/bulk-jobs.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { BulkJob } from '#schemas/generated/types.ts';
import { bulkTitle, type OrderBulkAction } from '#schemas/orders/bulk-actions.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { listOf, recordOf } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts';
import { useDebounced } from '../../lists/useDebounced.ts';
import { Button } from '../../look/Button.tsx';
import { Combobox } from '../../look/Combobox.tsx';
import { Dialog } from '../../look/Dialog.tsx';
import type { ListboxOption } from '../../look/Listbox.tsx';
import { LoadError } from '../../look/LoadError.tsx';
import { AdditionalFieldInput } from '../editing/AdditionalFields.tsx';
import { TransitionDialog } from '../lifecycle/TransitionDialog.tsx';
import styles from './BulkReport.module.css';

/** The records of a bulk job: by id, by the query of their list, or what an earlier job did not change. */
export type BulkSelection = { ids: string[] } | { query: Record<string, string> } | { failedOf: string };

/** The polling interval of a bulk job in progress; milliseconds. */
export const bulkPolling = 500;

/** Query options for a bulk job, polled while it is working. */
export const bulkJobQuery = (id: string) => ({
  ...recordOf('bulk_jobs', id),
  refetchInterval: ({ state }: { state: { data: BulkJob | undefined } }) =>
    !state.data || isWorking(state.data) ? bulkPolling : (false as const),
});

/** Sets the status of a bulk job: running starts it, canceled stops it. */
export const setBulkStatus = (id: string, status: BulkJob['status']) =>
  request<BulkJob>({ method: 'PATCH', path: `bulk_jobs/${id}`, body: { status } });

/**
 * The dialog of a bulk action: asks for what the action needs, shows the preview, and starts the job. Closing it
 * before that cancels the preview.
 */
export function BulkDialog({
  action,
  selection,
  count,
  input: givenInput,
  onStarted,
  onClose,
}: {
  action: OrderBulkAction;
  selection: BulkSelection;
  count: number;
  /** What the action needs, if it is known, as for a retry. */
  input?: object;
  onStarted: (job: BulkJob) => void;
  onClose: () => void;
}) {
  const [input, setInput] = useState(givenInput);
  const title = bulkTitle(action, count);
  if (!input && action.inputs.length > 0)
    return (
      <TransitionDialog
        transition={{ inputs: action.inputs }}
        question={{ title, yes: 'Continue', no: 'Close' }}
        onAnswer={setInput}
        onClose={onClose}
      />
    );
  if (!input && action.field !== undefined)
    return <FieldDialog title={title} name={action.field} onAnswer={setInput} onClose={onClose} />;
  return <Preview {...{ action, selection, title, onStarted, onClose }} input={input ?? {}} />;
}

/** Asks for the new value of a property. */
function FieldDialog({
  title,
  name,
  onAnswer,
  onClose,
}: {
  title: string;
  name: string;
  onAnswer: (input: object) => void;
  onClose: () => void;
}) {
  const [value, setValue] = useState<unknown>();
  const isPerson = schema.properties[name]?.['x-ref'] === 'User';
  const submit = () => value !== undefined && onAnswer({ [name]: value });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" disabled={value === undefined}>
            Continue
          </Button>
        </>
      }
    >
      {isPerson ? (
        <PersonField label={schema.properties[name]?.title ?? labelOf(name)} onChange={setValue} />
      ) : (
        <AdditionalFieldInput name={name} value={value} isReadOnly={false} onChange={setValue} />
      )}
    </Dialog>
  );
}

function PersonField({ label, onChange }: { label: string; onChange: (id: string | undefined) => void }) {
  const [person, setPerson] = useState<ListboxOption | null>(null);
  const [text, setText] = useState<string>();
  const search = useDebounced(text ?? '');
  const found = useQuery({ ...listOf('users', { limit: 20, sort: 'name', search }), enabled: text !== undefined });
  return (
    <Combobox
      label={label}
      value={person}
      options={(found.data?.results ?? []).map(({ id, name, email }) => ({ id, name, note: email }))}
      isPending={found.isFetching || search !== (text ?? '')}
      onSearch={setText}
      onLeft={() => undefined}
      onChange={(option) => {
        setPerson(option);
        onChange(option?.id);
      }}
    />
  );
}

function Preview({
  action,
  selection,
  title,
  input,
  onStarted,
  onClose,
}: {
  action: OrderBulkAction;
  selection: BulkSelection;
  title: string;
  input: object;
  onStarted: (job: BulkJob) => void;
  onClose: () => void;
}) {
  const keyOf = useIdempotencyKey();
  const create = useMutation({
    mutationFn: () => {
      const body = { resource: 'orders', action: action.action, input, ...selection };
      return request<BulkJob>({ method: 'POST', path: 'bulk_jobs', body, idempotencyKey: keyOf(body) });
    },
  });
  const id = create.data?.id ?? '';
  const read = useQuery({ ...bulkJobQuery(id), enabled: id !== '' });
  const cache = useQueryClient();
  const start = useMutation({
    mutationFn: () => setBulkStatus(id, 'running'),
    onSuccess: (started) => {
      // Otherwise the result page would show the preview first.
      cache.setQueryData(recordOf('bulk_jobs', id).queryKey, started);
      onStarted(started);
    },
  });
  const begin = useEffectEvent(() => create.mutate());
  useEffect(() => begin(), []);
  const job = read.data ?? create.data;
  const isReady = job?.status === 'ready';
  const error = create.error ?? read.error ?? start.error;
  const close = () => {
    // Nothing was changed yet; the preview expires by itself if this fails.
    if (job && !start.isSuccess) setBulkStatus(job.id, 'canceled').catch(() => undefined);
    onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          {isReady && job.allowed > 0 && (
            <Button kind={action.isEnd ? 'danger' : 'primary'} isBusy={start.isPending} onClick={() => start.mutate()}>
              {bulkTitle(action, job.allowed)}
            </Button>
          )}
          {create.error && (
            <Button kind="primary" onClick={() => create.mutate()}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <p role="status" className={styles.count}>
        {isReady ? possibleText(job, action) : error ? '' : 'Checking…'}
      </p>
      {job?.status === 'checking' && (
        <progress className={styles.progress} value={job.checked} max={job.total} aria-label="Checked" />
      )}
      {isReady && <Reasons job={job} />}
      {error && <LoadError error={error} deniedText="Nothing was changed." />}
    </Dialog>
  );
}

/** Why the action is not possible on some of the records. */
function Reasons({ job }: { job: BulkJob }) {
  const refusal = refusalTexts(job);
  if (!refusal) return null;
  return (
    <>
      <p>{refusal.heading}</p>
      <ul className={styles.reasons}>
        {refusal.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

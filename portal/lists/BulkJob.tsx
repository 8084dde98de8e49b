import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isWorking, outcomeWords, possibleText, refusalTexts, resultText } from '#schemas/bulk/bulk-jobs.ts';
import type { BulkItem, BulkJob } from '#schemas/generated/types.ts';
import { type Page, recordOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useIdempotencyKey } from '../api/useIdempotencyKey.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { LoadError, RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import styles from './BulkJob.module.css';

// The dialog that previews and starts a bulk job, and the page with its progress and result, for every list.

/** The records of a bulk job: by id, by the query of their list, or what an earlier job did not change. */
export type BulkSelection = { ids: string[] } | { query: Record<string, string> } | { failedOf: string };

/** What a bulk job does, with its texts. */
export interface BulkCommand {
  /** The list of its records, such as `orders`. */
  resource: string;
  /** The action of the job: `set`, or one of the resource's own. */
  action: string;
  input: object;
  /** The title and the button that starts it, for a number of records: 'Send 3 orders for approval'. */
  titleOf: (count: number) => string;
  /** After 'can be': 'sent for approval'. */
  done: string;
  /** Whether it ends records, so that its button is a warning. */
  isEnd?: boolean | undefined;
}

/** The polling interval of a bulk job in progress; milliseconds. */
const polling = 500;

/** Results that are loaded at once. */
const pageSize = 100;

/** Query options for a bulk job, polled while it is working. */
const bulkJobQuery = (id: string) => ({
  ...recordOf('bulk_jobs', id),
  refetchInterval: ({ state }: { state: { data: BulkJob | undefined } }) =>
    !state.data || isWorking(state.data) ? polling : (false as const),
});

/** Sets the status of a bulk job: running starts it, canceled stops it. */
const setStatus = (id: string, status: BulkJob['status']) =>
  request<BulkJob>({ method: 'PATCH', path: `bulk_jobs/${id}`, body: { status } });

/** The dialog that asks for what a bulk job needs, before its preview. */
export function BulkInputDialog({
  title,
  isReady,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  isReady: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ElementSlot;
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" kind="primary" disabled={!isReady}>
            Continue
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** The dialog with the preview of a bulk job, which starts it. Closing it before that cancels the preview. */
export function BulkJobDialog({
  command,
  selection,
  count,
  onStarted,
  onClose,
}: {
  command: BulkCommand;
  selection: BulkSelection;
  count: number;
  onStarted: (job: BulkJob) => void;
  onClose: () => void;
}) {
  const { resource, action, input, titleOf, isEnd = false } = command;
  const keyOf = useIdempotencyKey();
  const create = useMutation({
    mutationFn: () => {
      const body = { resource, action, input, ...selection };
      return request<BulkJob>({ method: 'POST', path: 'bulk_jobs', body, idempotencyKey: keyOf(body) });
    },
  });
  const id = create.data?.id ?? '';
  const read = useQuery({ ...bulkJobQuery(id), enabled: id !== '' });
  const cache = useQueryClient();
  const start = useMutation({
    mutationFn: () => setStatus(id, 'running'),
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
    if (job && !start.isSuccess) setStatus(job.id, 'canceled').catch(() => undefined);
    onClose();
  };
  return (
    <Dialog
      title={titleOf(count)}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          {isReady && job.allowed > 0 && (
            <Button kind={isEnd ? 'danger' : 'primary'} isBusy={start.isPending} onClick={() => start.mutate()}>
              {titleOf(job.allowed)}
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
        {isReady ? possibleText(job, command) : error ? '' : 'Checking…'}
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

type ItemPage = Page<BulkItem> & { next?: string };

/** The progress and the result of a bulk job, record by record, from which the rest can be retried. */
export function BulkReport({
  id,
  commandOf,
  list,
  things,
}: {
  id: string;
  commandOf: (job: BulkJob) => BulkCommand;
  /** The address of the list; ids of records are appended to it. */
  list: string;
  /** The plural of its records, such as `orders`. */
  things: string;
}) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [isRetrying, setRetrying] = useState(false);
  const { data: job, error, refetch } = useQuery(bulkJobQuery(id));
  const isRunning = job !== undefined && isWorking(job);
  const items = useInfiniteQuery({
    queryKey: ['bulk_jobs', id, 'items'],
    queryFn: ({ signal, pageParam: after }) =>
      request<ItemPage>({ path: `bulk_jobs/${id}/items`, query: { limit: pageSize, after }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: isRunning && 2 * polling,
  });
  const { refetch: reloadItems } = items;
  const resource = job?.resource;
  useEffect(() => {
    if (isRunning || !resource) return;
    void reloadItems();
    void cache.invalidateQueries({ queryKey: [resource] });
  }, [cache, isRunning, reloadItems, resource]);
  const cancel = useMutation({ mutationFn: () => setStatus(id, 'canceled'), onSettled: () => refetch() });
  if (error && !job) return <RecordNotFound thing="result" error={error} onRetry={() => void refetch()} />;
  if (!job) return <Skeleton lines={8} />;
  const command = commandOf(job);
  const left = job.total - job.succeeded;
  const rows = (items.data?.pages ?? []).flatMap(({ results }) => results).map((item) => resultOf(item, command));
  return (
    <>
      <PageHead
        title={command.titleOf(job.total)}
        actions={
          isRunning ? (
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              Stop
            </Button>
          ) : (
            left > 0 &&
            job.status !== 'ready' && (
              <Button kind="primary" onClick={() => setRetrying(true)}>
                {`Retry the other ${left.toLocaleString('en-US')}`}
              </Button>
            )
          )
        }
      />
      <div className={styles.page}>
        <p role="status" className={styles.count}>
          {resultText(job, command)}
        </p>
        {isRunning && (
          <>
            <progress
              className={styles.progress}
              value={job.succeeded + job.failed}
              max={job.allowed}
              aria-label="Progress"
            />
            <p className={styles.note}>This continues on the server, so you can leave this page.</p>
          </>
        )}
        {cancel.error && <LoadError error={cancel.error} />}
        {items.error && <LoadError error={items.error} onRetry={() => void items.refetch()} />}
        <ResultList things={things} rows={rows} hrefOf={(record) => `${list}/${record}`} />
        {items.hasNextPage && (
          <Button isBusy={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
            Show more
          </Button>
        )}
        <p>
          <Link to={list}>{`Back to the ${things}`}</Link>
        </p>
      </div>
      {isRetrying && (
        <BulkJobDialog
          command={command}
          selection={{ failedOf: job.id }}
          count={left}
          onStarted={(next) => {
            setRetrying(false);
            void navigate(`${list}?bulk=${next.id}`);
          }}
          onClose={() => setRetrying(false)}
        />
      )}
    </>
  );
}

/** The outcome of one record in a result list. */
export interface ResultRow {
  key: string;
  /** The record that the row links to; undefined if the person cannot open it. */
  record: string | undefined;
  name: string;
  outcome: string;
  isProblem: boolean;
  reason: string;
  problems: readonly { path: string; message: string }[];
}

function resultOf(item: BulkItem, { done }: BulkCommand): ResultRow {
  const { record, name, status, reason, problems, result, resultName } = item;
  const shared = { key: item.id, isProblem: status === 'failed' || status === 'refused', problems };
  const outcome = status === 'done' ? `${done.charAt(0).toUpperCase()}${done.slice(1)}` : outcomeWords[status];
  // A record that was created is what the person looks for, such as the duplicate.
  if (result) return { ...shared, record: result, name: resultName, outcome, reason: `From ${name}` };
  return {
    ...shared,
    record: name === '' ? undefined : record,
    name: name || 'A record you cannot open',
    outcome,
    reason,
  };
}

/** Results per record: a link, the outcome, and what has to be fixed. */
export function ResultList({
  things,
  rows,
  hrefOf,
}: {
  /** The plural of the records. */
  things: string;
  rows: readonly ResultRow[];
  hrefOf: (record: string) => string;
}) {
  const label = `${things.charAt(0).toUpperCase()}${things.slice(1)}`;
  return (
    <ul className={styles.results} aria-label={label}>
      {rows.map(({ key, record, name, outcome, isProblem, reason, problems }) => (
        <li key={key}>
          {record ? <Link to={hrefOf(record)}>{name}</Link> : <span>{name}</span>}{' '}
          <span className={isProblem ? styles.problem : styles.outcome}>{outcome}</span>
          {problems.length > 0 ? (
            <ul className={styles.reasons}>
              {problems.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : (
            reason && <p className={styles.note}>{reason}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

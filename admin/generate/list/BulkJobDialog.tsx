import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Link,
  Typography,
} from '@mui/material';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCreatePath, useListContext, useRefresh } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { isWorking, outcomeWords, possibleText, refusalTexts, resultText } from '#schemas/bulk/bulk-jobs.ts';
import type { BulkItem, BulkJob } from '#schemas/generated/types.ts';
import { request } from '../../provider/http.ts';
import type { BulkSelection } from '../override.ts';
import { useResourceScreen } from '../resource-screen.tsx';

/** What a bulk job does, with its texts. */
interface BulkCommand {
  /** The action of the job: `set`, or one of the resource's own. */
  action: string;
  input: object;
  /** Title and button, for a number of records: 'Change 3 clients'. */
  titleOf: (count: number) => string;
  /** After 'can be': 'changed'. */
  done: string;
}

interface BulkJobDialogProps {
  command: BulkCommand;
  selection: BulkSelection;
  count: number;
  onClose: () => void;
}

/** Polling interval and size of the pages of results. */
const polling = 500;
const pageSize = 100;

const send = async (path: string, method: string, body: object): Promise<BulkJob> =>
  (await request(`/api/${path}`, { method, body: JSON.stringify(body) })).json;

/**
 * Runs a bulk job on the server: the preview with the reasons for what is not possible, then the progress, and a result
 * list from which the rest can be retried.
 */
export function BulkJobDialog({ command, selection, count, onClose }: BulkJobDialogProps) {
  const { resource } = useResourceScreen();
  const { onUnselectItems } = useListContext();
  const refresh = useRefresh();
  const create = useMutation({
    mutationFn: (selected: BulkSelection) => {
      const { action, input } = command;
      return send('bulk_jobs', 'POST', { resource: resource.path, action, input, ...selected });
    },
  });
  const id = create.data?.id ?? '';
  const read = useQuery({
    queryKey: ['bulk_jobs', id],
    queryFn: async (): Promise<BulkJob> => (await request(`/api/bulk_jobs/${id}`)).json,
    enabled: id !== '',
    refetchInterval: ({ state: { data } }) => (!data || isWorking(data) ? polling : false),
  });
  const set = useMutation({
    mutationFn: (status: BulkJob['status']) => send(`bulk_jobs/${id}`, 'PATCH', { status }),
    onSettled: () => read.refetch(),
  });
  const begin = useEffectEvent(() => create.mutate(selection));
  useEffect(() => begin(), []);
  const job = create.isPending ? undefined : read.data;
  const hasEnded = job !== undefined && job.endedAt !== null;
  const reload = useEffectEvent(() => refresh());
  useEffect(() => {
    if (hasEnded) reload();
  }, [hasEnded]);
  const error = create.error ?? read.error ?? set.error;
  const hasStarted = job !== undefined && job.status !== 'checking' && job.status !== 'ready';
  const close = () => {
    // Nothing was changed yet; the preview expires by itself if this fails.
    if (job && !hasStarted) set.mutate('canceled');
    onClose();
    // Last, because the toolbar of the selection contains this dialog.
    if (hasEnded) onUnselectItems();
  };
  const left = job ? job.total - job.succeeded : 0;
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="bulk-job-title">
      <DialogTitle id="bulk-job-title">{command.titleOf(job?.total ?? count)}</DialogTitle>
      <DialogContent>
        <Typography role="status" sx={{ fontWeight: 600 }}>
          {textOf(job, command, error !== null)}
        </Typography>
        {job && isWorking(job) ? (
          <LinearProgress
            variant="determinate"
            value={(100 * (hasStarted ? job.succeeded + job.failed : job.checked)) / Math.max(1, job.total)}
            aria-label={command.titleOf(job.total)}
            sx={{ my: 1 }}
          />
        ) : null}
        {job?.status === 'ready' && job.refused > 0 ? <Reasons job={job} /> : null}
        {job?.status === 'running' ? <Typography>This continues on the server if you close it.</Typography> : null}
        {hasEnded && job ? <Results job={job} done={command.done} /> : null}
        {error ? <Alert severity="error">{error.message}</Alert> : null}
      </DialogContent>
      <DialogActions>
        {job?.status === 'running' ? (
          <Button color="inherit" onClick={() => set.mutate('canceled')}>
            Stop
          </Button>
        ) : null}
        <Button color="inherit" onClick={close}>
          Close
        </Button>
        {job?.status === 'ready' && job.allowed > 0 ? (
          <Button variant="contained" loading={set.isPending} onClick={() => set.mutate('running')}>
            {command.titleOf(job.allowed)}
          </Button>
        ) : null}
        {hasEnded && left > 0 ? (
          <Button variant="contained" onClick={() => create.mutate({ failedOf: id })}>
            {`Retry the other ${left.toLocaleString('en-US')}`}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}

/** The sentence that is announced in each state. */
function textOf(job: BulkJob | undefined, { done }: BulkCommand, hasError: boolean): string {
  if (!job || job.status === 'checking') return hasError ? '' : 'Checking…';
  return job.status === 'ready' ? possibleText(job, { done }) : resultText(job, { done });
}

/** Why the action is not possible on some of the records. */
function Reasons({ job }: { job: BulkJob }) {
  const { heading, lines } = refusalTexts(job) ?? { heading: '', lines: [] };
  return (
    <>
      <Typography sx={{ mt: 1 }}>{heading}</Typography>
      <List texts={lines} />
    </>
  );
}

const List = ({ texts }: { texts: string[] }) => (
  <ul style={{ margin: 0, paddingLeft: 18 }}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

/** The outcome of each record, with a link and what has to be fixed. */
function Results({ job, done }: { job: BulkJob; done: string }) {
  const { resource } = useResourceScreen();
  const createPath = useCreatePath();
  const items = useInfiniteQuery({
    queryKey: ['bulk_jobs', job.id, 'items'],
    queryFn: async ({ pageParam: after }): Promise<{ results: BulkItem[]; next?: string }> =>
      (await request(`/api/bulk_jobs/${job.id}/items?limit=${pageSize}${after && `&after=${after}`}`)).json,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next && encodeURIComponent(next),
  });
  const outcomeOf = ({ status, result, name }: BulkItem) => {
    const text = status === 'done' ? `${done.charAt(0).toUpperCase()}${done.slice(1)}` : outcomeWords[status];
    return result ? `${text} from ${name}` : text;
  };
  return (
    <>
      <ul aria-label="Results" style={{ margin: '8px 0', paddingLeft: 18 }}>
        {(items.data?.pages ?? [])
          .flatMap(({ results }) => results)
          .map((item) => (
            <li key={item.id}>
              {item.name ? (
                <Link
                  component={RouterLink}
                  to={createPath({ resource: resource.path, type: 'edit', id: item.result ?? item.record })}
                  sx={{ fontWeight: 600 }}
                >
                  {item.resultName || item.name}
                </Link>
              ) : (
                <span>A record that you cannot open</span>
              )}
              <span>{`: ${outcomeOf(item)}`}</span>
              {item.reason && item.problems.length === 0 ? <span>{`. ${item.reason}`}</span> : null}
              {item.problems.length > 0 ? <List texts={item.problems.map(({ message }) => message)} /> : null}
            </li>
          ))}
      </ul>
      {items.error ? <Alert severity="error">{items.error.message}</Alert> : null}
      {items.hasNextPage ? (
        <Button color="inherit" loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

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
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type RaRecord,
  RecordContextProvider,
  ReferenceField,
  useCreatePath,
  useDataProvider,
  useGetRecordRepresentation,
  useListContext,
  useNotify,
  useRefresh,
} from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { UndoNotification } from '../../frame/UndoNotification.tsx';
import { apiErrorBody } from '../../provider/http.ts';
import { countWithNoun, fieldByName, resourceByName } from '../catalogue.ts';
import { formatValue } from '../format-value.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import type { RecordAction } from './useRecordActions.ts';

interface BulkDialogProps {
  act: RecordAction;
  ids: RaRecord['id'][];
  onClose: () => void;
}

/**
 * Runs a bulk action: asks for confirmation if it cannot be undone, shows progress, and reports failures per record.
 */
export function BulkDialog({ act, ids: requestedIds, onClose }: BulkDialogProps) {
  const { resource } = useResourceScreen();
  const { selectedIds = [], onSelect, data: shown = [] } = useListContext();
  const refresh = useRefresh();
  // Fixed at the start, since records that are done leave the selection.
  const [ids] = useState(requestedIds);
  const [seenRecords] = useState(() => (act.isDecision ? shown.filter(({ id }) => requestedIds.includes(id)) : []));
  const [input, answer] = useState<object>();
  const { records, error } = useRecords(ids, seenRecords);
  const [outcome, setOutcome] = useState<BulkResult>();
  const [isWorking, setWorking] = useState(false);
  const isStopped = useRef(false);
  const reportDone = useActionReport();
  const nameOf = useGetRecordRepresentation(resource.path);
  const many = countWithNoun(resource, ids.length);

  const start = async () => {
    setWorking(true);
    const end = await runBulkAction({
      records: records ?? [],
      act: (record) => act.work(record, input),
      onProgress: setOutcome,
      isStopped: () => isStopped.current,
    });
    setWorking(false);
    const doneIds = new Set(end.done.map(({ id }) => id));
    onSelect(selectedIds.filter((id) => !doneIds.has(id)));
    if (act.onDecided) act.onDecided(end.updated);
    else refresh();
    if (end.done.length > 0) reportDone({ act, before: end.done, since: end.updated });
    if (end.failed.length === 0 && !isStopped.current) onClose();
  };
  const { Question } = act;
  // Start without confirmation if there is an Undo, the question was answered, or a single record is decided whose
  // summary is in view.
  const isSure =
    act.undo !== undefined ||
    input !== undefined ||
    (act.isDecision === true &&
      !Question &&
      ids.length === 1 &&
      seenRecords.every((one) => act.isInView?.(one) !== false));
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isSure || !records || hasBegun.current) return;
    hasBegun.current = true;
    void start();
  });
  const close = () => {
    if (isWorking) isStopped.current = true;
    else onClose();
  };

  if (Question && !input) {
    const [only] = seenRecords;
    const about = only && ids.length === 1 ? String(nameOf(only)) : many;
    return <Question title={`${act.label} ${about}`} onAnswer={answer} onClose={onClose} />;
  }
  const touched = (outcome?.done.length ?? 0) + (outcome?.failed.length ?? 0);
  const isAsking = outcome === undefined && !isWorking && !isSure;
  const hasReport = error !== null || (outcome?.failed.length ?? 0) > 0 || (isWorking && ids.length > 1);
  if (isSure && !hasReport) return null;
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="bulk-title">
      <DialogTitle id="bulk-title">{isAsking ? `${act.label} ${many}?` : `${act.label} ${many}`}</DialogTitle>
      <DialogContent>
        {error ? <Alert severity="error">{error.message}</Alert> : null}
        {isAsking && records ? <RecordNames records={records} Summary={act.Summary} /> : null}
        {isAsking && act.warning ? <Typography sx={{ mt: 1 }}>{act.warning}</Typography> : null}
        {isWorking ? (
          <LinearProgress
            variant="determinate"
            value={(100 * touched) / ids.length}
            aria-label={`${act.label} ${many}`}
          />
        ) : null}
        {isAsking ? null : (
          <Typography role="status" sx={{ mt: 1 }}>
            {`${outcome?.done.length ?? 0} of ${ids.length} ${act.done}${isWorking || touched === ids.length ? '' : '. Stopped before the rest'}.`}
          </Typography>
        )}
        {outcome && outcome.failed.length > 0 ? <Failures failed={outcome.failed} done={act.done} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {isWorking ? 'Stop' : isAsking ? 'Cancel' : 'Close'}
        </Button>
        {isAsking ? (
          <Button variant="contained" disabled={!records || records.length === 0} onClick={() => void start()}>
            {act.label}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}

/**
 * Loads the records of the action: decisions use the versions that the user saw, all others are refetched. Chunks of
 * ids keep URLs short.
 */
function useRecords(requestedIds: RaRecord['id'][], seenRecords: RaRecord[]) {
  const { resource } = useResourceScreen();
  const dataProvider = useDataProvider();
  const ids = requestedIds.filter((id) => !seenRecords.some((record) => record.id === id));
  const { data, error } = useQuery({
    queryKey: [resource.path, 'getMany', 'bulk', ids],
    enabled: ids.length > 0,
    staleTime: 0,
    queryFn: async () => {
      const portions = Array.from({ length: Math.ceil(ids.length / 100) }, (_, index) =>
        dataProvider.getMany(resource.path, { ids: ids.slice(index * 100, (index + 1) * 100) }),
      );
      return (await Promise.all(portions)).flatMap(({ data }) => data);
    },
  });
  return { records: ids.length === 0 ? seenRecords : data && [...seenRecords, ...data], error };
}

const maxNames = 5;

function RecordNames({ records, Summary }: { records: RaRecord[]; Summary: RecordAction['Summary'] }) {
  const { resource } = useResourceScreen();
  const nameOf = useGetRecordRepresentation(resource.path);
  // The summary must be in view for each of them.
  if (Summary) return records.map((record) => <Summary key={record.id} record={record} />);
  const rest = records.length - maxNames;
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {`${records
        .slice(0, maxNames)
        .map((record) => String(nameOf(record)))
        .join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`}
    </Typography>
  );
}

function Failures({ failed, done }: { failed: BulkFailure[]; done: string }) {
  const { resource } = useResourceScreen();
  const nameOf = useGetRecordRepresentation(resource.path);
  const createPath = useCreatePath();
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <Typography>{`${failed.length} couldn't be ${done}:`}</Typography>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {failed.map(({ record, reason }) => (
          <li key={record.id}>
            <Link
              component={RouterLink}
              to={createPath({ resource: resource.path, type: 'edit', id: record.id })}
              sx={{ fontWeight: 600 }}
            >
              {String(nameOf(record))}
            </Link>
            <RecordDetails record={record} />
            <span>{`: ${reason}`}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Details of a record beside its name (`about` of its override). */
function RecordDetails({ record }: { record: RaRecord }) {
  const { resource, override } = useResourceScreen();
  return (override.summaryFields ?? []).map((name) => {
    const { property } = fieldByName(resource, name);
    const target = resourceByName(property['x-ref'] ?? '');
    const words = target ? '' : formatValue(record[name], property);
    if (!record[name] || (!target && words === '')) return null;
    return (
      <RecordContextProvider key={name} value={record}>
        <span>
          {', '}
          <span>{words}</span>
          {target ? (
            <ReferenceField reference={target.path} source={name} link={false} sx={{ display: 'inline' }} />
          ) : null}
        </span>
      </RecordContextProvider>
    );
  });
}

/** Milliseconds during which an action can be undone. */
const timeToUndo = 10_000;

interface Done {
  act: RecordAction;
  before: RaRecord[];
  since: RaRecord[];
}

/** Returns a function that reports a completed bulk action, with Undo if possible (look, 'Dialogs'). */
function useActionReport(): (done: Done) => void {
  const { resource } = useResourceScreen();
  const notify = useNotify();
  const refresh = useRefresh();
  return ({ act: { done, undo, timedUndo }, before, since }) => {
    const words = `${countWithNoun(resource, before.length)} ${done}`;
    const isLimited = timedUndo !== undefined;
    if (!undo && !isLimited) return notify(words, { type: 'success' });
    const undoEdit = async () => {
      const act = async (after: RaRecord) => {
        const was = before.find(({ id }) => id === after.id);
        if (isLimited) await timedUndo.work(after);
        else if (was) await undo?.(was, after);
        return after;
      };
      const { failed } = await runBulkAction({ records: since, act, onProgress: () => {}, isStopped: () => false });
      refresh();
      const [first] = failed;
      if (first)
        notify(`${countWithNoun(resource, failed.length)} couldn't be restored: ${first.reason}`, {
          type: 'error',
        });
      else notify(`${countWithNoun(resource, since.length)} ${timedUndo?.done ?? 'restored'}`, { type: 'success' });
    };
    return notify(<UndoNotification words={words} onUndo={() => void undoEdit()} />, {
      type: 'success',
      autoHideDuration: timedUndo?.time ?? timeToUndo,
    });
  };
}

/** A record that could not be changed, with the reason. */
interface BulkFailure {
  record: RaRecord;
  reason: string;
}

export interface BulkResult {
  done: RaRecord[];
  /** The changed records in their new version. */
  updated: RaRecord[];
  failed: BulkFailure[];
}

interface Work {
  records: RaRecord[];
  act: (record: RaRecord) => Promise<RaRecord>;
  /** Called after each record. */
  onProgress: (outcome: BulkResult) => void;
  /** Whether the user has stopped the run; the remaining records are skipped. */
  isStopped: () => boolean;
}

/**
 * Runs an action on records one by one, so that each has its own result and the run can be stopped. Never throws:
 * errors end up in `failed`.
 */
export async function runBulkAction({ records, act, onProgress, isStopped }: Work): Promise<BulkResult> {
  let outcome: BulkResult = { done: [], updated: [], failed: [] };
  for (const record of records) {
    if (isStopped()) break;
    const { done, updated, failed } = outcome;
    try {
      const after = await act(record);
      outcome = { done: [...done, record], updated: [...updated, after], failed };
    } catch (error) {
      outcome = {
        done,
        updated,
        failed: [...failed, { record, reason: reasonOf(error) }],
      };
    }
    onProgress(outcome);
  }
  return outcome;
}

/** The first error, with the number of further ones. */
function reasonOf(error: unknown): string {
  const more = (apiErrorBody(error).details?.fields?.length ?? 0) - 1;
  const reason = error instanceof Error ? error.message : String(error);
  return more > 0 ? `${reason} (and ${more} more)` : reason;
}

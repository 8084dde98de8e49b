import {
  Box,
  Button,
  Checkbox,
  Chip,
  type ChipProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type MouseEvent, useId, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Import } from '#schemas/generated/types.ts';
import { LoadError } from '../frame/LoadError.tsx';
import { PageSection } from '../frame/PageHeader.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { download } from '../provider/http.ts';
import { type ImportSummary, isUndoable, isUndoExpired, useImportChange, useImports } from './useImports.ts';

interface BatchesProps {
  resource: Import['resource'];
  kind: Import['kind'];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Import batches of a resource. Each can be opened and undone, or hidden, shown and removed. */
export function Batches({ resource, kind, chosen, onChoose }: BatchesProps) {
  const { data, error, refetch } = useImports(resource, kind);
  const { selected, toggle, clear } = useSelection(data ?? []);
  return (
    <PageSection title="Batches">
      {error ? <LoadError subject="The batches" error={error} onRetry={refetch} /> : null}
      {!data && !error ? <Skeleton variant="rounded" height={120} /> : null}
      {data?.length === 0 ? <Typography color="text.secondary">No imports yet.</Typography> : null}
      {data && data.length > 0 ? (
        <Box tabIndex={0} role="region" aria-label="Batches" sx={{ overflowX: 'auto', mx: -2 }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell padding="checkbox" />
                <TableCell>Batch</TableCell>
                <TableCell>Status</TableCell>
                <TableCell align="right">Rows</TableCell>
                <TableCell>Uploaded</TableCell>
                <TableCell>
                  <Box component="span" sx={{ position: 'absolute', left: -9_999 }}>
                    Actions
                  </Box>
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.map((each) => (
                <BatchRow
                  key={each.id}
                  imported={each}
                  isChosen={each.id === chosen}
                  onChoose={onChoose}
                  isSelected={selected.includes(each.id)}
                  onToggle={({ shiftKey }) => toggle(each.id, shiftKey)}
                />
              ))}
            </TableBody>
          </Table>
        </Box>
      ) : null}
      {selected.length > 0 ? <SelectionToolbar ids={selected} onClear={clear} /> : null}
    </PageSection>
  );
}

/** The selected batches. Shift-click selects or clears all between the last one and this one. */
function useSelection(batches: ImportSummary[]) {
  const [ids, setIds] = useState<string[]>([]);
  const [anchor, setAnchor] = useState('');
  const all = batches.map(({ id }) => id);
  const toggle = (id: string, isRange: boolean) => {
    const [at, from] = [all.indexOf(id), isRange ? all.indexOf(anchor) : -1];
    const range = from === -1 ? [id] : all.slice(Math.min(at, from), Math.max(at, from) + 1);
    const others = ids.filter((each) => !range.includes(each));
    setIds(ids.includes(id) ? others : [...others, ...range]);
    setAnchor(id);
  };
  // A batch may be removed meanwhile.
  return { selected: ids.filter((id) => all.includes(id)), toggle, clear: () => setIds([]) };
}

function SelectionToolbar({ ids, onClear }: { ids: string[]; onClear: () => void }) {
  const notify = useNotify();
  const save = async () => {
    try {
      await download(`/api/imports.csv?${new URLSearchParams({ id: ids.join(',') })}`);
    } catch (error) {
      notify(`Export failed: ${error instanceof Error ? error.message : String(error)}`, { type: 'error' });
    }
  };
  return (
    <Box role="toolbar" aria-label="Selected batches" sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
      <Typography role="status">{`${ids.length} selected`}</Typography>
      <Button size="small" color="inherit" onClick={onClear}>
        Clear selection
      </Button>
      <Button size="small" color="inherit" onClick={() => void save()}>
        Export selected
      </Button>
    </Box>
  );
}

/** Other statuses have no rows. */
const hasRows: Import['status'][] = ['running', 'done', 'hiding', 'showing'];

interface BatchRowProps {
  imported: ImportSummary;
  isChosen: boolean;
  onChoose: (id: string) => void;
  isSelected: boolean;
  onToggle: (event: MouseEvent) => void;
}

function BatchRow({ imported, isChosen, onChoose, isSelected, onToggle }: BatchRowProps) {
  const { id, batch, fileName, status, hidden, rows, createdAt, resource } = imported;
  return (
    <TableRow
      aria-current={isChosen}
      sx={isChosen ? { boxShadow: ({ palette }) => `inset 3px 0 0 ${palette.primary.main}` } : {}}
    >
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={isSelected}
          // A change event does not tell whether Shift is pressed.
          onClick={onToggle}
          slotProps={{ input: { readOnly: true, 'aria-label': `Select ${batch}` } }}
        />
      </TableCell>
      <TableCell sx={{ minWidth: 160, overflowWrap: 'anywhere' }}>
        <span>{batch}</span>
        {fileName.startsWith(batch) ? null : (
          <Typography variant="body2" color="text.secondary">
            {fileName}
          </Typography>
        )}
      </TableCell>
      <TableCell>
        <StatusChip status={status} hidden={hidden} resource={resource} />
      </TableCell>
      <TableCell align="right">{hasRows.includes(status) ? rows.toLocaleString('en-US') : ''}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatDateTime(createdAt)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        <Button size="small" color="inherit" aria-label={`View ${batch}`} onClick={() => onChoose(id)}>
          View
        </Button>
        {status === 'done' && !(isUndoable(resource) && isUndoExpired(imported)) ? (
          <Changes imported={imported} />
        ) : null}
      </TableCell>
    </TableRow>
  );
}

function Changes({ imported }: { imported: ImportSummary }) {
  const { batch, hidden, resource } = imported;
  const canUndo = isUndoable(resource);
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useImportChange(imported);
  const change = (changes: Partial<Import>) =>
    mutate(changes, { onError: ({ message }) => notify(message, { type: 'error' }) });
  return (
    <>
      {canUndo ? null : (
        <Button
          size="small"
          color="inherit"
          disabled={isPending}
          aria-label={`${hidden ? 'Show' : 'Hide'} ${batch}`}
          onClick={() => change({ hidden: !hidden })}
        >
          {hidden ? 'Show' : 'Hide'}
        </Button>
      )}
      <Button
        size="small"
        color="inherit"
        disabled={isPending}
        aria-label={`${canUndo ? 'Undo' : 'Remove'} ${batch}`}
        onClick={() => setAsking(true)}
      >
        {canUndo ? 'Undo' : 'Remove'}
      </Button>
      {isAsking ? (
        <RemoveQuestion
          imported={imported}
          onClose={() => setAsking(false)}
          onRemove={() => {
            setAsking(false);
            change({ status: 'removing' });
          }}
        />
      ) : null}
    </>
  );
}

interface RemoveQuestionProps {
  imported: ImportSummary;
  onClose: () => void;
  onRemove: () => void;
}

function RemoveQuestion({ imported: { batch, rows, resource }, onClose, onRemove }: RemoveQuestionProps) {
  const id = useId();
  const canUndo = isUndoable(resource);
  const action = canUndo ? 'Undo' : 'Remove';
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{`${action} ${batch}?`}</DialogTitle>
      <DialogContent>
        {canUndo
          ? 'New records will be deleted, and changed fields set back. What others have changed since stays as it is.'
          : `Its ${rows.toLocaleString('en-US')} rows will be removed for everyone and no longer count in totals. To hide them temporarily, hide the batch instead.`}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" color="error" onClick={onRemove}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Label and color of each import status. */
const words = {
  draft: { label: 'Not started' },
  checking: { label: 'Checking', color: 'info' },
  checked: { label: 'Checked' },
  undoing: { label: 'Undoing', color: 'info' },
  running: { label: 'Importing', color: 'info' },
  done: { label: 'Imported', color: 'success' },
  failed: { label: 'Failed', color: 'error' },
  canceled: { label: 'Canceled' },
  hiding: { label: 'Hiding', color: 'info' },
  showing: { label: 'Showing', color: 'info' },
  removing: { label: 'Removing', color: 'info' },
  removed: { label: 'Removed' },
} satisfies Record<Import['status'], Pick<ChipProps, 'label' | 'color'>>;

export function StatusChip({ status, hidden, resource }: Pick<Import, 'status' | 'hidden' | 'resource'>) {
  const isHidden = status === 'done' && hidden;
  const isUndone = status === 'removed' && isUndoable(resource);
  return (
    <Chip
      size="small"
      variant="outlined"
      {...words[status]}
      {...(isHidden ? { label: 'Hidden', color: 'default' } : {})}
      {...(isUndone ? { label: 'Undone' } : {})}
    />
  );
}

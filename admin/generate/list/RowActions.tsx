import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton } from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { useGetRecordRepresentation, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useResourceScreen } from '../resource-screen.tsx';
import { LazyBulkDialog } from './LazyBulkDialog.tsx';
import { type RecordAction, useRecordActions } from './useRecordActions.ts';

/** Actions at the end of a row, shown on hover and focus (look, 'Lists'). */
export function RowActions() {
  const { resource, override } = useResourceScreen();
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource.path)(record));
  const acts = useRecordActions([record]).filter(
    ({ isInView }) => record !== undefined && isInView?.(record) !== false,
  );
  const [pendingAct, setPendingAct] = useState<RecordAction>();
  const { rowActions: AdditionalRowActions } = override;
  if (!record || (acts.length === 0 && !AdditionalRowActions)) return null;
  return (
    <Box
      sx={{ ...overTheEnd, '@media (hover: none)': AdditionalRowActions ? inPlace : { display: 'none' } }}
      onClick={stop}
    >
      {AdditionalRowActions ? <AdditionalRowActions /> : null}
      {acts.map((act) => {
        const actionLabel = `${act.label} ${name}`;
        if (act.action !== 'delete') {
          return (
            <Button
              key={act.label}
              size="small"
              color="inherit"
              aria-label={actionLabel}
              {...(act.key ? { 'aria-keyshortcuts': act.key, title: `${actionLabel} (${act.key})` } : {})}
              onClick={() => setPendingAct(act)}
            >
              {act.label}
            </Button>
          );
        }
        const way = override.deletePage ? { component: Link, to: `/${resource.path}/${record.id}/delete` } : {};
        return (
          <IconButton key={act.label} size="small" aria-label={actionLabel} onClick={() => setPendingAct(act)} {...way}>
            <DeleteOutlined fontSize="small" />
          </IconButton>
        );
      })}
      {pendingAct ? (
        <LazyBulkDialog act={pendingAct} ids={[record.id]} onClose={() => setPendingAct(undefined)} />
      ) : null}
    </Box>
  );
}

/** Keeps clicks from opening the record. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

const overTheEnd = {
  position: 'absolute',
  // Inside the outline of a focused row.
  right: '2px',
  top: '2px',
  bottom: '3px',
  display: 'flex',
  alignItems: 'center',
  px: 1,
  // Same color as a hovered row, but opaque.
  bgcolor: 'background.paper',
  backgroundImage: 'linear-gradient(var(--hover), var(--hover))',
  boxShadow: '-12px 0 12px var(--surface-raised)',
  opacity: 0,
  pointerEvents: 'none',
  'tr:hover &, tr:focus-within &': { opacity: 1, pointerEvents: 'auto' },
};

/** Touch screens have no hover: only the list's own action is shown, all others are in the bulk toolbar. */
const inPlace = {
  position: 'static',
  opacity: 1,
  pointerEvents: 'auto',
  background: 'none',
  boxShadow: 'none',
  '& > :nth-of-type(n + 2)': { display: 'none' },
};

import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton } from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import { useGetRecordRepresentation, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { useDescribed } from '../described.tsx';
import { ActDialog } from './ActDialog.tsx';
import { type Act, useActs } from './useActs.ts';

/** What can be done to the row, over its end while the pointer or the focus is in it (look, 'Lists'). */
export function RowActions() {
  const { resource, override } = useDescribed();
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource.path)(record));
  const acts = useActs([record]).filter(({ isInView }) => record !== undefined && isInView?.(record) !== false);
  const [doing, setDoing] = useState<Act>();
  const { rowActions: Further } = override;
  if (!record || (acts.length === 0 && !Further)) return null;
  return (
    <Box sx={{ ...overTheEnd, '@media (hover: none)': Further ? inPlace : { display: 'none' } }} onClick={stop}>
      {Further ? <Further /> : null}
      {acts.map((act) => {
        const asked = `${act.label} ${name}`;
        if (act.action !== 'delete') {
          return (
            <Button
              key={act.label}
              size="small"
              color="inherit"
              aria-label={asked}
              {...(act.key ? { 'aria-keyshortcuts': act.key, title: `${asked} (${act.key})` } : {})}
              onClick={() => setDoing(act)}
            >
              {act.label}
            </Button>
          );
        }
        const way = override.deletePage ? { component: Link, to: `/${resource.path}/${record.id}/delete` } : {};
        return (
          <IconButton key={act.label} size="small" aria-label={asked} onClick={() => setDoing(act)} {...way}>
            <DeleteOutlined fontSize="small" />
          </IconButton>
        );
      })}
      {doing ? <ActDialog act={doing} ids={[record.id]} onClose={() => setDoing(undefined)} /> : null}
    </Box>
  );
}

/** A press here is none on the row, which would open it. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

const overTheEnd = {
  position: 'absolute',
  // Inside of the outline that a row with the focus has.
  right: '2px',
  top: '2px',
  bottom: '3px',
  display: 'flex',
  alignItems: 'center',
  px: 1,
  // As the row is under the pointer, but nothing shows through.
  bgcolor: 'background.paper',
  backgroundImage: 'linear-gradient(var(--hover), var(--hover))',
  boxShadow: '-12px 0 12px var(--surface-raised)',
  opacity: 0,
  pointerEvents: 'none',
  'tr:hover &, tr:focus-within &': { opacity: 1, pointerEvents: 'auto' },
};

/** A finger hovers over nothing: it selects the row, and of the actions it has the list's own alone. */
const inPlace = {
  position: 'static',
  opacity: 1,
  pointerEvents: 'auto',
  background: 'none',
  boxShadow: 'none',
  '& > :nth-of-type(n + 2)': { display: 'none' },
};

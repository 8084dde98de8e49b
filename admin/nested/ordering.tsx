import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { IconButton, type TableRowProps } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import { useDragOrder } from '#portal/editing/useDragOrder.ts';
import { moved } from '#schemas/changes/moved.ts';

export interface Ordering {
  /** In the order that the person sees: their own until it is saved. */
  rows: RaRecord[];
  move: (from: number, to: number) => void;
  /** What makes a row one that can be dragged to another's place. */
  rowProps: (row: RaRecord) => TableRowProps;
}

/** Rows that can be put in another order, by drag and by keys; each new order is saved as a whole. */
export function useOrdering(saved: RaRecord[], onReorder: ((rows: RaRecord[]) => Promise<void>) | undefined): Ordering {
  const notify = useNotify();
  const [wanted, setWanted] = useState<RaRecord[]>();
  const rows = wanted ?? saved;
  const move = (from: number, to: number) => {
    const next = moved(rows, from, to);
    if (!onReorder || next === rows) return;
    setWanted(next);
    onReorder(next)
      .catch((error: Error) => notify(`The order is not saved: ${error.message}`, { type: 'error' }))
      // A later move may be on its way: what it wants stays.
      .finally(() => setWanted((latest) => (latest === next ? undefined : latest)));
  };
  const { dragged, sourceProps, targetProps } = useDragOrder(
    rows.map(({ id }) => id),
    move,
  );
  const rowProps = ({ id }: RaRecord): TableRowProps => ({
    ...sourceProps(id),
    ...targetProps(id),
    sx: { cursor: 'grab', opacity: id === dragged ? 0.5 : 1 },
  });
  return { rows, move, rowProps: onReorder ? rowProps : () => ({}) };
}

interface MoveButtonsProps {
  ordering: Ordering;
  index: number;
  /** The id of the element that names the row. */
  nameId: string;
}

/** Moves a row by one place; arrow keys on either button do so as well. */
export function MoveButtons({ ordering, index, nameId }: MoveButtonsProps) {
  const last = ordering.rows.length - 1;
  const move = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>, to: number) => {
    const button = event.currentTarget;
    flushSync(() => ordering.move(index, to));
    // A row that changes its place in the page loses the focus, which would end the way by keyboard.
    button.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(event, index + by);
  };
  const ends = { up: index === 0, down: index === last };
  return (
    <>
      {(['up', 'down'] as const).map((way) => (
        <IconButton
          key={way}
          size="small"
          id={`${nameId}-${way}`}
          aria-label={`Move ${way}`}
          aria-labelledby={`${nameId}-${way} ${nameId}`}
          // Disabled for good would drop the focus at the end of the way.
          aria-disabled={ends[way]}
          sx={ends[way] ? { opacity: 0.4 } : {}}
          onClick={(event) => move(event, way === 'up' ? index - 1 : index + 1)}
          onKeyDown={onKeyDown}
        >
          {way === 'up' ? <ArrowUpward fontSize="small" /> : <ArrowDownward fontSize="small" />}
        </IconButton>
      ))}
    </>
  );
}

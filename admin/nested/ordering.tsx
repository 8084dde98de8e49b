import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { IconButton, type TableRowProps } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { type RaRecord, useNotify } from 'react-admin';
import { flushSync } from 'react-dom';
import { useDragOrder } from '#portal/editing/useDragOrder.ts';
import { moveItem } from '#schemas/changes/move-item.ts';

export interface RowOrder {
  /** The rows in the user's order, optimistic until it is saved. */
  rows: RaRecord[];
  move: (from: number, to: number) => void;
  /** Drag and drop props of a row. */
  rowProps: (row: RaRecord) => TableRowProps;
}

/** Reorders rows by drag and drop or keyboard. Each new order is saved as a whole, optimistically. */
export function useRowOrder(saved: RaRecord[], onReorder: ((rows: RaRecord[]) => Promise<void>) | undefined): RowOrder {
  const notify = useNotify();
  const [pendingOrder, setPendingOrder] = useState<RaRecord[]>();
  const rows = pendingOrder ?? saved;
  const move = (from: number, to: number) => {
    const next = moveItem(rows, from, to);
    if (!onReorder || next === rows) return;
    setPendingOrder(next);
    onReorder(next)
      .catch((error: Error) => notify(`The order couldn't be saved: ${error.message}`, { type: 'error' }))
      // Keep a later order that is still being saved.
      .finally(() => setPendingOrder((latest) => (latest === next ? undefined : latest)));
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
  ordering: RowOrder;
  index: number;
  /** Id of the element that names the row. */
  nameId: string;
}

/** Buttons that move a row up or down; arrow keys work on both. */
export function MoveButtons({ ordering, index, nameId }: MoveButtonsProps) {
  const last = ordering.rows.length - 1;
  const move = (event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>, to: number) => {
    const button = event.currentTarget;
    flushSync(() => ordering.move(index, to));
    // Moving the row in the DOM loses the focus, so restore it for keyboard users.
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
      {(['up', 'down'] as const).map((direction) => (
        <IconButton
          key={direction}
          size="small"
          id={`${nameId}-${direction}`}
          aria-label={`Move ${direction}`}
          aria-labelledby={`${nameId}-${direction} ${nameId}`}
          // A disabled button would lose the focus at the end of the list.
          aria-disabled={ends[direction]}
          sx={ends[direction] ? { opacity: 0.4 } : {}}
          onClick={(event) => move(event, direction === 'up' ? index - 1 : index + 1)}
          onKeyDown={onKeyDown}
        >
          {direction === 'up' ? <ArrowUpward fontSize="small" /> : <ArrowDownward fontSize="small" />}
        </IconButton>
      ))}
    </>
  );
}

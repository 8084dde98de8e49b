import type { ClipboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { useStore } from '../store/hooks.ts';
import { cellAround } from './cellElements.ts';
import type { Column } from './columns.ts';
import { pastedCells } from './pastedCells.ts';
import { pastedValue, takesPaste } from './pastedValue.ts';

interface Paste {
  table: RefObject<HTMLTableElement | null>;
  rows: readonly Row[];
  columns: readonly Column[];
  /** How many rows the table may have. */
  most: number;
  addRow: () => Row;
  /** Has a screen reader say what happened. */
  say: (what: string) => void;
}

/** Pasting several cells fills them from the focused one to the right and down, adding rows where there is room. */
export function usePaste({ table, rows, columns, most, addRow, say }: Paste) {
  const store = useStore();
  return (event: ClipboardEvent<HTMLTableElement>) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    const at = cellAround(event.target, table.current);
    const first = rows.findIndex((row) => store.rowId(row) === at?.rowId);
    const text = event.clipboardData.getData('text/plain');
    const cells = pastedCells(text);
    if (!at || first < 0 || !isSeveral(cells, text, event.target)) return;
    event.preventDefault();
    const fitting = cells.slice(0, most - first);
    let refused = 0;
    flushSync(() =>
      store.together(() => {
        for (const [index, line] of fitting.entries()) {
          const row = rows[first + index] ?? addRow();
          for (const [offset, cell] of line.entries()) {
            const column = columns[at.column + offset];
            if (column && !pasteInto(column, row, cell)) refused += 1;
          }
        }
      }),
    );
    say(summaryOf({ pasted: fitting.length, left: cells.length - fitting.length, refused }));
  };

  function pasteInto({ widget }: Column, row: Row, text: string): boolean {
    const value = canTake(widget) ? pastedValue(widget, text) : undefined;
    if (value === undefined || widget.type === 'broken') return false;
    store.set(widget, row, value);
    store.leave(widget, row);
    return true;
  }
}

const canTake = (widget: Column['widget']): widget is SoundWidget => widget.type !== 'broken' && takesPaste(widget);

/** One cell is pasted as any text is, and so are several lines into an area of text. */
function isSeveral(cells: string[][], text: string, target: Element): boolean {
  if (target instanceof HTMLTextAreaElement && !text.includes('\t')) return false;
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1;
}

function summaryOf({ pasted, left, refused }: { pasted: number; left: number; refused: number }): string {
  return [
    `${pasted} ${pasted === 1 ? 'row' : 'rows'} pasted`,
    left > 0 && `${left} did not fit`,
    refused > 0 && `${refused} ${refused === 1 ? 'cell' : 'cells'} could not be taken`,
  ]
    .filter(Boolean)
    .join(', ');
}

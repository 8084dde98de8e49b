import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import { usePrinting } from '../store/usePrinting.ts';
import { TableRow, type TableRowProps } from './TableRow.tsx';
import { useNear } from './useNear.ts';

interface TableRowsProps extends Omit<TableRowProps, 'row' | 'index'> {
  rows: readonly Row[];
  /** The number of the first of them. */
  first: number;
  /** They are on the page wherever they are. */
  isKept: boolean;
  /** The table is in sight, or nearly. */
  isTableNear: boolean;
}

/** So many rows come and go together. */
export const rowsTogether = 10;

/** How high a row is taken to be before it was painted, in pixels. */
const expectedRow = 34;

/**
 * Some rows of a long table: on the page while they are near the window, while the focus is in them and on paper; else an
 * empty row as high as they were keeps their place. Of a table that is far away only the first are there.
 */
export function TableRows({ rows, first, isKept, isTableNear, ...shared }: TableRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(expectedRow);
  const isNear = useNear(body, first < 2 * rowsTogether, boxAround);
  const [hasFocus, setFocus] = useState(false);
  const isPrinting = usePrinting();
  const isShown = (isNear && (isTableNear || first === 0)) || hasFocus || isKept || isPrinting;
  useEffect(() => {
    if (isShown && body.current && rows.length > 0) rowHeight.current = body.current.offsetHeight / rows.length;
  });
  return (
    <tbody
      ref={body}
      onFocus={() => setFocus(true)}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
      }}
    >
      {isShown ? (
        rows.map((row, index) => <TableRow key={row.id} row={row} index={first + index} {...shared} />)
      ) : (
        <tr>
          <td colSpan={shared.columns.length + 2} style={{ height: rows.length * rowHeight.current }} />
        </tr>
      )}
    </tbody>
  );
}

const boxAround = (element: Element) => element.closest('[data-long]');

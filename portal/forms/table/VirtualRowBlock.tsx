import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import { usePrinting } from '../store/usePrinting.ts';
import { TableRow, type TableRowProps } from './TableRow.tsx';
import { useVisibleRange } from './useVisibleRange.ts';

interface TableRowsProps extends Omit<TableRowProps, 'row' | 'index'> {
  rows: readonly Row[];
  /** The index of the first of these rows. */
  first: number;
  /** Always rendered, even off-screen. */
  isAlwaysRendered: boolean;
  /** The table is in or near the viewport. */
  isTableNear: boolean;
}

/** The number of rows that are rendered or unrendered together (virtualization). */
export const rowBlockSize = 10;

/** The estimated height of an unrendered row, in pixels. */
const expectedRow = 34;

/**
 * A block of virtualized table rows. It is rendered while it is near the viewport, contains the focus or the page is
 * printing; otherwise a placeholder row keeps its height. Of a table far outside the viewport only the first block is
 * rendered.
 */
export function VirtualRowBlock({ rows, first, isAlwaysRendered, isTableNear, ...shared }: TableRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(expectedRow);
  const isNear = useVisibleRange(body, first < 2 * rowBlockSize, boxAround);
  const [hasFocus, setFocus] = useState(false);
  const isPrinting = usePrinting();
  const isRendered = (isNear && (isTableNear || first === 0)) || hasFocus || isAlwaysRendered || isPrinting;
  useEffect(() => {
    if (isRendered && body.current && rows.length > 0) rowHeight.current = body.current.offsetHeight / rows.length;
  });
  return (
    <tbody
      ref={body}
      onFocus={() => setFocus(true)}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocus(false);
      }}
    >
      {isRendered ? (
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

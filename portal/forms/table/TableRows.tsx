import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import { usePrinting } from '../store/usePrinting.ts';
import { TableRow, type TableRowProps } from './TableRow.tsx';

interface TableRowsProps extends Omit<TableRowProps, 'row' | 'index'> {
  rows: readonly Row[];
  /** The number of the first of them. */
  first: number;
  /** They are on the page wherever they are. */
  isKept: boolean;
}

/** So many rows come and go together. */
export const rowsTogether = 20;

/** How far from the window rows are painted already, and how high one is taken to be before it was, in pixels. */
const ahead = '600px 0px';
const expectedRow = 34;

/**
 * Some rows of a long table: on the page while they are near the window, while the focus is in them and on paper; else an
 * empty row as high as they were keeps their place.
 */
export function TableRows({ rows, first, isKept, ...shared }: TableRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = useRef(expectedRow);
  const [isNear, setNear] = useState(first < 2 * rowsTogether);
  const [hasFocus, setFocus] = useState(false);
  const isPrinting = usePrinting();
  const isShown = isNear || hasFocus || isKept || isPrinting;
  useEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const root = element.closest('[data-long]');
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root,
      rootMargin: ahead,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
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

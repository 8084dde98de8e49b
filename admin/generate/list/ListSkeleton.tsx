import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { Field } from '#schemas/resource/resource.ts';
import { columnBreakpoint } from './ListTable.tsx';

const rows = Array.from({ length: 10 }, (_, index) => index);

/** Skeleton of a list in its final layout; invisible for the first 150 ms to avoid flashing (look, 'Loading'). */
export function ListSkeleton({ columns }: { columns: Field[] }) {
  return (
    <Table
      size="small"
      aria-busy
      aria-label="Loading"
      sx={{ animation: 'late 150ms steps(1, end)', '@keyframes late': { from: { visibility: 'hidden' } } }}
    >
      <TableHead>
        <TableRow>
          <TableCell sx={{ width: 42 }} />
          {columns.map(({ name, label }, index) => (
            <TableCell key={name} sx={columnBreakpoint(index)}>
              {label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row}>
            <TableCell />
            {columns.map(({ name }, index) => (
              <TableCell key={name} sx={columnBreakpoint(index)}>
                <Skeleton width="70%" />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

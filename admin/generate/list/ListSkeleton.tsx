import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { Field } from '#schemas/resource/resource.ts';

const rows = Array.from({ length: 10 }, (_, index) => index);

/** A list before its first rows, in the layout that they will have; nothing for the first 150 ms (look, 'Loading'). */
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
          {columns.map(({ name, label }) => (
            <TableCell key={name}>{label}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row}>
            {columns.map(({ name }) => (
              <TableCell key={name}>
                <Skeleton width="70%" />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

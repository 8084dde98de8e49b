import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { Field } from '#schemas/resource/resource.ts';

interface FieldRowsProps {
  rows: Field[][];
  children: (field: Field) => ReactNode;
}

/** Fields in the rows of a layout; stacked on narrow screens. */
export function FieldRows({ rows, children }: FieldRowsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {rows.map((row) => (
        <Box
          key={row.map(({ name }) => name).join()}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: `repeat(${row.length}, minmax(0, 1fr))` },
            gap: 2,
          }}
        >
          {row.map((field) => (
            <Box key={field.name} sx={{ minWidth: 0 }}>
              {children(field)}
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

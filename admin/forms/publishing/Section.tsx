import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** A part of a dialog under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="h3" sx={{ typography: 'subtitle2', mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

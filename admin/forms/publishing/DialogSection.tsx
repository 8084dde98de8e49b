import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';

/** Section of a dialog with a heading. */
export function DialogSection({ title, children }: { title: string; children: ElementSlot }) {
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

import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { FormErrors } from './FormErrors.tsx';

/** Sticky bar at the bottom of a form with the errors and the buttons. */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        mt: 2,
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <FormErrors />
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>{children}</Box>
    </Box>
  );
}

import { Box, Typography } from '@mui/material';
import { labelOf } from '#schemas/resource/resource.ts';
import type { OrderRecord } from './order-record.ts';
import { Part } from './Part.tsx';

/** What was filled in. */
export function FormAnswers({ order }: { order: OrderRecord }) {
  return (
    <Part title="Form">
      <Box component="dl" sx={{ m: 0 }}>
        {Object.entries(order.formData).map(([key, value]) => (
          <Box key={key} sx={{ mb: 1 }}>
            <Typography component="dt" variant="subtitle2">
              {labelOf(key)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {typeof value === 'object' ? JSON.stringify(value) : String(value)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Part>
  );
}

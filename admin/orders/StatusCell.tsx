import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { Box, Chip, type ChipProps, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Order } from '#schemas/generated/types.ts';
import { stateNote } from '#schemas/orders/order-stage.ts';

/** Status chips differ by icon and style, not by color alone (look). */
const chips = {
  DRAFT: { label: 'Draft', sx: { borderStyle: 'dashed', color: 'text.secondary' } },
  PENDING: { label: 'Pending', color: 'info', icon: <Schedule /> },
  COMPLETE: { label: 'Complete', color: 'success', icon: <CheckCircleOutlined /> },
  CANCELED: { label: 'Canceled', sx: { color: 'text.secondary', textDecoration: 'line-through' } },
} satisfies Record<Order['status'], ChipProps>;

export function StatusCell() {
  const order = useRecordContext<Order>();
  if (!order) return null;
  const note = stateNote(order);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, maxWidth: 116 }}
    >
      <Chip size="small" variant="outlined" {...chips[order.status]} />
      {note && (
        <Typography component="span" variant="caption" color="text.secondary" noWrap title={note}>
          {note}
        </Typography>
      )}
    </Box>
  );
}

import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Schedule from '@mui/icons-material/Schedule';
import { Chip, type ChipProps } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Order } from '#schemas/generated/types.ts';

/** Status is never colour alone (look): outline, clock, check, struck. */
const chips = {
  DRAFT: { label: 'Draft', sx: { borderStyle: 'dashed', color: 'text.secondary' } },
  PENDING: { label: 'Pending', color: 'info', icon: <Schedule /> },
  COMPLETE: { label: 'Complete', color: 'success', icon: <CheckCircleOutlined /> },
  CANCELED: { label: 'Canceled', sx: { color: 'text.secondary', textDecoration: 'line-through' } },
} satisfies Record<Order['status'], ChipProps>;

export function StatusCell() {
  const order = useRecordContext<Order>();
  return order ? <Chip size="small" variant="outlined" {...chips[order.status]} /> : null;
}

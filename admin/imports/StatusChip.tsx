import { Chip, type ChipProps } from '@mui/material';
import type { Import } from '#schemas/generated/types.ts';

/** Label and color of each import status. */
const words = {
  draft: { label: 'Not begun' },
  running: { label: 'Coming in', color: 'info' },
  done: { label: 'Came in', color: 'success' },
  failed: { label: 'Did not come in', color: 'error' },
  canceled: { label: 'Canceled' },
  hiding: { label: 'Being hidden', color: 'info' },
  showing: { label: 'Being shown', color: 'info' },
  removing: { label: 'Being removed', color: 'info' },
  removed: { label: 'Removed' },
} satisfies Record<Import['status'], Pick<ChipProps, 'label' | 'color'>>;

export function StatusChip({ status, hidden }: Pick<Import, 'status' | 'hidden'>) {
  const isHidden = status === 'done' && hidden;
  return (
    <Chip
      size="small"
      variant="outlined"
      {...words[status]}
      {...(isHidden ? { label: 'Hidden', color: 'default' } : {})}
    />
  );
}

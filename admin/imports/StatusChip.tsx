import { Chip, type ChipProps } from '@mui/material';
import type { Import } from '#schemas/generated/types.ts';

/** Label and color of each import status. */
const words = {
  draft: { label: 'Not started' },
  running: { label: 'Importing', color: 'info' },
  done: { label: 'Imported', color: 'success' },
  failed: { label: 'Failed', color: 'error' },
  canceled: { label: 'Canceled' },
  hiding: { label: 'Hiding', color: 'info' },
  showing: { label: 'Showing', color: 'info' },
  removing: { label: 'Removing', color: 'info' },
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

import { Alert } from '@mui/material';
import type { User } from '#schemas/generated/types.ts';

/** Warns that other users have this form open (presence). */
export function PresenceAlert({ others }: { others: readonly Pick<User, 'id' | 'name'>[] }) {
  if (others.length === 0) return null;
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name || 'Someone'));
  return (
    <Alert severity="warning" role="status">
      {`${names} ${others.length === 1 ? 'has' : 'have'} this form open, too. If you both save changes, the second person is warned before anything is overwritten.`}
    </Alert>
  );
}

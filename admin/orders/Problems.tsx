import { Alert, AlertTitle } from '@mui/material';
import type { Problem } from './order-record.ts';

/** What would refuse the order now; nothing when nothing would. */
export function Problems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>
        {problems.length === 1 ? '1 problem stands in the way' : `${problems.length} problems stand in the way`}
      </AlertTitle>
      <ul style={{ margin: 0, paddingLeft: 20 }}>
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}

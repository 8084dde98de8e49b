import { Alert, AlertTitle, Button } from '@mui/material';
import { apiErrorBody } from '../provider/http.ts';

/** Error state for data that could not be loaded, with a retry button. */
export function LoadError({ subject, error, onRetry }: { subject: string; error: unknown; onRetry: () => unknown }) {
  const { reqId } = apiErrorBody(error);
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      <AlertTitle>{`${subject} couldn't be loaded`}</AlertTitle>
      <span>{error instanceof Error ? error.message : null}</span>
      {reqId ? <small>{` (request ${reqId})`}</small> : null}
    </Alert>
  );
}

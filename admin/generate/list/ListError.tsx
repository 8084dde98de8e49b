import { Alert, AlertTitle, Button } from '@mui/material';
import { useListContext } from 'react-admin';
import { refusalOf } from '../../provider/http.ts';
import { useDescribed } from '../described.tsx';

/** What stands in the place of rows that could not be had: why, and a way on. */
export function ListError() {
  const { resource } = useDescribed();
  const { error, refetch } = useListContext();
  const { reqId } = refusalOf(error);
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      <AlertTitle>{resource.label} could not be loaded</AlertTitle>
      {error?.message}
      {reqId ? <small> (request {reqId})</small> : null}
    </Alert>
  );
}

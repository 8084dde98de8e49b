import { Alert, Button } from '@mui/material';
import { useNotify, useRefresh } from 'react-admin';
import { apiErrorBody, codeOf } from './http.ts';

/**
 * Returns an error handler for create and delete. Field errors are left to their inputs; all others become a
 * notification, which offers a reload after a conflict. `made` is set for creates.
 */
export function useSaveErrors(): (error: Error, made?: { data?: object }) => void {
  const notify = useNotify();
  const refresh = useRefresh();
  return (error, made) => {
    if (Object.keys(apiErrorBody(error).errors ?? {}).length > 0) return;
    const isConflict = codeOf(error) === 'RESOURCE_CONFLICT';
    if (isConflict && !made?.data) {
      notify(<Conflict message={error.message} onLoad={refresh} />, { autoHideDuration: null });
      return;
    }
    notify(error.message, { type: 'error' });
  };
}

function Conflict({ message, onLoad }: { message: string; onLoad: () => void }) {
  return (
    <Alert
      severity="warning"
      variant="outlined"
      sx={{ bgcolor: 'background.paper', alignItems: 'center', maxWidth: 640 }}
      action={
        <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={onLoad}>
          Load latest version
        </Button>
      }
    >
      {`${message}. Nothing was changed.`}
    </Alert>
  );
}

import { Alert, Button } from '@mui/material';
import { useNotify, useRefresh } from 'react-admin';
import { codeOf, refusalOf } from './http.ts';

/**
 * Says why a record was not made or not deleted. What belongs to a field stands at its input; what is left is told in a
 * notice, with the way to load what somebody else saved meanwhile. `made` is what a new record was to hold.
 */
export function useSaveErrors(): (error: Error, made?: { data?: object }) => void {
  const notify = useNotify();
  const refresh = useRefresh();
  return (error, made) => {
    if (Object.keys(refusalOf(error).errors ?? {}).length > 0) return;
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
          Load the newer version
        </Button>
      }
    >
      {`${message}. Nothing was changed.`}
    </Alert>
  );
}

import { Alert, Button } from '@mui/material';
import { useNotify, useRefresh } from 'react-admin';
import { codeOf, refusalOf } from './http.ts';

/**
 * Says why a save was refused. What belongs to a field stands at its input; what is left is told in a notice, and a
 * record that somebody else saved meanwhile can be loaded anew from there.
 */
export function useSaveErrors(): (error: Error) => void {
  const notify = useNotify();
  const refresh = useRefresh();
  return (error) => {
    if (Object.keys(refusalOf(error).errors ?? {}).length > 0) return;
    if (codeOf(error) === 'RESOURCE_CONFLICT') {
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
      {message}. Nothing was overwritten, and nothing of yours was saved.
    </Alert>
  );
}

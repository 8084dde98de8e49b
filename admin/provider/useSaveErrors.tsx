import { Alert, Button } from '@mui/material';
import { useContext } from 'react';
import { type RaRecord, useNotify, useRefresh } from 'react-admin';
import { codeOf, refusalOf } from './http.ts';
import { StaleSaveContext } from './stale-save.ts';

/** What was being saved, as react-admin tells it to a mutation's onError. */
interface Saving {
  data?: Record<string, unknown>;
  previousData?: RaRecord;
}

/**
 * Says why a save was refused. What belongs to a field stands at its input; what is left is told in a notice. A record
 * that somebody else saved meanwhile is brought together field by field where the screen can tell what was being
 * saved, else it can be loaded anew.
 */
export function useSaveErrors(): (error: Error, saving?: Saving) => void {
  const notify = useNotify();
  const refresh = useRefresh();
  const onStale = useContext(StaleSaveContext);
  return (error, saving) => {
    if (Object.keys(refusalOf(error).errors ?? {}).length > 0) return;
    const isConflict = codeOf(error) === 'RESOURCE_CONFLICT';
    if (isConflict && onStale && saving?.data && saving.previousData) {
      onStale({ mine: saving.data, base: saving.previousData, message: error.message });
      return;
    }
    if (isConflict && !saving?.data) {
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
      {message}. Nothing was changed.
    </Alert>
  );
}

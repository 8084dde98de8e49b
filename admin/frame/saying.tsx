import { Alert, Button } from '@mui/material';
import type { useNotify } from 'react-admin';
import type { ShowToast } from '#portal/forms/AppWrapper.tsx';

/** Adapter: shows the portal's toasts as react-admin notifications. */
export const toastAdapter =
  (notify: ReturnType<typeof useNotify>): ShowToast =>
  (text, { isError = false, action } = {}) => {
    const type = isError ? 'error' : 'success';
    if (!action) return notify(text, { type });
    notify(
      <Alert
        severity={type}
        variant="outlined"
        sx={{ bgcolor: 'background.paper', alignItems: 'center' }}
        action={
          <Button color="inherit" size="small" onClick={action.onPress}>
            {action.label}
          </Button>
        }
      >
        {text}
      </Alert>,
    );
  };

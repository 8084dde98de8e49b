import { Alert, Button } from '@mui/material';
import { HttpError, useNotify, useRefresh } from 'react-admin';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { Resource } from '#schemas/resource/resource.ts';
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

type Errors = Record<string, string>;

/** Maps API error paths to inputs: a list without row inputs is a single input. */
export function errorsAtInputs({ fields }: Resource, errors: Errors): Errors {
  const inputErrors: Errors = {};
  for (const [path, message] of Object.entries(errors)) {
    const [name = ''] = path.split('.');
    const field = fields.find((each) => each.name === name);
    const isOneInput = field?.kind === 'list' && propertyKindOf(field.property.items ?? {}, name) !== 'object';
    inputErrors[isOneInput ? name : path] ??= message;
  }
  return inputErrors;
}

/** Maps the errors of an HttpError to inputs; returns other errors unchanged. */
export function withErrorsAtInputs(resource: Resource, error: unknown): unknown {
  const { errors } = apiErrorBody(error);
  if (!(error instanceof HttpError) || !errors) return error;
  return new HttpError(error.message, error.status, { ...error.body, errors: errorsAtInputs(resource, errors) });
}

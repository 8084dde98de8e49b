import { Link } from 'react-router-dom';
import { ApiError } from '../api/ApiError.ts';
import { EmptyState } from './EmptyState.tsx';
import { LoadError } from './LoadError.tsx';

/**
 * The empty state of a record page: not found (or not accessible, which is indistinguishable), or the error of the
 * request.
 */
export function RecordNotFound({
  thing,
  error,
  onRetry,
  all,
}: {
  thing: string;
  error: Error;
  onRetry: () => void;
  /** The list's URL, relative to the current path. */
  all?: string;
}) {
  const isNotThere = error instanceof ApiError && ['RESOURCE_NOT_FOUND', 'REQUEST_SCHEMA_INVALID'].includes(error.code);
  if (!isNotThere) return <LoadError error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      title={`This ${thing} wasn't found`}
      action={all && <Link to={all} relative="path">{`All ${thing}s`}</Link>}
    >
      It may have been deleted, or you may not have access to it.
    </EmptyState>
  );
}

import { ApiError } from '../api/ApiError.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { NoAccessState } from './EmptyState.tsx';
import styles from './LoadError.module.css';

/** The reassurance when a list could not be refreshed. */
export const staleRowsNotice = 'The rows below may be out of date.';

/**
 * An error message with what is safe, a retry button and the request id for support. A missing permission is not an
 * error: the user sees an empty state.
 */
export function LoadError({
  error,
  safe,
  deniedText,
  onRetry,
}: {
  error: Error;
  safe?: string;
  /**
   * What was not done. Shown only if the server rejected the request, because without an answer the outcome is unknown.
   */
  deniedText?: string;
  onRetry?: () => void;
}) {
  if (error instanceof ApiError && error.code === 'MISSING_ABILITY') {
    return <NoAccessState />;
  }
  const isAnswered = error instanceof ApiError && error.code !== 'UNKNOWN';
  const reqId = error instanceof ApiError ? error.reqId : undefined;
  return (
    <Banner status="error" title={error.message} actions={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {safe && <p>{safe}</p>}
      {deniedText && isAnswered && <p>{deniedText}</p>}
      {reqId && <p className={styles.request}>{`Request ${reqId}`}</p>}
    </Banner>
  );
}

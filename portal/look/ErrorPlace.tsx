import { ApiError } from '../api/ApiError.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import styles from './ErrorPlace.module.css';
import { NothingHere } from './NothingHere.tsx';

/** What is safe where a list could not be read anew. */
export const rowsFromBefore = 'The rows below are from before.';

/**
 * What happened, what is safe, the way to try again, and the request's id for whoever looks into it. What a person may
 * not read at all is no mishap: the place is empty for them.
 */
export function ErrorPlace({
  error,
  safe,
  refused,
  onRetry,
}: {
  error: Error;
  safe?: string;
  /** What did not happen. Said only where the server refused it: without an answer nobody knows. */
  refused?: string;
  onRetry?: () => void;
}) {
  if (error instanceof ApiError && error.code === 'MISSING_ABILITY') {
    return <NothingHere />;
  }
  const isAnswered = error instanceof ApiError && error.code !== 'UNKNOWN';
  const reqId = error instanceof ApiError ? error.reqId : undefined;
  return (
    <Banner status="error" title={error.message} actions={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {safe && <p>{safe}</p>}
      {refused && isAnswered && <p>{refused}</p>}
      {reqId && <p className={styles.request}>{`Request ${reqId}`}</p>}
    </Banner>
  );
}

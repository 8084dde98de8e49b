import { ApiError } from '../api/ApiError.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import styles from './ErrorPlace.module.css';

/** What happened, what is safe, the way to try again, and the request's id for whoever looks into it. */
export function ErrorPlace({ error, safe, onRetry }: { error: Error; safe?: string; onRetry?: () => void }) {
  const reqId = error instanceof ApiError ? error.reqId : undefined;
  return (
    <Banner status="error" title={error.message} actions={onRetry && <Button onClick={onRetry}>Try again</Button>}>
      {safe && <p>{safe}</p>}
      {reqId && <p className={styles.request}>Request {reqId}</p>}
    </Banner>
  );
}

import { ApiError } from '../api/ApiError.ts';
import { type LoadFailure, lazyComponent } from '../forms/lazyComponent.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { NoAccessState } from './EmptyState.tsx';
import styles from './LoadError.module.css';
import type { NotFoundProps } from './NotFoundState.tsx';

const NotFoundState = lazyComponent(async () => (await import('./NotFoundState.tsx')).NotFoundState);

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

/** The fallback for a page whose lazy-loaded code failed to load. */
export function PageLoadError({ isOutdated }: LoadFailure) {
  const reload = <Button onClick={() => location.reload()}>Reload</Button>;
  return isOutdated ? (
    <Banner status="warn" title="A new version of the portal is available" actions={reload}>
      Reload to open this page.
    </Banner>
  ) : (
    <Banner status="error" title="This page couldn't be loaded" actions={reload}>
      We'll try again every few seconds, and as soon as you're back online.
    </Banner>
  );
}

/** The fallback for a part of a page whose lazy-loaded code failed to load. The rest of the page keeps working. */
export function PartLoadError({ retry, isOutdated }: LoadFailure) {
  if (isOutdated) {
    return (
      <Banner
        status="warn"
        title="A new version of this page is available"
        actions={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        Save your changes, then reload to open this part of the page.
      </Banner>
    );
  }
  return (
    <Banner
      status="error"
      title="This part of the page couldn't be loaded"
      actions={<Button onClick={retry}>Try again</Button>}
    >
      The rest of the page still works. Check your connection and try again.
    </Banner>
  );
}

/** The same fallback as a dialog, for a lazy-loaded dialog. */
export function DialogLoadError({ onClose, ...failure }: LoadFailure & { onClose: () => void }) {
  return (
    <Dialog title="Not loaded" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <PartLoadError {...failure} />
    </Dialog>
  );
}

/**
 * The empty state of a record page: not found (or not accessible, which is indistinguishable), or the error of the
 * request.
 */
export function RecordNotFound({ error, onRetry, ...place }: { error: Error; onRetry: () => void } & NotFoundProps) {
  const isNotThere = error instanceof ApiError && ['RESOURCE_NOT_FOUND', 'REQUEST_SCHEMA_INVALID'].includes(error.code);
  return isNotThere ? <NotFoundState {...place} /> : <LoadError error={error} onRetry={onRetry} />;
}

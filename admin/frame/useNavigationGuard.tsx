import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router-dom';
import { UnsavedChangesDialog } from '#portal/editing/UnsavedChangesDialog.tsx';

/**
 * Navigation guard for unsaved changes: blocks in-app navigation with a dialog, and page unload with the browser's
 * prompt. `isStored` says that this device stores the changes. Returns the dialog for the page to render.
 */
export function useNavigationGuard(isAtRisk: () => boolean, isStored = () => false): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAtRisk() && currentLocation.pathname !== nextLocation.pathname,
  );
  const warn = useEffectEvent((event: BeforeUnloadEvent) => isAtRisk() && event.preventDefault());
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => void warn(event);
    addEventListener('beforeunload', listener);
    return () => removeEventListener('beforeunload', listener);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <UnsavedChangesDialog isStored={isStored()} onAnswer={(isFine) => (isFine ? blocker.proceed() : blocker.reset())} />
  );
}

import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router-dom';
import { LeaveQuestion } from '#portal/editing/LeaveQuestion.tsx';

/**
 * Asks before a page is left while something on it is at risk, as the portal does; `isKept` says that this device keeps it.
 * Answers the question, to be rendered by the page.
 */
export function useLeaveQuestion(isAtRisk: () => boolean, isKept = () => false): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAtRisk() && currentLocation.pathname !== nextLocation.pathname,
  );
  const warn = useEffectEvent((event: BeforeUnloadEvent) => isAtRisk() && event.preventDefault());
  useEffect(() => {
    const hear = (event: BeforeUnloadEvent) => void warn(event);
    addEventListener('beforeunload', hear);
    return () => removeEventListener('beforeunload', hear);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion isKept={isKept()} onAnswer={(isFine) => (isFine ? blocker.proceed() : blocker.reset())} />;
}

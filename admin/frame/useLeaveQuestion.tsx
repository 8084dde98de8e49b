import { type ReactNode, type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { LeaveQuestion } from '#portal/editing/LeaveQuestion.tsx';

/** Asks before a page is left while something on it is at risk, as the portal does. Answers the question, to be rendered by the page. */
export function useLeaveQuestion(isAtRisk: RefObject<boolean>): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAtRisk.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isAtRisk.current && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isAtRisk]);
  if (blocker.state !== 'blocked') return null;
  return <LeaveQuestion onAnswer={(isFine) => (isFine ? blocker.proceed() : blocker.reset())} />;
}

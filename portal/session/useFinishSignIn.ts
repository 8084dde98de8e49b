import { useNavigate } from 'react-router-dom';
import type { User } from '#schemas/generated/types.ts';
import { useSession } from './SessionProvider.tsx';

/**
 * Hook: what happens in the sign-in dialog after the API has signed somebody in. A page with an expired session stays;
 * otherwise, who must add a passkey goes to the Settings page.
 */
export function useFinishSignIn(onDone: () => void): (user: User) => void {
  const { state, setUser } = useSession();
  const navigate = useNavigate();
  return (user) => {
    onDone();
    setUser(user);
    if (user.needsPasskey && state === 'signedOut') void navigate('/settings');
  };
}

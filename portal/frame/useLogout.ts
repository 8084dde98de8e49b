import { flushAutosaves } from '../editing/openStores.ts';
import { useToast } from '../look/Toasts.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { confirmLeave } from './history.ts';

/** Time for the page to react to a failed save, in milliseconds. */
const reactionTime = 100;

/**
 * Returns the function that logs out, after unsaved changes are saved or discarded. For somebody who acts for another
 * person, it ends the impersonation.
 */
export function useLogout(): () => Promise<void> {
  const { signOut } = useSession();
  const toast = useToast();
  return async () => {
    // A failed save updates the page's prompt first; wait for it.
    if (!(await flushAutosaves())) await new Promise((resolve) => setTimeout(resolve, reactionTime));
    if (!(await confirmLeave())) return;
    await signOut().catch((error: Error) => toast(`You are still signed in: ${error.message}`, { isError: true }));
  };
}

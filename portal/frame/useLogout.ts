import { flushAutosaves } from '../editing/openStores.ts';
import { useToast } from '../look/Toasts.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { confirmLeave, leavePromptRegistered } from './history.ts';

/** How long to wait for the page to react to a failed save, in milliseconds. */
const maxReactionTime = 5_000;

/**
 * Returns the function that logs out, after unsaved changes are saved or discarded. For somebody who acts for another
 * person, it ends the impersonation.
 */
export function useLogout(): () => Promise<void> {
  const { signOut } = useSession();
  const toast = useToast();
  return async () => {
    // After a failed save the page registers its prompt when it has rendered.
    if (!(await flushAutosaves())) await leavePromptRegistered(maxReactionTime);
    if (!(await confirmLeave())) return;
    await signOut().catch((error: Error) => toast(`You're still signed in: ${error.message}`, { isError: true }));
  };
}

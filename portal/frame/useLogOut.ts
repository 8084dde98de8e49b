import { saveEdited } from '../editing/unsaved.ts';
import { useToast } from '../look/Toasts.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { mayLeave } from './history.ts';

/** Milliseconds. */
const hearing = 100;

/** Logs out, once what is edited is saved or given up; who acts for somebody is oneself again by it. */
export function useLogOut(): () => Promise<void> {
  const { signOut } = useSession();
  const toast = useToast();
  return async () => {
    // The page hears of what could not be saved, and asks then.
    if (!(await saveEdited())) await new Promise((go) => setTimeout(go, hearing));
    if (!(await mayLeave())) return;
    await signOut().catch((error: Error) => toast(`You are still signed in: ${error.message}`, { isError: true }));
  };
}

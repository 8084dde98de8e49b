import { createContext, type ReactNode, useContext } from 'react';

/** The look of a toast and the action it offers. */
export type ToastOptions = { isError?: boolean; action?: { label: string; onPress: () => void } };
/** Shows a toast. */
export type ShowToast = (text: string, options?: ToastOptions) => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);

/**
 * The context provider that wraps every page and form of the portal, also those embedded in another app. Dialogs
 * require it, and `say` shows toasts.
 */
export function AppWrapper({ showToast, children }: { showToast: ShowToast; children: ReactNode }) {
  return <ToastContext value={showToast}>{children}</ToastContext>;
}

/**
 * Returns the function that shows a toast. Throws the error of spec 8 outside of an AppWrapper; `aim` goes into its
 * message.
 */
export function useAppWrapper(aim: 'create dialog' | 'show toast'): ShowToast {
  const showToast = useContext(ToastContext);
  if (!showToast) throw new Error(`Can not ${aim}; AppWrapper must be mounted first`);
  return showToast;
}

import { createContext, type ReactNode, useContext } from 'react';

export type ToastOptions = { isError?: boolean; action?: { label: string; onPress: () => void } };
export type Say = (text: string, options?: ToastOptions) => void;

const SayContext = createContext<Say | undefined>(undefined);

/**
 * Around all pages and forms of the portal, its own and those that another app shows: they open dialogs in it, and `say`
 * tells in passing what just happened.
 */
export function AppWrapper({ say, children }: { say: Say; children: ReactNode }) {
  return <SayContext value={say}>{children}</SayContext>;
}

/** How what just happened is told. Throws where there is no AppWrapper to `aim` in, in the words of spec 8. */
export function useAppWrapper(aim: 'create dialog' | 'show toast'): Say {
  const say = useContext(SayContext);
  if (!say) throw new Error(`Can not ${aim}; AppWrapper must be mounted first`);
  return say;
}

import { createContext } from 'react';

/** Callback that opens the dialog for saving the selection as a block. */
export const SaveBlockContext = createContext<() => void>(() => undefined);

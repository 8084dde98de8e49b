import { createContext } from 'react';

/** Asks for a name to keep what is selected under as a block: for whatever offers that. */
export const SaveBlockContext = createContext<() => void>(() => undefined);

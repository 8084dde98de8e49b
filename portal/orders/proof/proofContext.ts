import { createContext } from 'react';

/** Set around the lines of an order as it is now: whose proof of work stands beside them. */
export const ProofContext = createContext<string | null>(null);

import { createContext } from 'react';

/** Context with the id of the order whose proof of work is shown beside the lines; null for none. */
export const ProofContext = createContext<string | null>(null);

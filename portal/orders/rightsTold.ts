import { createContext } from 'react';

/** Whether the frame around the order page tells rights itself, of others as well: then the history does not offer it. */
export const RightsTold = createContext(false);

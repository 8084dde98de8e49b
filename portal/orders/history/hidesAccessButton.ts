import { createContext } from 'react';

/** Context: whether the surrounding app explains access rights itself. Then the history omits that button. */
export const HidesAccessButton = createContext(false);

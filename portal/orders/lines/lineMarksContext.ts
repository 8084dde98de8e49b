import { createContext } from 'react';
import type { Elements } from '../../forms/elements.ts';

/** Set around lines that are compared: what is said of a line that is shown. What fills it in is loaded with what compares. */
export const LineMarksContext = createContext<((id: string) => Elements) | null>(null);

import { createContext } from 'react';
import type { ElementSlot } from '../../forms/elementSlot.ts';

/**
 * Context for compared lines: returns the diff marks of a line. The code that computes them is loaded only with a
 * comparison.
 */
export const LineMarksContext = createContext<((id: string) => ElementSlot) | null>(null);

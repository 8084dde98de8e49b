import { createContext } from 'react';
import type { RaRecord } from 'react-admin';

/** A save that was refused because somebody else had saved the record since. */
export interface StaleSave {
  /** What the person wanted to save: all that the form holds. */
  mine: Record<string, unknown>;
  /** The record as the person had read it. */
  base: RaRecord;
  message: string;
}

/** Brings both people's changes together; undefined where no screen offers that. */
export const StaleSaveContext = createContext<((save: StaleSave) => void) | undefined>(undefined);

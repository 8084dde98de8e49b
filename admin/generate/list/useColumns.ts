import { useStore } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { fieldNamed } from '../catalogue.ts';
import { useVisible } from '../field-access.ts';
import { useResourceScreen } from '../resource-screen.tsx';
import { choosableColumns, shownColumns } from './columns.ts';

/** The user's columns of a list. */
export interface Columns {
  choosable: Field[];
  shown: Field[];
  /** Whether the user has changed the default columns. */
  isChosen: boolean;
  /** Stores the columns on this device; undefined restores the defaults. */
  choose: (names: string[] | undefined) => void;
}

/** Reads and stores the user's columns of a list; `usual` are the defaults. */
export function useColumns({ storeKey, usual: defaults }: { storeKey: string; usual: string[] }): Columns {
  const { resource } = useResourceScreen();
  const isVisible = useVisible();
  const [stored, store] = useStore<string[] | undefined>(`${storeKey}.columns`);
  const choosable = choosableColumns(resource, isVisible);
  const shown = shownColumns(choosable, { stored: stored, defaults });
  return {
    choosable,
    shown: shown.map((name) => fieldNamed(resource, name)),
    isChosen: stored !== undefined,
    choose: (names) => store(names),
  };
}

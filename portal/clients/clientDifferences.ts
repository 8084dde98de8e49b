import type { ClientInput } from '#schemas/generated/types.ts';
import type { Difference } from '../look/ConflictDialog.tsx';
import { type ClientPath, clientField, clientRows } from './clientFields.ts';

/** The fields in which two states of a client differ, under their labels. */
export function clientDifferences(saved: ClientInput, mine: ClientInput): Difference[] {
  return clientRows
    .flat()
    .map((path) => ({
      label: clientField(path).label,
      saved: textAt(saved, path),
      mine: textAt(mine, path),
    }))
    .filter((difference) => difference.saved !== difference.mine);
}

function textAt(client: ClientInput, path: ClientPath): string {
  let value: unknown = client;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : '';
  }
  return typeof value === 'string' ? value : '';
}

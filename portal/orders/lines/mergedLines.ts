import { type Conflict, merge, type Three } from '#schemas/changes/merge.ts';
import type { ShownOrder } from '../../api/queries.ts';
import { lineInputs } from '../savedOrder.ts';

export type Lines = ShownOrder['products'];

/** Lines as a save says them. */
export type SentLines = ReturnType<typeof lineInputs>;

/** Lines that were changed, as a device keeps them, with the saved ones that they were made of. */
export interface LineChanges {
  before: SentLines;
  mine: SentLines;
}

/** The kept lines as three states: as they were changed, as they are now, and as they are here. */
export function keptLineSides({ before, mine }: LineChanges, here: Lines): Three<Lines> {
  return { before: shownFrom(before, here), mine: shownFrom(mine, here), theirs: here };
}

/** Lines as a save said them, with what is known of them here. */
export function shownFrom(sent: SentLines, here: Lines): Lines {
  const known = new Map(here.map((line) => [line.id, line]));
  return sent.map((line) => ({ ...known.get(line.id), ...line, product: known.get(line.id)?.product ?? line.product }));
}

/** What a save says of lines, three times. */
export function linesSaid({ before, mine, theirs }: Three<Lines>): Three<SentLines> {
  return { before: lineInputs(before), mine: lineInputs(mine), theirs: lineInputs(theirs) };
}

/**
 * Two people's lines as one: each line by its id, its data to the leaf, and the order of who changed it. `theirsAt` are paths
 * of conflicts at which theirs is to stand.
 */
export function mergedLines(three: Three<Lines>, theirsAt?: Iterable<string>): { lines: Lines; conflicts: Conflict[] } {
  const { merged, conflicts } = merge(linesSaid(three), theirsAt);
  const known = new Map([...three.theirs, ...three.mine].map((line) => [line.id, line]));
  const ids = new Set(merged.map(({ id }) => id));
  const lines = merged.flatMap(({ product: _, ...line }) => {
    const of = known.get(line.id);
    // With the line that includes it, an included one goes as well.
    return of && (!line.linkedTo || ids.has(line.linkedTo)) ? [{ ...of, ...line }] : [];
  });
  return { lines, conflicts };
}

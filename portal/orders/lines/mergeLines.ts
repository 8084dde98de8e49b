import { type Conflict, type MergeInput, merge } from '#schemas/changes/merge.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { linesForRequest } from '../editing/savedOrder.ts';

/** The lines of an order. */
export type Lines = PopulatedOrder['products'];

/** Lines in the format of a request body. */
export type LineInputs = ReturnType<typeof linesForRequest>;

/** Changed lines as a device stores them, with the saved lines on which they are based. */
export interface LineChanges {
  before: LineInputs;
  mine: LineInputs;
}

/** Returns the three sides of a merge for stored lines: base, mine, and the current ones. */
export function storedLinesMergeInput({ before, mine }: LineChanges, here: Lines): MergeInput<Lines> {
  return { before: toShownLines(before, here), mine: toShownLines(mine, here), theirs: here };
}

/** Converts lines from the request format, filling in what is known of them here. */
export function toShownLines(sent: LineInputs, here: Lines): Lines {
  const known = new Map(here.map((line) => [line.id, line]));
  return sent.map((line) => ({ ...known.get(line.id), ...line, product: known.get(line.id)?.product ?? line.product }));
}

/** Converts all three sides of a merge to the request format. */
export function toRequestMergeInput({ before, mine, theirs }: MergeInput<Lines>): MergeInput<LineInputs> {
  return { before: linesForRequest(before), mine: linesForRequest(mine), theirs: linesForRequest(theirs) };
}

/**
 * Three-way merge of lines: by id, then field by field within their data; the order of the lines comes from the side that changed it. At
 * the conflict paths in `theirsAt`, theirs wins.
 */
export function mergeLines(
  three: MergeInput<Lines>,
  theirsAt?: Iterable<string>,
): { lines: Lines; conflicts: Conflict[] } {
  const { merged, conflicts } = merge(toRequestMergeInput(three), theirsAt);
  const known = new Map([...three.theirs, ...three.mine].map((line) => [line.id, line]));
  const ids = new Set(merged.map(({ id }) => id));
  const lines = merged.flatMap(({ product: _, ...line }) => {
    const knownLine = known.get(line.id);
    // Removing a line also removes those that it includes.
    return knownLine && (!line.linkedTo || ids.has(line.linkedTo)) ? [{ ...knownLine, ...line }] : [];
  });
  return { lines, conflicts };
}

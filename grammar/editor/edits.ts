import type { Fix } from '../diagnostics/finding.ts';

/** Applies replacements to a source; of several at one place the first counts. */
export function applyEdits(source: string, edits: readonly Fix[]): string {
  const ordered = [...new Map(edits.toReversed().map((edit) => [edit.from, edit])).values()];
  return ordered
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: given }) => text.slice(0, from) + given + text.slice(to), source);
}

import type { Fix } from '../diagnostics/finding.ts';

/** Applies text edits to a source. If several start at the same offset, the first one wins. */
export function applyEdits(source: string, edits: readonly Fix[]): string {
  const ordered = [...new Map(edits.toReversed().map((edit) => [edit.from, edit])).values()];
  const parts: string[] = [];
  let end = 0;
  for (const { from, to, text } of ordered.sort((a, b) => a.from - b.from)) {
    parts.push(source.slice(end, Math.max(from, end)), text);
    end = Math.max(to, end);
  }
  return parts.join('') + source.slice(end);
}

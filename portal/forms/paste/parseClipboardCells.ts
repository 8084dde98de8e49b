/** Whether pasted text has several cells, so that it fills several fields instead of one input. */
export function hasSeveralCells(text: string, target: Element): boolean {
  // A textarea accepts several lines.
  if (target instanceof HTMLTextAreaElement) return text.includes('\t');
  const cells = parseClipboardCells(text);
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1;
}

/**
 * Parses clipboard text of a spreadsheet (TSV), or of a file with another separator: rows by line breaks, cells that
 * contain a separator or line break in quotes. Ignores a trailing line break.
 */
export function parseClipboardCells(text: string, separator: '\t' | ',' | ';' = '\t'): string[][] {
  const rows: string[][] = [[]];
  // A quoted cell with doubled quotes inside, or everything up to the next separator or line break; then its terminator.
  const [end, stop] = [`${separator}|\\r\\n|\\r|\\n|$`, `[${separator}\\r\\n]`];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"(?=${stop}|$)|([^${separator}\\r\\n]*))(${end})`, 'y');
  while (cell.lastIndex < text.length || rows.at(-1)?.length === 0) {
    const [found, quoted, plain, ending] = cell.exec(text) ?? [];
    if (found === undefined) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (ending === separator && cell.lastIndex === text.length) rows.at(-1)?.push('');
    if (ending !== separator && cell.lastIndex < text.length) rows.push([]);
    if (found === '') break;
  }
  return rows;
}

/** Whether pasted text has several cells, so that it fills several fields instead of one input. */
export function hasSeveralCells(text: string, target: Element): boolean {
  // A textarea accepts several lines.
  if (target instanceof HTMLTextAreaElement) return text.includes('\t');
  const cells = parseClipboardCells(text);
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1;
}

/**
 * Parses clipboard text of a spreadsheet (TSV): rows by line breaks, cells by tabs, cells that contain either in
 * quotes. Ignores a trailing line break.
 */
export function parseClipboardCells(text: string): string[][] {
  const rows: string[][] = [[]];
  // A quoted cell with doubled quotes inside, or everything up to the next tab or line break; then its terminator.
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  while (cell.lastIndex < text.length || rows.at(-1)?.length === 0) {
    const [found, quoted, plain, end] = cell.exec(text) ?? [];
    if (found === undefined) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('');
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
    if (found === '') break;
  }
  return rows;
}

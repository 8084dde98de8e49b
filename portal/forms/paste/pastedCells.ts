/** Whether a text is more than one cell, so that it goes into fields rather than into the text of one. */
export function isSeveral(text: string, target: Element): boolean {
  // Several lines are at home in an area of text.
  if (target instanceof HTMLTextAreaElement) return text.includes('\t');
  const cells = pastedCells(text);
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1;
}

/**
 * The cells of what was copied from a spreadsheet: rows by line breaks, cells by tabs, a cell with either in quotes.
 * A line break at the very end belongs to no row.
 */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]];
  // A cell in quotes, doubled ones within; or all up to the next tab or line break; then what ends it.
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

/** The most rows of an XLSX export: a worksheet is built in memory. CSV has no limit. */
export const maxXlsxRows = 10_000;

/** The options of an export. The choice is a preference of the user. */
export interface ExportOptions {
  exportFormat: 'csv' | 'xlsx';
  exportDates: 'local' | 'iso';
}

/** The questions of the export dialog, with the words and hint of each answer. */
export const exportQuestions: {
  [Name in keyof ExportOptions]: Record<'words' | 'hints', Record<ExportOptions[Name], string>> & { title: string };
} = {
  exportFormat: {
    title: 'Format',
    words: { csv: 'CSV (.csv)', xlsx: 'Excel workbook (.xlsx)' },
    hints: {
      csv: 'Opens in every spreadsheet. Excel shows codes such as 02134 without the leading zero.',
      xlsx: 'Keeps dates, amounts, and leading zeros as they are.',
    },
  },
  exportDates: {
    title: 'Dates',
    words: { local: 'M/D/YYYY h:mm', iso: 'ISO 8601' },
    hints: { local: 'In your time zone.', iso: 'In UTC, for other programs.' },
  },
};

/** The query parameters of an export with these dates. Without a time zone, dates are ISO in UTC. */
export const exportQuery = (dates: ExportOptions['exportDates']): { timeZone?: string } =>
  dates === 'local' ? { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {};

/** Says why a list of this length can't be exported as XLSX; undefined if it can. An unknown total is a long list. */
export function xlsxObstacle(total: number | undefined): string | undefined {
  if (total !== undefined && total <= maxXlsxRows) return undefined;
  const limit = maxXlsxRows.toLocaleString('en-US');
  const count = total === undefined ? 'more' : total.toLocaleString('en-US');
  return `Excel workbooks are limited to ${limit} rows, and this list has ${count}. Use CSV, or add filters.`;
}

import writeExcelFile, { type CellObject } from 'write-excel-file/node';
import { toSignificant } from '#grammar/decimal/decimal.ts';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { ExportCell } from './export-rows.ts';

/** A worksheet to write. Its rows are JSON, which is transferred to the thread without a copy. */
export interface XlsxTask {
  sheet: string;
  columns: { label: string; kind: PropertyKind; decimals: number | undefined }[];
  /** Each batch is a JSON list of rows. A number in a column of dates is its clock time in milliseconds since 1970. */
  batches: Uint8Array[];
  /** Shows moments as ISO in UTC instead of M/D/YYYY h:mm. */
  hasIsoDates: boolean;
}

/** Entry point of the worker thread: writes an Excel workbook with typed cells and a frozen header row. */
export async function writeXlsxInWorker({ sheet, columns, batches, hasIsoDates }: XlsxTask): Promise<Uint8Array> {
  const formats = columns.map((column) => formatOf(column, hasIsoDates));
  const head = columns.map(({ label }): CellObject => ({ value: escapeText(label), type: String, fontWeight: 'bold' }));
  const decoder = new TextDecoder();
  const rows = batches.flatMap((batch) => {
    const parsed: (ExportCell | null)[][] = JSON.parse(decoder.decode(batch));
    return parsed.map((row) => row.map((value, index) => cellOf(value, columns[index]?.kind, formats[index])));
  });
  return await writeExcelFile([head, ...rows], {
    sheet,
    stickyRowsCount: 1,
    columns: columns.map(({ label }, index) => ({
      width: widthOf([label.length, ...rows.slice(0, measuredRows).map((row) => lengthOf(row[index]))]),
    })),
  }).toBuffer();
}

function cellOf(value: ExportCell | null, kind?: PropertyKind, format?: string): CellObject | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return { value, type: Boolean };
  if (typeof value === 'string') return { value: escapeText(value), type: String };
  const shown = format === undefined ? {} : { format };
  if (kind === 'date' || kind === 'dateTime') return { value: new Date(value), type: Date, ...shown };
  return { value: toSignificant(value), type: Number, ...shown };
}

function formatOf({ kind, decimals = 0 }: XlsxTask['columns'][number], hasIsoDates: boolean): string | undefined {
  const fraction = decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0';
  if (kind === 'money') return `"$"#,##${fraction}`;
  if (kind === 'date') return hasIsoDates ? 'yyyy-mm-dd' : 'm/d/yyyy';
  if (kind === 'dateTime') return hasIsoDates ? 'yyyy-mm-dd"T"hh:mm:ss"Z"' : 'm/d/yyyy h:mm';
  return decimals > 0 ? fraction : undefined;
}

/**
 * Escapes what the file format or the library would change: a carriage return, texts that look like an escape sequence,
 * and names of Object.prototype, which the library's table of texts takes for known ones.
 */
function escapeText(text: string): string {
  const escaped = text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_');
  return escaped in {} ? `_x${hexOf(escaped)}_${escaped.slice(1)}` : escaped;
}

const hexOf = (text: string): string => text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Widths follow the first rows. */
const measuredRows = 200;
const widthOf = (lengths: number[]): number => Math.min(60, Math.max(8, ...lengths) + 2);

function lengthOf(cell: CellObject | null | undefined): number {
  if (!cell) return 0;
  if (cell.type === Date) return cell.format?.length ?? 0;
  return String(cell.value).length + (cell.type === Number ? 4 : 0);
}

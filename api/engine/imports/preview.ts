import type { Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { invalidRequest } from '../../platform/errors/catalogue.ts';
import { storeOf } from '../store/store.ts';
import { type CsvRow, firstLines, type Separator, separatorOf, UnreadableCsv } from './csv-rows.ts';
import type { SniffedFile } from './encoding.ts';
import { isEmptyRow } from './total-rows.ts';

/** Limits of columns, sample rows and cell length. */
const limits = { columns: 200, rows: 10, cell: 200 };

/** The preview of a file before import. */
interface Preview {
  shown: Pick<Import, 'encoding' | 'separator' | 'columns' | 'sample'>;
  /** Its non-empty rows. */
  rows: CsvRow[];
  /** The last rows, if the file is longer than its beginning. */
  lastRows: CsvRow[];
}

/** Builds the preview of a file. Throws REQUEST_SCHEMA_INVALID with the line and column that cannot be read. */
export function previewOf(sniffed: SniffedFile): Preview {
  const { encoding, fault, head } = sniffed;
  if (fault) throw invalidFile(fault);
  const text = head.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const [first, ...others] = orInvalidFile(() =>
    firstLines({ text, isWhole: !sniffed.isMore, separator, shown: limits.rows + 1 }),
  );
  if (!first) throw invalidFile('The file has no header row');
  const rows = others.filter((line) => !isEmptyRow(line));
  if (rows.length === 0 && !sniffed.isMore) throw invalidFile('The file has a header row but no data rows');
  const sample = rows
    .slice(0, limits.rows)
    .map(({ cells }) => ({ cells: cells.map((cell) => cell.slice(0, limits.cell)) }));
  const columns = columnsOf(first.cells);
  const lastRows = lastLines(sniffed, separator).filter((line) => line.cells.length === columns.length);
  return { shown: { encoding, separator, columns, sample }, rows, lastRows };
}

/** Returns the rows at the end of a long file; none if that part starts inside a row. */
function lastLines({ end }: SniffedFile, separator: Separator): CsvRow[] {
  if (!end) return [];
  try {
    const lines = firstLines({ text: end.text, isWhole: true, separator, shown: Number.POSITIVE_INFINITY });
    return lines.map(({ line, cells }) => ({ line: line + end.line - 1, cells }));
  } catch (error) {
    if (error instanceof UnreadableCsv) return [];
    throw error;
  }
}

function orInvalidFile<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableCsv ? invalidFile(`Line ${error.line}: ${error.message}`) : error;
  }
}

const invalidFile = (message: string) => invalidRequest('body', [{ path: '/file', message }]);

function columnsOf(cells: string[]): string[] {
  if (cells.length > limits.columns)
    throw invalidFile(`Line 1: ${cells.length} columns; at most ${limits.columns} are allowed`);
  const tooLong = cells.findIndex((cell) => cell.length > limits.cell);
  if (tooLong >= 0)
    throw invalidFile(`Line 1, column ${tooLong + 1}: the name must not exceed ${limits.cell} characters`);
  return cells.map((cell, index) => trimText(cell) || `Column ${index + 1}`);
}

/** Normalizes a column name for comparison: ignores case, blanks and punctuation. */
const normalizeName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Suggests the field for each column: the choice in the last import with a column of that name, by the same user or
 * else by anyone; otherwise the field of that name. No field is suggested twice.
 */
export async function suggestMapping(
  imported: Pick<Import, 'resource' | 'kind' | 'user' | 'columns'>,
  fields: Field[],
): Promise<Import['mapping']> {
  const previous = await previousMapping(imported);
  const byName = new Map(
    fields.flatMap(({ name, label }) =>
      [label, name.slice(name.indexOf('.') + 1), name].map((each) => [normalizeName(each), name]),
    ),
  );
  const known = new Set(fields.map(({ name }) => name));
  const taken = new Set<string>();
  return imported.columns.map((column) => {
    const before = previous.get(normalizeName(column));
    const name = before === undefined ? byName.get(normalizeName(column)) : before;
    if (!name || !known.has(name) || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** Column mapping of the last started import of the same resource and kind. */
async function previousMapping({ resource, kind, user }: Pick<Import, 'resource' | 'kind' | 'user'>) {
  const begun = { resource, kind, number: { $gt: 0 } };
  const options = { sort: ['-createdAt'], limit: 1, only: ['columns', 'mapping'] };
  const [own] = await storeOf('Import').find({ filter: { ...begun, user }, ...options });
  const [last] = own ? [own] : await storeOf('Import').find({ filter: begun, ...options });
  return new Map(last?.columns.map((column, index) => [normalizeName(column), last.mapping[index] ?? null]));
}

import type { Import } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import { store } from '../store/store.ts';
import type { Sniffed } from './encoding.ts';
import { firstLines, type Line, type Separator, separatorOf, Unreadable } from './lines.ts';
import { isEmptyRow } from './total-rows.ts';

/** What a file may have, and what of it is shown before it is imported. */
const most = { columns: 200, rows: 10, cell: 200 };

/** What the beginning of a file shows. */
interface Preview {
  shown: Pick<Import, 'encoding' | 'separator' | 'columns' | 'sample'>;
  /** Its rows that have a value. */
  rows: Line[];
  /** The last rows of a file that is longer than its beginning. */
  lastRows: Line[];
}

/** What the beginning of a file tells of it. Throws REQUEST_SCHEMA_INVALID with line and column of what can not be read. */
export function previewOf(sniffed: Sniffed): Preview {
  const { encoding, fault, head } = sniffed;
  if (fault) throw refused(fault);
  const text = head.replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const [first, ...others] = readable(() =>
    firstLines({ text, isWhole: !sniffed.isMore, separator, shown: most.rows + 1 }),
  );
  if (!first) throw refused('The file has no line that names its columns');
  const rows = others.filter((line) => !isEmptyRow(line));
  if (rows.length === 0 && !sniffed.isMore) throw refused('The file has a line that names its columns, and no row');
  const sample = rows
    .slice(0, most.rows)
    .map(({ cells }) => ({ cells: cells.map((cell) => cell.slice(0, most.cell)) }));
  const columns = columnsOf(first.cells);
  const lastRows = lastLines(sniffed, separator).filter((line) => line.cells.length === columns.length);
  return { shown: { encoding, separator, columns, sample }, rows, lastRows };
}

/** The rows at the end of a long file; none where that begins within a row. */
function lastLines({ end }: Sniffed, separator: Separator): Line[] {
  if (!end) return [];
  try {
    const lines = firstLines({ text: end.text, isWhole: true, separator, shown: Number.POSITIVE_INFINITY });
    return lines.map(({ line, cells }) => ({ line: line + end.line - 1, cells }));
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable ? refused(`Line ${error.line}: ${error.message}`) : error;
  }
}

const refused = (message: string) => invalidRequest('body', [{ path: '/file', message }]);

function columnsOf(cells: string[]): string[] {
  if (cells.length > most.columns)
    throw refused(`Line 1: it names ${cells.length} columns; there may be ${most.columns}`);
  const long = cells.findIndex((cell) => cell.length > most.cell);
  if (long >= 0) throw refused(`Line 1, column ${long + 1}: its name may have ${most.cell} characters`);
  return cells.map((cell, index) => trimText(cell) || `Column ${index + 1}`);
}

/** Capitals, blanks and signs tell no column from another. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Which field each column becomes: as it was chosen last for a column of that name, by the same person, else by anybody; else the
 * field that is called so. No field is given twice.
 */
export async function proposedMapping(
  imported: Pick<Import, 'resource' | 'kind' | 'user' | 'columns'>,
  fields: Field[],
): Promise<Import['mapping']> {
  const chosen = await chosenBefore(imported);
  const called = new Map(
    fields.flatMap(({ name, label }) =>
      [label, name.slice(name.indexOf('.') + 1), name].map((each) => [plain(each), name]),
    ),
  );
  const known = new Set(fields.map(({ name }) => name));
  const taken = new Set<string>();
  return imported.columns.map((column) => {
    const before = chosen.get(plain(column));
    const name = before === undefined ? called.get(plain(column)) : before;
    if (!name || !known.has(name) || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}

/** What columns became in the last import of the same that was begun. */
async function chosenBefore({ resource, kind, user }: Pick<Import, 'resource' | 'kind' | 'user'>) {
  const begun = { resource, kind, number: { $gt: 0 } };
  const options = { sort: ['-createdAt'], limit: 1, only: ['columns', 'mapping'] };
  const [own] = await store('Import').find({ filter: { ...begun, user }, ...options });
  const [last] = own ? [own] : await store('Import').find({ filter: begun, ...options });
  return new Map(last?.columns.map((column, index) => [plain(column), last.mapping[index] ?? null]));
}

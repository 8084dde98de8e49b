import { add } from '#grammar/decimal/decimal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { groupings } from '#schemas/reports/groupings.ts';

/** The dimensions of the aggregation: the groupings of the charts, and the place in the tree as a path of ids. */
export const dimensions = [...Object.values(groupings), 'treeScope'] as const;

/** Totals of all rows with the same month, group, channel, industry and place. */
export interface Cell {
  /** One value per dimension; the path of a place is one text. */
  values: (string | null)[];
  rows: number;
  revenue: number;
  netRevenue: number;
}

/** Cells in columnar form (typed arrays): a million of them are summed up in some hundredths of a second. */
export interface Block {
  /** Distinct values of each dimension except the last. */
  values: (string | null)[][];
  /** Distinct places, the values of the last dimension. */
  places: TreePaths;
  /** For each cell, the index of its value in each dimension (dictionary encoding). */
  codes: Uint16Array;
  rows: Int32Array;
  revenue: Float64Array;
  netRevenue: Float64Array;
}

/** Limits of a block, which is one document: number of cells and text length of values. */
const limits = { cells: 20_000, text: 2_000_000 };

/** Places are the last dimension. Each takes this much text: its own id and the number of its parent. */
export const placeDimension = dimensions.length - 1;
const textPerPlace = 40;

const bytesPerCell = 8 + 8 + 4 + 2 * dimensions.length;

/** Aggregates rows into cells and encodes them as a block. */
export class Cells {
  readonly #cells = new Map<string, Cell & { codes: number[] }>();
  readonly #codes = dimensions.map(() => new Map<string | null, number>());
  #text = 0;

  /** Whether the block has reached a limit. */
  get isFull(): boolean {
    return this.#cells.size >= limits.cells || this.#text >= limits.text;
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  add({ values, rows, revenue, netRevenue }: Cell): void {
    const codes = values.map((value, index) => this.#codeOf(value, index));
    const key = codes.join();
    const cell = this.#cells.get(key);
    if (cell) {
      cell.rows += rows;
      cell.revenue = add(cell.revenue, revenue);
      cell.netRevenue = add(cell.netRevenue, netRevenue);
    } else this.#cells.set(key, { values, rows, revenue, netRevenue, codes });
  }

  #codeOf(value: string | null, index: number): number {
    const known = this.#codes[index];
    if (!known) throw new Error(`Cells have no dimension ${index}`);
    const code = known.get(value) ?? known.size;
    if (code === known.size) {
      known.set(value, code);
      this.#text += index === placeDimension ? textPerPlace : (value?.length ?? 0);
    }
    return code;
  }

  /** Encodes the cells as text: the values as JSON, then the numbers in base64, column by column. */
  packed(): string {
    const cells = [...this.#cells.values()];
    const bytes = Buffer.alloc(8 + cells.length * bytesPerCell);
    bytes.writeUInt32LE(cells.length, 0);
    const block = blockIn(bytes, cells.length);
    cells.forEach((cell, index) => {
      block.revenue[index] = cell.revenue;
      block.netRevenue[index] = cell.netRevenue;
      block.rows[index] = cell.rows;
      block.codes.set(cell.codes, index * dimensions.length);
    });
    const values = this.#codes.map((each) => [...each.keys()]);
    const header: Header = { values: values.slice(0, placeDimension), places: nodesOf(values[placeDimension] ?? []) };
    return `${JSON.stringify(header)}\n${bytes.toString('base64')}`;
  }
}

/** The header of an encoded block. */
type Header = Pick<Block, 'values' | 'places'>;

/**
 * Paths in the tree, encoded as node numbers; each node has an id and the number of its parent. Most places share the
 * same few ancestors, which would take up most of a block if each path were stored whole.
 */
export interface TreePaths {
  ids: string[];
  above: number[];
  lines: number[];
}

/** Number that stands for no node: no place, or no parent. */
const none = -1;

function nodesOf(lines: (string | null)[]): TreePaths {
  const known = new Map<string, number>([['', none]]);
  const nodes: TreePaths = { ids: [], above: [], lines: [] };
  const numberOf = (line: string): number => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const end = line.indexOf(',');
    const above = end === -1 ? none : numberOf(line.slice(end + 1));
    const number = nodes.ids.push(end === -1 ? line : line.slice(0, end)) - 1;
    nodes.above[number] = above;
    known.set(line, number);
    return number;
  };
  nodes.lines = lines.map((line) => numberOf(line ?? ''));
  return nodes;
}

/** Decodes a text made by `packed`. */
export function decodeBlock(text: string): Block {
  const end = text.indexOf('\n');
  const header = readHeader(JSON.parse(text.slice(0, end)));
  // Copy, so that 8-byte numbers are aligned.
  const bytes = Buffer.from(new Uint8Array(Buffer.from(text.slice(end + 1), 'base64')).buffer);
  return { ...blockIn(bytes, bytes.readUInt32LE(0)), ...header };
}

/** Reads the header. In the earlier format, places were whole paths, encoded like other values. */
function readHeader(header: unknown): Header {
  if (isValues(header, dimensions.length))
    return { values: header.slice(0, placeDimension), places: nodesOf(header[placeDimension] ?? []) };
  if (isRecord(header) && isValues(header.values, placeDimension) && isNodes(header.places))
    return { values: header.values, places: header.places };
  throw new Error('A block of totals must start with the values of its dimensions');
}

const isValues = (value: unknown, count: number): value is (string | null)[][] =>
  Array.isArray(value) && value.length === count && value.every(Array.isArray);

const isNodes = (value: unknown): value is TreePaths =>
  isRecord(value) && [value.ids, value.above, value.lines].every(Array.isArray);

/** Views on the columns in the buffer for this many cells. */
function blockIn({ buffer, byteOffset }: Buffer, cells: number): Omit<Block, keyof Header> {
  const at = (each: number) => byteOffset + 8 + each * cells;
  return {
    revenue: new Float64Array(buffer, at(0), cells),
    netRevenue: new Float64Array(buffer, at(8), cells),
    rows: new Int32Array(buffer, at(16), cells),
    codes: new Uint16Array(buffer, at(20), cells * dimensions.length),
  };
}

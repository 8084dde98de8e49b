import { add } from '#grammar/decimal/decimal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { groupings } from '#schemas/reports/groupings.ts';

/** What cells are told apart by: what charts are by, and the place in the tree, as the ids of its line. */
export const dimensions = [...Object.values(groupings), 'treeScope'] as const;

/** What rows of the same month, group, channel, industry and place come to. */
export interface Cell {
  /** A value of each dimension; the line of a place as one text. */
  values: (string | null)[];
  rows: number;
  revenue: number;
  netRevenue: number;
}

/** Many cells as arrays: a million of them are gone through in some hundredths of a second. */
export interface Block {
  /** The values of each dimension but the last one. */
  values: (string | null)[][];
  /** Those of the last one: where rows stand. */
  places: Nodes;
  /** Of each cell its value in each dimension, by number. */
  codes: Uint16Array;
  rows: Int32Array;
  revenue: Float64Array;
  netRevenue: Float64Array;
}

/** A block ends at so many cells, or at so much text of values: it is one document. */
const most = { cells: 20_000, text: 2_000_000 };

/** Places come last; each takes so much text: its own id, and the number of the one above. */
export const places = dimensions.length - 1;
const perPlace = 40;

const perCell = 8 + 8 + 4 + 2 * dimensions.length;

/** Adds rows up to cells, and makes a block of them. */
export class Cells {
  readonly #cells = new Map<string, Cell & { codes: number[] }>();
  readonly #codes = dimensions.map(() => new Map<string | null, number>());
  #text = 0;

  /** Whether it is time for a block. */
  get isFull(): boolean {
    return this.#cells.size >= most.cells || this.#text >= most.text;
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
      this.#text += index === places ? perPlace : (value?.length ?? 0);
    }
    return code;
  }

  /** The cells as text: the values, then the numbers in base64, those of each kind together. */
  packed(): string {
    const cells = [...this.#cells.values()];
    const bytes = Buffer.alloc(8 + cells.length * perCell);
    bytes.writeUInt32LE(cells.length, 0);
    const block = blockIn(bytes, cells.length);
    cells.forEach((cell, index) => {
      block.revenue[index] = cell.revenue;
      block.netRevenue[index] = cell.netRevenue;
      block.rows[index] = cell.rows;
      block.codes.set(cell.codes, index * dimensions.length);
    });
    const values = this.#codes.map((each) => [...each.keys()]);
    const told: Told = { values: values.slice(0, places), places: nodesOf(values[places] ?? []) };
    return `${JSON.stringify(told)}\n${bytes.toString('base64')}`;
  }
}

/** The values of a block as they are written. */
type Told = Pick<Block, 'values' | 'places'>;

/**
 * Lines of the tree, each as the number of a node: that has an id and the number of the node above it. Of many places nearly all
 * stand in the same few lines, which would be most of a block if each place told its own.
 */
export interface Nodes {
  ids: string[];
  above: number[];
  lines: number[];
}

/** The number of no node: that of who stands nowhere, and what the topmost has above. */
const none = -1;

function nodesOf(lines: (string | null)[]): Nodes {
  const known = new Map<string, number>([['', none]]);
  const nodes: Nodes = { ids: [], above: [], lines: [] };
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

/** The cells of a text that `packed` has made. */
export function unpacked(text: string): Block {
  const end = text.indexOf('\n');
  const told = toldIn(JSON.parse(text.slice(0, end)));
  // Copied, so that numbers of eight bytes begin where they may.
  const bytes = Buffer.from(new Uint8Array(Buffer.from(text.slice(end + 1), 'base64')).buffer);
  return { ...blockIn(bytes, bytes.readUInt32LE(0)), ...told };
}

/** Blocks that were written before have the lines of their places whole, as values like any other. */
function toldIn(told: unknown): Told {
  if (isValues(told, dimensions.length)) return { values: told.slice(0, places), places: nodesOf(told[places] ?? []) };
  if (isRecord(told) && isValues(told.values, places) && isNodes(told.places))
    return { values: told.values, places: told.places };
  throw new Error('A block of totals begins with the values of its dimensions');
}

const isValues = (value: unknown, count: number): value is (string | null)[][] =>
  Array.isArray(value) && value.length === count && value.every(Array.isArray);

const isNodes = (value: unknown): value is Nodes =>
  isRecord(value) && [value.ids, value.above, value.lines].every(Array.isArray);

/** Where in the bytes the numbers of so many cells stand. */
function blockIn({ buffer, byteOffset }: Buffer, cells: number): Omit<Block, keyof Told> {
  const at = (each: number) => byteOffset + 8 + each * cells;
  return {
    revenue: new Float64Array(buffer, at(0), cells),
    netRevenue: new Float64Array(buffer, at(8), cells),
    rows: new Int32Array(buffer, at(16), cells),
    codes: new Uint16Array(buffer, at(20), cells * dimensions.length),
  };
}

import { add, toSignificant } from '#grammar/decimal/decimal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import { groupings } from '#schemas/reports/groupings.ts';
import { type Amount, type Group, isAmount, type ReportSummary, type Sum } from '#schemas/reports/report-summary.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { type Block, decodeBlock, dimensions, placeDimension, type TreePaths } from './totals-block.ts';

interface TotalsQuery {
  kind: string;
  filters: Filter[];
  visibility: Filter;
}

interface StoredTotals {
  /** Some totals are being rebuilt, so rows must be counted. */
  isRebuilding: boolean;
  /** Null when the stored totals cannot answer the query. */
  totals: ReportSummary | null;
}

/** The amounts that stored totals have. */
export const storedAmounts = ['revenue', 'netRevenue'] as const satisfies Amount[];

/** Whether stored totals have an amount. */
export const isStoredAmount = (name: Amount): boolean => storedAmounts.some((each) => each === name);

/** Batch size of blocks. One block takes up to 25 ms when it has very many places; other requests run in between. */
const batch = 1;

/** The row field of each dimension. */
const fields = dimensions.map((name) => (name === 'treeScope' ? name : `data.${name}`));

/** Computes totals from the stored, pre-aggregated blocks of a kind, if the filters use only their dimensions. */
export async function storedTotals({ kind, filters, visibility }: TotalsQuery): Promise<StoredTotals> {
  const predicates = dimensionPredicates(filters, fields, { kind, hidden: false });
  if (!predicates) return { isRebuilding: false, totals: null };
  const filter = { $and: [{ kind }, visibility] };
  // In a transaction (snapshot), so that a rebuild never shows old and new blocks together.
  return await transaction(async () => {
    const isRebuilding = (await storeOf('ReportTotals').count({ $and: [filter, { isStale: true }] }, 1)) > 0;
    if (isRebuilding) return { isRebuilding, totals: null };
    const tally = new Tally(fields.map((field) => predicates.get(field)));
    for await (const blocks of storeOf('ReportTotals').batches({ filter, only: ['cells'] }, batch))
      for (const { cells } of blocks) tally.add(decodeBlock(cells));
    return { isRebuilding, totals: tally.totals() };
  });
}

/** Sums up the cells that match the filters. */
class Tally {
  readonly #predicates: (DimensionPredicate | undefined)[];
  readonly #places: PlaceMatcher;
  readonly #groups = dimensions.map(() => new Groups());
  readonly #sum = new CellSum();

  constructor(predicates: (DimensionPredicate | undefined)[]) {
    this.#predicates = predicates;
    this.#places = new PlaceMatcher(predicates[placeDimension]);
  }

  add({ values, places: nodes, codes, rows, revenue, netRevenue }: Block): void {
    const width = dimensions.length;
    const isMatch = [...values.map((each, index) => this.#matches(each, index)), this.#places.among(nodes)];
    // There is no grouping by place.
    const groups = values.map((each, index) => ({
      at: this.#groups[index] ?? new Groups(),
      numbers: Int32Array.from(each, (value) => this.#groups[index]?.numberOf(value ?? '') ?? 0),
    }));
    const counted: Counted = { rows: 0, gross: 0, net: 0, grossRest: 0, netRest: 0 };
    cells: for (let cell = 0, at = 0; cell < rows.length; cell += 1, at += width) {
      for (let index = 0; index < width; index += 1) if (!isMatch[index]?.[codes[at + index] ?? 0]) continue cells;
      const gross = revenue[cell] ?? 0;
      const net = netRevenue[cell] ?? 0;
      counted.rows = rows[cell] ?? 0;
      counted.gross = Math.round(gross * 100);
      counted.net = Math.round(net * 100);
      counted.grossRest = counted.gross / 100 === gross ? 0 : gross - counted.gross / 100;
      counted.netRest = counted.net / 100 === net ? 0 : net - counted.net / 100;
      this.#sum.count(counted);
      for (let index = 0; index < groups.length; index += 1) {
        const group = groups[index];
        group?.at.count(group.numbers[codes[at + index] ?? 0] ?? 0, counted);
      }
    }
  }

  #matches(values: (string | null)[], index: number): Uint8Array {
    const predicate = this.#predicates[index];
    if (!predicate) return new Uint8Array(values.length).fill(1);
    return Uint8Array.from(values, (value) => (predicate(value) ? 1 : 0));
  }

  totals(): ReportSummary {
    const by = (name: keyof typeof groupings) => this.#groups[dimensions.indexOf(groupings[name])]?.toGroups() ?? [];
    return roundTotals({
      ...this.#sum.totals(),
      by: {
        fiscalMonth: by('fiscalMonth'),
        industry: by('industry'),
        productGroup: by('productGroup'),
        salesChannel: by('salesChannel'),
      },
    });
  }
}

/** Amounts of a cell in whole cents, which add up exactly, and the remainder of amounts with more decimals. */
interface Counted {
  rows: number;
  gross: number;
  net: number;
  grossRest: number;
  netRest: number;
}

class CellSum implements Counted {
  rows = 0;
  gross = 0;
  net = 0;
  grossRest = 0;
  netRest = 0;

  count({ rows, gross, net, grossRest, netRest }: Counted): void {
    this.rows += rows;
    this.gross += gross;
    this.net += net;
    this.grossRest += grossRest;
    this.netRest += netRest;
  }

  totals(): Sum {
    const { rows, gross, net, grossRest, netRest } = this;
    return { rows, revenue: add(gross / 100, grossRest), netRevenue: add(net / 100, netRest) };
  }
}

/** Sums per value of one dimension. */
class Groups {
  readonly #numbers = new Map<string, number>();
  readonly #sums: CellSum[] = [];

  numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#sums.length);
    return this.#sums.push(new CellSum()) - 1;
  }

  count(number: number, counted: Counted): void {
    this.#sums[number]?.count(counted);
  }

  /** Groups in MongoDB's sort order, without those that have no rows any more. */
  toGroups(): Group[] {
    const groups = [...this.#numbers].flatMap(([value, number]) => {
      const sum = this.#sums[number];
      return sum === undefined || sum.rows === 0 ? [] : [{ value, ...sum.totals() }];
    });
    return groups.sort((one, other) => (one.value < other.value ? -1 : 1)).slice(0, maxChartGroups);
  }
}

/** A node of the tree, with those of its children that occurred in a block. */
interface Place {
  id: string;
  above: Place | undefined;
  below: Map<string, Place> | undefined;
  /** Undefined until evaluated. */
  isMatch: boolean | undefined;
}

/**
 * Evaluates the place filter for block after block. Most places recur in every block, so results are cached in a tree
 * of ids: comparing whole paths as texts would take longer than the rest of a block.
 */
class PlaceMatcher {
  readonly #predicate: DimensionPredicate | undefined;
  readonly #nowhere: Place = { id: '', above: undefined, below: undefined, isMatch: undefined };

  /** Without a predicate all places match. */
  constructor(predicate: DimensionPredicate | undefined) {
    this.#predicate = predicate;
  }

  /** Whether each path of a block matches: 1 or 0. */
  among({ ids, above, lines }: TreePaths): Uint8Array {
    if (!this.#predicate) return new Uint8Array(lines.length).fill(1);
    const known: Place[] = [];
    // A parent comes before its children.
    for (let number = 0; number < ids.length; number += 1)
      known.push(below(known[above[number] ?? -1] ?? this.#nowhere, ids[number] ?? ''));
    return Uint8Array.from(lines, (number) => (this.#isMatch(known[number] ?? this.#nowhere) ? 1 : 0));
  }

  #isMatch(place: Place): boolean {
    place.isMatch ??= this.#predicate?.(lineOf(place)) ?? true;
    return place.isMatch;
  }
}

function below(place: Place, id: string): Place {
  place.below ??= new Map();
  const known = place.below.get(id);
  if (known) return known;
  const node = { id, above: place, below: undefined, isMatch: undefined };
  place.below.set(id, node);
  return node;
}

/** The ids of a place and its ancestors. */
function lineOf(place: Place): string[] {
  const ids: string[] = [];
  for (let at = place; at.above; at = at.above) ids.push(at.id);
  return ids;
}

/** Maximum number of groups per chart. */
export const maxChartGroups = 500;

/** Rounds totals to 15 significant digits, because MongoDB adds binary floating-point numbers (rules-language 2). */
export const roundTotals = ({ by, ...whole }: ReportSummary): ReportSummary => ({
  ...roundedSum(whole),
  by: Object.fromEntries(Object.entries(by).map(([name, groups]) => [name, groups.map(roundedSum)])),
});

const roundedSum = <T extends Sum>(sum: T): T => ({
  ...sum,
  ...Object.fromEntries(
    Object.entries(sum).flatMap(([name, value]) =>
      isAmount(name) && typeof value === 'number' ? [[name, toSignificant(value)]] : [],
    ),
  ),
});

/** Predicate for the values of one dimension. */
type DimensionPredicate = (value: unknown) => boolean;

/** Thrown for a filter that aggregated cells cannot answer. */
class NotInCells extends Error {}

/**
 * Splits filters into one predicate per dimension, to evaluate them on aggregated cells. `same` are fields with one
 * value for all cells. Returns null when the cells cannot answer the filters, so that rows must be counted. The filters
 * are MongoDB filters with the same meaning.
 */
function dimensionPredicates(
  filters: Filter[],
  dimensions: string[],
  same: Filter,
): Map<string, DimensionPredicate> | null {
  const predicates = new Map<string, DimensionPredicate>();
  try {
    for (const condition of filters.flatMap(conjuncts)) {
      const fields = [...new Set(fieldsIn(condition))].filter((field) => !Object.hasOwn(same, field));
      const [field = dimensions[0] ?? '', ...others] = fields;
      if (others.length > 0 || !dimensions.includes(field)) return null;
      const before = predicates.get(field);
      // Detect unknown operators here instead of at the first cell.
      fits(condition, { ...same, [field]: null });
      predicates.set(field, (value) => (before?.(value) ?? true) && fits(condition, { ...same, [field]: value }));
    }
  } catch (error) {
    if (error instanceof NotInCells) return null;
    throw error;
  }
  return predicates;
}

const filtersIn = (value: unknown): Filter[] => {
  if (!Array.isArray(value)) throw new NotInCells();
  return value.map((each: unknown) => {
    if (!isRecord(each)) throw new NotInCells();
    return { ...each };
  });
};

/** Flattens a condition into its AND parts. */
function conjuncts(filter: Filter): Filter[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key === '$and' ? filtersIn(value).flatMap(conjuncts) : [{ [key]: value }],
  );
}

function fieldsIn(filter: Filter): string[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$') ? filtersIn(value).flatMap(fieldsIn) : [key],
  );
}

function fits(filter: Filter, record: Filter): boolean {
  // Evaluate all parts without short-circuit, so that unknown operators are always detected.
  const found = Object.entries(filter).map(([key, value]) => {
    if (!key.startsWith('$')) return matchesCondition(value, record[key]);
    const each = filtersIn(value).map((part) => fits(part, record));
    if (key === '$or') return each.includes(true);
    if (key === '$nor') return !each.includes(true);
    if (key === '$and') return !each.includes(false);
    throw new NotInCells();
  });
  return !found.includes(false);
}

function matchesCondition(condition: unknown, value: unknown): boolean {
  if (!isRecord(condition)) return holds(value, condition);
  const { $options = '', ...operators } = condition;
  const found = Object.entries(operators).map(([name, operand]) => {
    const operator = comparisons[name];
    if (!operator) throw new NotInCells();
    return operator(value, operand, String($options));
  });
  return !found.includes(false);
}

/** A list matches when one of its items does. */
const holds = (value: unknown, operand: unknown): boolean =>
  Array.isArray(value) ? value.includes(operand) : (value ?? null) === operand;

const oneOf = (value: unknown, operand: unknown): boolean => {
  if (!Array.isArray(operand)) throw new NotInCells();
  return operand.some((each: unknown) => holds(value, each));
};

type Comparison = (value: unknown, operand: unknown, options: string) => boolean;

/** MongoDB compares only values of the same type. */
const ordered =
  (compare: (value: string, operand: string) => boolean): Comparison =>
  (value, operand) => {
    if (typeof operand !== 'string') throw new NotInCells();
    return typeof value === 'string' && compare(value, operand);
  };

const comparisons: Record<string, Comparison> = {
  $in: oneOf,
  $nin: (value, operand) => !oneOf(value, operand),
  $gte: ordered((value, operand) => value >= operand),
  $lte: ordered((value, operand) => value <= operand),
  $regex: (value, operand, options) => typeof value === 'string' && patternOf(String(operand), options).test(value),
};

const patterns = new Map<string, RegExp>();

function patternOf(source: string, options: string): RegExp {
  const key = `${options}/${source}`;
  const cached = patterns.get(key) ?? new RegExp(source, options);
  if (patterns.size > 100) patterns.clear();
  patterns.set(key, cached);
  return cached;
}

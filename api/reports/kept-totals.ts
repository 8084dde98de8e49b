import { type Grouping, groupings } from '#schemas/reports/groupings.ts';
import type { Group, ReportSummary } from '#schemas/reports/report-summary.ts';
import { type Filter, store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { type Wanted, wantedIn } from './dimension-filter.ts';
import { PlacesWanted } from './places-wanted.ts';
import { mostGroups, roundedSums } from './rounded-sums.ts';
import { type Block, dimensions, places, unpacked } from './totals-block.ts';

interface Asked {
  kind: string;
  filters: Filter[];
  there: Filter;
}

interface Kept {
  /** Some of it is made anew just now: rows must be counted. */
  isRebuilding: boolean;
  /** Null where what is kept does not tell what is asked for. */
  totals: ReportSummary | null;
}

/** Blocks that are worked on at a stretch: one takes up to 25 ms where it has very many places, and others are served in between. */
const batch = 1;

/** The field of a row that each dimension is. */
const fields = dimensions.map((name) => (name === 'treeScope' ? name : `data.${name}`));

/** Totals of what is kept of the rows of a kind, as far as the filters ask about nothing else. */
export async function keptTotals({ kind, filters, there }: Asked): Promise<Kept> {
  const wanted = wantedIn(filters, fields, { kind, hidden: false });
  if (!wanted) return { isRebuilding: false, totals: null };
  const filter = { $and: [{ kind }, there] };
  // In a transaction, so that blocks that are put in the place of others are not read beside them.
  return await transaction(async () => {
    const isRebuilding = (await store('ReportTotals').count({ $and: [filter, { isStale: true }] }, 1)) > 0;
    if (isRebuilding) return { isRebuilding, totals: null };
    const tally = new Tally(fields.map((field) => wanted.get(field)));
    for await (const blocks of store('ReportTotals').batches({ filter, only: ['cells'] }, batch))
      for (const { cells } of blocks) tally.add(unpacked(cells));
    return { isRebuilding, totals: tally.totals() };
  });
}

/** What the cells of blocks come to that are wanted. */
class Tally {
  readonly #wanted: (Wanted | undefined)[];
  readonly #places: PlacesWanted;
  readonly #groups = dimensions.map(() => new Groups());
  #rows = 0;
  #revenue = 0;
  #netRevenue = 0;

  constructor(wanted: (Wanted | undefined)[]) {
    this.#wanted = wanted;
    this.#places = new PlacesWanted(wanted[places]);
  }

  add({ values, places: nodes, codes, rows, revenue, netRevenue }: Block): void {
    const width = dimensions.length;
    const isWanted = [...values.map((each, index) => this.#wantedAmong(each, index)), this.#places.among(nodes)];
    // Places make no group.
    const groups = values.map((each, index) => ({
      at: this.#groups[index] ?? new Groups(),
      numbers: Int32Array.from(each, (value) => this.#groups[index]?.numberOf(value ?? '') ?? 0),
    }));
    cells: for (let cell = 0, at = 0; cell < rows.length; cell += 1, at += width) {
      for (let index = 0; index < width; index += 1) if (!isWanted[index]?.[codes[at + index] ?? 0]) continue cells;
      const [count = 0, gross = 0, net = 0] = [rows[cell], revenue[cell], netRevenue[cell]];
      this.#rows += count;
      this.#revenue += gross;
      this.#netRevenue += net;
      for (let index = 0; index < groups.length; index += 1) {
        const group = groups[index];
        group?.at.count(group.numbers[codes[at + index] ?? 0] ?? 0, count, gross, net);
      }
    }
  }

  #wantedAmong(values: (string | null)[], index: number): Uint8Array {
    const wanted = this.#wanted[index];
    if (!wanted) return new Uint8Array(values.length).fill(1);
    return Uint8Array.from(values, (value) => (wanted(value) ? 1 : 0));
  }

  totals(): ReportSummary {
    const by = (name: Grouping) => this.#groups[dimensions.indexOf(groupings[name])]?.told() ?? [];
    return roundedSums({
      rows: this.#rows,
      revenue: this.#revenue,
      netRevenue: this.#netRevenue,
      by: {
        fiscalMonth: by('fiscalMonth'),
        industry: by('industry'),
        productGroup: by('productGroup'),
        salesChannel: by('salesChannel'),
      },
    });
  }
}

/** Sums by the value of one dimension. */
class Groups {
  readonly #numbers = new Map<string, number>();
  readonly #sums: { rows: number; revenue: number; netRevenue: number }[] = [];

  numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#sums.length);
    return this.#sums.push({ rows: 0, revenue: 0, netRevenue: 0 }) - 1;
  }

  count(number: number, rows: number, revenue: number, netRevenue: number): void {
    const sum = this.#sums[number];
    if (!sum) return;
    sum.rows += rows;
    sum.revenue += revenue;
    sum.netRevenue += netRevenue;
  }

  /** In the order of the values, as MongoDB has it; what no row has any more is left out. */
  told(): Group[] {
    const groups = [...this.#numbers].flatMap(([value, number]) => {
      const { rows = 0, revenue = 0, netRevenue = 0 } = this.#sums[number] ?? {};
      return rows === 0 ? [] : [{ value, rows, revenue, netRevenue }];
    });
    return groups.sort((one, other) => (one.value < other.value ? -1 : 1)).slice(0, mostGroups);
  }
}

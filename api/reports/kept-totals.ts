import { add } from '#grammar/decimal/decimal.ts';
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
  readonly #sum = new CellSum();

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
    const counted: Counted = { rows: 0, gross: 0, net: 0, grossRest: 0, netRest: 0 };
    cells: for (let cell = 0, at = 0; cell < rows.length; cell += 1, at += width) {
      for (let index = 0; index < width; index += 1) if (!isWanted[index]?.[codes[at + index] ?? 0]) continue cells;
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

  #wantedAmong(values: (string | null)[], index: number): Uint8Array {
    const wanted = this.#wanted[index];
    if (!wanted) return new Uint8Array(values.length).fill(1);
    return Uint8Array.from(values, (value) => (wanted(value) ? 1 : 0));
  }

  totals(): ReportSummary {
    const by = (name: Grouping) => this.#groups[dimensions.indexOf(groupings[name])]?.told() ?? [];
    return roundedSums({
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

/** What a cell counts: its money in whole cents, which add up exactly, and what is left where an amount has more decimals. */
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

  totals(): Pick<ReportSummary, 'rows' | 'revenue' | 'netRevenue'> {
    const { rows, gross, net, grossRest, netRest } = this;
    return { rows, revenue: add(gross / 100, grossRest), netRevenue: add(net / 100, netRest) };
  }
}

/** Sums by the value of one dimension. */
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

  /** In the order of the values, as MongoDB has it; what no row has any more is left out. */
  told(): Group[] {
    const groups = [...this.#numbers].flatMap(([value, number]) => {
      const sum = this.#sums[number];
      return sum === undefined || sum.rows === 0 ? [] : [{ value, ...sum.totals() }];
    });
    return groups.sort((one, other) => (one.value < other.value ? -1 : 1)).slice(0, mostGroups);
  }
}

import type { Import, ReportRow } from '#schemas/generated/types.ts';
import { reportFields } from '#schemas/reports/report-config.ts';
import type { Importable, ImportRun, ReadRow, ResolvedRows } from '../../engine/imports/importable.ts';
import { storeOf } from '../../engine/store/store.ts';
import { afterCommit } from '../../engine/store/transaction.ts';
import { resolvePlaces } from './places.ts';
import { dataFields, withDataPrefix } from './report-filter.ts';
import { addBlock, countRow, markStale, type TotalsShare } from './totals.ts';
import { Cells } from './totals-block.ts';

/** A data field as column mappings name it. */
const inData = (name: string): string => `data.${name}`;

/** CSV import of report rows: columns become fields of `data`, and references are resolved for many rows at once. */
export const importRows: Importable = {
  fields: (kind) => (isKind(kind) ? withDataPrefix(reportFields(kind)) : dataFields),
  totals: {
    nameFields: [
      ...['organization_name', 'company_name', 'customer_name', 'agency_client_id', 'order_id', 'referencenumber'],
      ...['wide_orbit_id', 'caption', 'product', 'product_code'],
    ].map(inData),
    amounts: ['revenue', 'net_revenue', 'vendor_split', 'total_vendor_spend', 'actual_vendor_spend'].map(inData),
  },
  begin: (imported) => new Run(imported),
  onVisibilityChange: (imported) => markStale([shareOf(imported)]),
  async onDeleted({ number }) {
    await storeOf('ReportTotals').deleteMany({ importNumber: number });
  },
};

const isKind = (kind: Import['kind']): kind is ReportRow['kind'] & string => kind === 'AgencyOrder' || kind === 'Test';

const shareOf = ({ kind, number }: Import): TotalsShare => ({ kind: kind ?? '', importNumber: number });

/** Columns shown for a row that matches no place in the tree, so that somebody can correct the file, client or name. */
const referenceColumns = ['agency_client_id', 'order_id', 'organization_name'] as const;

/**
 * One import run. Totals are computed while rows are stored, under the same import number, so that both become visible
 * together.
 */
class Run implements ImportRun {
  readonly #imported: Import;
  #cells = new Cells();

  constructor(imported: Import) {
    this.#imported = imported;
  }

  async resolve(read: ReadRow[]): Promise<ResolvedRows> {
    const { kind, batch, number } = this.#imported;
    if (!isKind(kind)) throw new Error(`There is no row kind ${kind}`);
    const data = read.map(dataOf);
    const places = await resolvePlaces(data);
    const rows = data.map((each, index) => ({
      kind,
      batch,
      hidden: false,
      importNumber: number,
      data: each,
      treeScope: places[index] ?? [],
    }));
    const unmatched = read.flatMap(({ line }, index) => {
      const names = referenceColumns.map((name) => data[index]?.[name]).filter(Boolean);
      return places[index]?.length === 0
        ? [{ line, value: names.join(' · ') || 'No client, order or organization matches' }]
        : [];
    });
    return { faults: [], unmatched, store: () => this.#store(rows) };
  }

  async #store(rows: Pick<ReportRow, 'data' | 'treeScope'>[]): Promise<void> {
    await storeOf('ReportRow').insertMany(rows);
    const full = this.#cells.isFull ? this.#cells : undefined;
    if (full) await addBlock(shareOf(this.#imported), full);
    // On commit only: a retried transaction must not count rows twice.
    afterCommit(() => {
      if (full) this.#cells = new Cells();
      for (const row of rows) countRow(this.#cells, row);
    });
  }

  async end(): Promise<void> {
    await addBlock(shareOf(this.#imported), this.#cells);
  }
}

/** A row's data. The parsed values already match the field schemas. */
const dataOf = ({ values }: ReadRow): ReportRow['data'] => Object.assign<ReportRow['data'], object>({}, values);

import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import type { Migration, MigrationContext } from './steps/migration.ts';
import { listSetAside, schemaMigration } from './steps/schema-migration.ts';
import { convertLosslessly, narrow } from './steps/steps.ts';

const name = '0026-report-row-dates';
const reportRows = { resource: 'ReportRow', collection: 'report_rows' };
const date: Property = { type: ['string', 'null'], format: 'date' };
const columns = ['active_date', 'bill_date', 'date_first_bill', 'date_renewal', 'service_suspension_date'];

const rows = schemaMigration(
  name,
  columns.map((column) => narrow(reportRows, { path: `data.${column}`, to: date })),
);

/**
 * Converts date columns of report rows from texts to ISO dates: 3/31/2026 becomes 2026-03-31. Texts that are no date
 * are moved to `kept_aside` and listed. Filters of reports on these columns are converted, too. An invalid filter is
 * listed and stays, so that its report is rejected instead of showing more rows than intended.
 */
export const reportRowDates: Migration = {
  ...rows,
  up: async (context) => {
    await rows.up(context);
    await listSetAside(context, name);
    await convertFilters(context);
  },
};

const isOfColumn = (key: string) => columns.includes(key.split('.')[0] ?? '');

async function convertFilters({ db, session, report }: MigrationContext): Promise<void> {
  const reports = db.collection('reports');
  for await (const { _id, name, config } of reports.find({}, { session })) {
    const filters: unknown = Object(config).filters;
    if (!isRecord(filters) || !Object.keys(filters).some(isOfColumn)) continue;
    const invalid: string[] = [];
    const changed = Object.fromEntries(
      Object.entries(filters).map(([key, value]) => {
        const [, end] = key.split('.');
        return [key, isOfColumn(key) ? dateFilter(value, end, `/config/filters/${key}`, invalid) : value];
      }),
    );
    await reports.updateOne({ _id }, { $set: { 'config.filters': changed } }, { session });
    for (const place of invalid)
      report(`    The report ${name} (${_id}) cannot be opened until this filter is a date: ${place}`);
  }
}

/** Converts the texts in a filter value to dates. As the start of a range, a year or month becomes its first day. */
function dateFilter(value: unknown, end: string | undefined, path: string, invalid: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => dateFilter(each, end, path, invalid));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([inner, each]) => [inner, dateFilter(each, inner, `${path}/${inner}`, invalid)]),
    );
  if (typeof value !== 'string' || value === '' || end === 'is') return value;
  const [, year, month = '01'] = (end === 'from' && /^(\d{4})(?:-(\d\d))?$/.exec(value)) || [];
  const found = convertLosslessly(year === undefined ? value : `${year}-${month}-01`, date);
  if (found === undefined) invalid.push(`${path} ${JSON.stringify(value)}`);
  return found ?? value;
}

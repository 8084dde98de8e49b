import { isRecord } from '#schemas/forms/is-record.ts';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { converted } from './steps/converted.ts';
import type { Migration, MigrationContext } from './steps/migration.ts';
import { listKeptAside, schemaMigration } from './steps/schema-migration.ts';
import { narrow } from './steps/steps.ts';

const name = '0026-report-row-dates';
const reportRows = { resource: 'ReportRow', collection: 'report_rows' };
const date: Property = { type: ['string', 'null'], format: 'date' };
const columns = ['active_date', 'bill_date', 'date_first_bill', 'date_renewal', 'service_suspension_date'];

const rows = schemaMigration(
  name,
  columns.map((column) => narrow(reportRows, { path: `data.${column}`, to: date })),
);

/**
 * The dates of report rows are dates, where they were texts as the files had them: 3/31/2026 becomes 2026-03-31. Texts that are no
 * date are kept aside and listed. The filters of reports on these columns follow; one that is no date is listed and stays, so that its
 * report is refused, as it would otherwise show more than was meant.
 */
export const reportRowDates: Migration = {
  ...rows,
  up: async (context) => {
    await rows.up(context);
    await listKeptAside(context, name);
    await convertFilters(context);
  },
};

const isOfColumn = (key: string) => columns.includes(key.split('.')[0] ?? '');

async function convertFilters({ db, session, tell }: MigrationContext): Promise<void> {
  const reports = db.collection('reports');
  for await (const { _id, name: report, config } of reports.find({}, { session })) {
    const filters: unknown = Object(config).filters;
    if (!isRecord(filters) || !Object.keys(filters).some(isOfColumn)) continue;
    const unread: string[] = [];
    const changed = Object.fromEntries(
      Object.entries(filters).map(([key, value]) => {
        const [, end] = key.split('.');
        return [key, isOfColumn(key) ? dateFilter(value, end, `/config/filters/${key}`, unread) : value];
      }),
    );
    await reports.updateOne({ _id }, { $set: { 'config.filters': changed } }, { session });
    for (const place of unread)
      tell(`    The report ${report} (${_id}) can not be read until this filter is a date: ${place}`);
  }
}

/** A value of a filter, or several, with texts as dates. A year or a month as the beginning of a range is its first day. */
function dateFilter(value: unknown, end: string | undefined, path: string, unread: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => dateFilter(each, end, path, unread));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([inner, each]) => [inner, dateFilter(each, inner, `${path}/${inner}`, unread)]),
    );
  if (typeof value !== 'string' || value === '' || end === 'is') return value;
  const [, year, month = '01'] = (end === 'from' && /^(\d{4})(?:-(\d\d))?$/.exec(value)) || [];
  const found = converted(year === undefined ? value : `${year}-${month}-01`, date);
  if (found === undefined) unread.push(`${path} ${JSON.stringify(value)}`);
  return found ?? value;
}

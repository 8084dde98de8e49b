import { isRecord } from '#schemas/forms/is-record.ts';
import { ReportRow as schema } from '#schemas/generated/registry.ts';
import type { Report } from '#schemas/generated/types.ts';
import { reportFields, reportFilterFields } from '#schemas/reports/report-config.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';
import { buildFilter } from '../../engine/resource/lists/filters.ts';
import { reactAdminFilters } from '../../engine/resource/lists/query.ts';
import type { Filter } from '../../engine/store/store.ts';
import { invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';

/** The fields of a report with the prefix `data.`, as list rows have them for filters, sorting and columns. */
export const withDataPrefix = (fields: Field[]): Field[] =>
  fields.map((field) => ({ ...field, name: `data.${field.name}` }));

/** The data fields of all kinds of rows. */
export const dataFields: Field[] = withDataPrefix(fieldsOf(schema.properties.data ?? {}, 'ReportRow/data'));

/**
 * The filter for the rows of a report (design 8): those of its kind that are not hidden and match `config.filters`,
 * which has the format of list filters: `{"industry": "Food", "fiscal_year": [2025, 2026], "fiscal_year_month":
 * {"from": "2026-01"}}`. A list of texts selects exactly these values, as the builder of reports says; a single text
 * matches words. Throws DATABASE_VALIDATION_ERROR for an invalid filter, because ignoring it would show more
 * rows than intended.
 */
export function reportFilter(report: Pick<Report, 'kind' | 'config'>): Filter {
  const { kind } = report;
  const fields = withDataPrefix(reportFields(kind));
  const problems: Problem[] = [];
  const all = Object.entries(filtersOf(report));
  const exact = all.filter(([name, value]) => isListOfTexts(value) && isText(fields, name));
  const requested = reactAdminFilters(
    Object.fromEntries(all.filter((each) => !exact.includes(each))),
    '/config/filters',
  );
  const condition = buildFilter({ fields, search: [] }, requested, problems);
  if (problems.length > 0) throw invalidRecord(problems);
  const conditions = exact.map(([name, value]) => ({ [`data.${name}`]: { $in: value } }));
  return { kind, hidden: false, ...(conditions.length > 0 ? { $and: [condition, ...conditions] } : condition) };
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

const isText = (fields: Field[], name: string): boolean =>
  fields.some((field) => field.name === `data.${name}` && field.kind === 'text');

/** `config.filters` of a report. Throws DATABASE_VALIDATION_ERROR for a field that its rows do not have. */
export function filtersOf({ kind, config }: Pick<Report, 'kind' | 'config'>): Record<string, unknown> {
  const filters: unknown = config.filters ?? {};
  if (!isRecord(filters))
    throw invalidRecord([{ path: '/config/filters', message: 'Must be an object of fields and values' }]);
  const known = reportFilterFields(kind);
  const isKnown = (key: string) => known.some(({ name }) => key === name || key.startsWith(`${name}.`));
  const unknown = Object.keys(filters).filter((key) => !isKnown(key));
  if (unknown.length > 0) {
    throw invalidRecord(
      unknown.map((key) => ({ path: `/config/filters/${key}`, message: `Rows have no field ${key}` })),
    );
  }
  return filters;
}

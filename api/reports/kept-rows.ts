import { isRecord } from '#schemas/forms/is-record.ts';
import { ReportRow as schema } from '#schemas/generated/registry.ts';
import type { Report } from '#schemas/generated/types.ts';
import { reportFields } from '#schemas/reports/report-config.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import { filterOf } from '../resource/lists/filters.ts';
import { simpleFilters } from '../resource/lists/query.ts';
import type { Filter } from '../store/store.ts';

/** The same fields as a row of a list has them, to be filtered, sorted and chosen by. */
export const inRows = (fields: Field[]): Field[] => fields.map((field) => ({ ...field, name: `data.${field.name}` }));

/** The fields that the data of any kind of row has. */
export const dataFields: Field[] = inRows(fieldsOf(schema.properties.data ?? {}, 'ReportRow/data'));

/**
 * The rows that a report is a view of (design 8): those of its kind that are not hidden, as far as its `config.filters`
 * leave them, which are those of lists: `{"industry": "Food", "fiscal_year": [2025, 2026], "fiscal_year_month": {"from": "2026-01"}}`.
 * Throws DATABASE_VALIDATION_ERROR for a filter that no row could pass, since to leave it out would show more than was meant.
 */
export function keptRows({ kind, config }: Pick<Report, 'kind' | 'config'>): Filter {
  const filters: unknown = config.filters ?? {};
  if (!isRecord(filters))
    throw unfit([{ path: '/config/filters', message: 'Must be an object: fields with their values' }]);
  const known = reportFields(kind);
  const isKnown = (key: string) => known.some(({ name }) => key === name || key.startsWith(`${name}.`));
  const unknown = Object.keys(filters).filter((key) => !isKnown(key));
  if (unknown.length > 0) {
    throw unfit(unknown.map((key) => ({ path: `/config/filters/${key}`, message: `Rows have no field ${key}` })));
  }
  const fields = inRows(known);
  const problems: Problem[] = [];
  const kept = filterOf({ fields, search: [] }, simpleFilters({ ...filters }, '/config/filters'), problems);
  if (problems.length > 0) throw unfit(problems);
  return { kind, hidden: false, ...kept };
}

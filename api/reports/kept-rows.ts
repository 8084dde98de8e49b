import { isRecord } from '#schemas/forms/is-record.ts';
import { ReportRow as schema } from '#schemas/generated/registry.ts';
import type { Report } from '#schemas/generated/types.ts';
import { type Field, fieldsOf } from '#schemas/resource/resource.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import type { Filter } from '../store/store.ts';

const data = fieldsOf(schema.properties.data ?? {}, 'ReportRow/data');

/** The fields that the data of a kind of row has. */
export function fieldsOfKind(kind: Report['kind']): Field[] {
  return data.filter(({ name }) => (name === 'test') === (kind === 'Test'));
}

/**
 * The rows that a report is a view of (design 8): those of its kind that are not hidden, as far as its `config.filters`
 * leave them: `{"industry": "Food", "fiscal_year": [2025, 2026], "fiscal_year_month": {"from": "2026-01"}}`. Throws
 * DATABASE_VALIDATION_ERROR for a filter that no row could pass, since to leave it out would show more than was meant.
 */
export function keptRows({ kind, config }: Pick<Report, 'kind' | 'config'>): Filter {
  const filters: unknown = config.filters ?? {};
  if (!isRecord(filters))
    throw unfit([{ path: '/config/filters', message: 'Must be an object: fields with their values' }]);
  const fields = fieldsOfKind(kind);
  const problems: Problem[] = [];
  const conditions = Object.entries(filters).map(([name, wanted]) => {
    const path = `/config/filters/${name}`;
    const field = fields.find((each) => each.name === name);
    const condition = field && conditionOf(field, wanted);
    if (!field) problems.push({ path, message: `Rows have no field ${name}` });
    else if (!condition) problems.push({ path, message: `${field.label}: must be ${allowed(field)}` });
    return { [`data.${name}`]: condition };
  });
  if (problems.length > 0) throw unfit(problems);
  return { kind, hidden: false, ...(conditions.length > 0 ? { $and: conditions } : {}) };
}

const typeOf = ({ kind }: Field) => (kind === 'number' ? 'number' : 'string');
const allowed = (field: Field) => {
  const one = typeOf(field) === 'number' ? 'a number' : 'text';
  return `${one}, null, a list of such, or an object with from and to`;
};

function conditionOf(field: Field, wanted: unknown): Filter | undefined {
  const fits = (value: unknown) => typeof value === typeOf(field);
  if (!isRecord(wanted)) {
    const values = [wanted].flat();
    return values.every((value) => value === null || fits(value)) ? { $in: values } : undefined;
  }
  const { from, to, ...others } = wanted;
  const ends = [from, to].filter((end) => end !== undefined);
  if (ends.length === 0 || !ends.every(fits) || Object.keys(others).length > 0) return undefined;
  return { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lte: to }) };
}

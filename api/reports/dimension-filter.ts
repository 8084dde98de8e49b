import { isRecord } from '#schemas/forms/is-record.ts';
import type { Filter } from '../store/store.ts';

/** Whether a value of a dimension is wanted. */
export type Wanted = (value: unknown) => boolean;

/** Something is asked for that no cell tells. */
class Untold extends Error {}

/**
 * What filters want of each dimension, where every one of them asks about one dimension, beside what is the same for all; null
 * where cells do not tell it, so that rows must be counted. The filters are MongoDB's, and mean here what they mean there.
 */
export function wantedIn(filters: Filter[], dimensions: string[], same: Filter): Map<string, Wanted> | null {
  const wanted = new Map<string, Wanted>();
  try {
    for (const condition of filters.flatMap(conjuncts)) {
      const asked = [...new Set(fieldsIn(condition))].filter((field) => !Object.hasOwn(same, field));
      const [field = dimensions[0] ?? '', ...others] = asked;
      if (others.length > 0 || !dimensions.includes(field)) return null;
      const before = wanted.get(field);
      // An operator that is not known is met here, not at the first cell.
      fits(condition, { ...same, [field]: null });
      wanted.set(field, (value) => (before?.(value) ?? true) && fits(condition, { ...same, [field]: value }));
    }
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
  return wanted;
}

const filtersIn = (value: unknown): Filter[] => {
  if (!Array.isArray(value)) throw new Untold();
  return value.map((each: unknown) => {
    if (!isRecord(each)) throw new Untold();
    return { ...each };
  });
};

/** A condition as those of which all must be so. */
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
  // All of them are asked, so that what is not known is found whatever comes before it.
  const found = Object.entries(filter).map(([key, value]) => {
    if (!key.startsWith('$')) return isAs(value, record[key]);
    const each = filtersIn(value).map((part) => fits(part, record));
    if (key === '$or') return each.includes(true);
    if (key === '$nor') return !each.includes(true);
    if (key === '$and') return !each.includes(false);
    throw new Untold();
  });
  return !found.includes(false);
}

function isAs(condition: unknown, value: unknown): boolean {
  if (!isRecord(condition)) return holds(value, condition);
  const { $options = '', ...operators } = condition;
  const found = Object.entries(operators).map(([name, asked]) => {
    const operator = comparisons[name];
    if (!operator) throw new Untold();
    return operator(value, asked, String($options));
  });
  return !found.includes(false);
}

/** A list holds what one of its items is. */
const holds = (value: unknown, asked: unknown): boolean =>
  Array.isArray(value) ? value.includes(asked) : (value ?? null) === asked;

const oneOf = (value: unknown, asked: unknown): boolean => {
  if (!Array.isArray(asked)) throw new Untold();
  return asked.some((each: unknown) => holds(value, each));
};

type Comparison = (value: unknown, asked: unknown, options: string) => boolean;

/** MongoDB compares values of one type alone. */
const ordered =
  (isSo: (value: string, asked: string) => boolean): Comparison =>
  (value, asked) => {
    if (typeof asked !== 'string') throw new Untold();
    return typeof value === 'string' && isSo(value, asked);
  };

const comparisons: Record<string, Comparison> = {
  $in: oneOf,
  $nin: (value, asked) => !oneOf(value, asked),
  $gte: ordered((value, asked) => value >= asked),
  $lte: ordered((value, asked) => value <= asked),
  $regex: (value, asked, options) => typeof value === 'string' && patternOf(String(asked), options).test(value),
};

const patterns = new Map<string, RegExp>();

function patternOf(source: string, options: string): RegExp {
  const key = `${options}/${source}`;
  const kept = patterns.get(key) ?? new RegExp(source, options);
  if (patterns.size > 100) patterns.clear();
  patterns.set(key, kept);
  return kept;
}

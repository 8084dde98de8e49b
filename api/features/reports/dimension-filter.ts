import { isRecord } from '#schemas/forms/is-record.ts';
import type { Filter } from '../../engine/store/store.ts';

/** Predicate for the values of one dimension. */
export type DimensionPredicate = (value: unknown) => boolean;

/** Thrown for a filter that aggregated cells cannot answer. */
class NotInCells extends Error {}

/**
 * Splits filters into one predicate per dimension, to evaluate them on aggregated cells. `same` are fields with one
 * value for all cells. Returns null when the cells cannot answer the filters, so that rows must be counted. The filters
 * are MongoDB filters with the same meaning.
 */
export function dimensionPredicates(
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

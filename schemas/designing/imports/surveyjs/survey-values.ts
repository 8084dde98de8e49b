import { isRecord } from '../../../forms/is-record.ts';
import type { ComparisonOperator } from './expression.ts';

/**
 * How SurveyJS (survey-core 3) compares values: texts without regard to case, numeric texts as numbers. The import
 * tests with it which options a condition means.
 */

/** The value that SurveyJS reads from an answer: numbers and booleans even if they are stored as texts. */
export function readAnswer(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  const isZeroPadded = /^0[^.,x]/.test(value) || /^0[.,]$/.test(value);
  return isNumeric(value) && !isZeroPadded ? Number(value.trim()) : value;
}

/** Whether SurveyJS reads a value as a number. */
export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= 15 && /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/.test(value));

/** Whether a value is empty; 0 and false are not. */
export const isUnanswered = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The result of a comparison between two single values. */
export function compareValues(by: ComparisonOperator, left: unknown, right: unknown): boolean {
  switch (by) {
    case '==':
      return isEqualValue(left, right);
    case '!=':
      return !isEqualValue(left, right);
    case '<=':
    case '>=':
      return isEqualValue(left, right) || isInOrder(by === '<=' ? '<' : '>', left, right);
    case '<':
    case '>':
      return isInOrder(by, left, right);
    case 'contains':
      return includesText(left, right);
    case 'notcontains':
      if (!left && !isUnanswered(right)) return true;
      return !isUnanswered(left) && Boolean(right) && !includesText(left, right);
    case 'anyof':
      if (isUnanswered(left)) return isUnanswered(right);
      return listOf(right).some((each) => isEqualValue(left, each));
    case 'allof':
      return (Boolean(left) || isUnanswered(right)) && listOf(right).every((each) => includesText(left, each));
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether two single values are equal. */
function isEqualValue(left: unknown, right: unknown): boolean {
  if (isUnanswered(left) || isUnanswered(right)) return isUnanswered(left) && isUnanswered(right);
  if (isRecord(left) || isRecord(right) || Array.isArray(left) || Array.isArray(right)) return false;
  if (typeof left === 'string' && typeof right === 'string' && fold(left) === fold(right)) return true;
  if (typeof left === 'boolean' || typeof right === 'boolean')
    return left === right || (typeof left !== typeof right && fold(left) === fold(right)) || isSameBit(left, right);
  if (typeof left === 'string' && typeof right === 'string') return false;
  return isNumeric(left) && isNumeric(right) && Number(left) === Number(right);
}

/** JavaScript's loose equality of a boolean with 0 and 1. */
const isSameBit = (left: unknown, right: unknown): boolean =>
  (typeof left === 'number' || typeof right === 'number') && Number(left) === Number(right);

const fold = (value: unknown): string => String(value).trim().toLowerCase();

function isInOrder(by: '<' | '>', left: unknown, right: unknown): boolean {
  if (left === undefined || left === null || right === undefined || right === null) return false;
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const [first, second] = areTexts ? [left, right] : [Number(left), Number(right)];
  return by === '<' ? first < second : first > second;
}

/** Whether the text of a value includes another text. */
function includesText(left: unknown, right: unknown): boolean {
  if (isUnanswered(left) || !right || Array.isArray(left)) return false;
  return String(left).toLowerCase().includes(String(right).toLowerCase());
}

import { averageOf, roundTo, sum, toCents } from '#grammar/decimal/decimal.ts';
import { numberText } from '../texts/number-text.ts';
import { objectIn, type Row, rowsOfList } from './filling/row.ts';
import type { AnyWidget, FormWidget, ValidWidget } from './form.ts';

/** A total of a table's column, formatted as the column: {show: 'sum', text: '$1,600.00'}; '' without any answer. */
export interface ColumnTotal {
  readonly show: FormWidget<'table'>['config']['totals'][number]['show'];
  readonly text: string;
}

/**
 * The totals of a table in one row of the form, by the number of the column's widget (design 7, config.totals). Hidden
 * and unanswered cells count in none; numbers are added up as decimals.
 */
export function tableTotals(table: FormWidget<'table'>, row: Row): ReadonlyMap<number, readonly ColumnTotal[]> {
  const rows = rowsOfList(row, table);
  const totals = new Map<number, ColumnTotal[]>();
  for (const { column, show } of table.config.totals) {
    const widget = totalColumns(table).find(({ key }) => key === column);
    if (!widget) continue;
    const answers = rows.map((each) => objectIn(each.view, widget.scope)?.[widget.key]).filter(isAnswer);
    const text = show === 'count' ? String(answers.length) : totalOf(widget, show, answers.filter(isNumber));
    totals.set(widget.number, [...(totals.get(widget.number) ?? []), { show, text }]);
  }
  return totals;
}

/** The fields of a table that can be columns: those in its rows, also in containers without a key. */
const totalColumns = (table: Pick<ValidWidget, 'inner'>): ValidWidget[] => [...table.inner.owners.values()];

/** Why a total cannot be shown, in words; undefined if it can. */
export function totalFault(table: FormWidget<'table'>, { column, show }: { column: string; show: string }) {
  const widget = totalColumns(table).find(({ key }) => key === column);
  if (!widget) return `has a total of ${column}, which is not one of its columns`;
  return show === 'count' || widget.type === 'number_input'
    ? undefined
    : `cannot show the ${show} of ${column}: only numbers have one`;
}

function totalOf(widget: AnyWidget, show: 'sum' | 'average', numbers: readonly number[]): string {
  if (widget.type !== 'number_input' || numbers.length === 0) return '';
  const { money, precision } = widget.config;
  const total = money === 'none' ? sum(numbers) : toCents(sum(numbers));
  // An average has two decimals more than its column, at least as many as money.
  const decimals = money === 'none' ? (precision ?? 0) + 2 : 2;
  const value = show === 'sum' ? total : roundTo(averageOf(numbers), decimals);
  return numberText(value, show === 'sum' ? widget.config : { money });
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Whether a cell has an answer: not empty, blank, unchecked, or a list without items. */
function isAnswer(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false;
}

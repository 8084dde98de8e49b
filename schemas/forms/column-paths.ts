import type { Form, ValidWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import { widgetKinds } from './kinds/kinds.ts';

/** A form field that can be a column in lists of orders. */
export interface ColumnField {
  /** The keys that lead to it, joined by dots, without rows. */
  readonly path: string;
  readonly widget: ValidWidget;
}

/** The form fields that can be table columns, in the order of the form: value fields except passwords. */
export function columnPaths({ widgets }: Pick<Form, 'widgets'>): ColumnField[] {
  return widgets.flatMap((widget) => {
    if (widget.type === 'broken' || widget.key === '' || widget.type === 'password_input') return [];
    if (widgetKinds[widget.type].holds !== 'value') return [];
    const keys = [...widget.scope.keys.filter((key) => key !== '*'), widget.key];
    return [{ path: keys.join('.'), widget }];
  });
}

/** The value at a column's path in an order's data; for a list, the value in each row. */
export function columnValue(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    const of = (each: unknown) => (isRecord(each) && Object.hasOwn(each, key) ? each[key] : undefined);
    return Array.isArray(at) ? at.map(of) : of(at);
  }, data);
}

import type { Form, SoundWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import { kinds } from './kinds/kinds.ts';

/** A field of a form that lists of its orders can show. */
export interface ColumnField {
  /** The keys that lead to it, joined by dots; a list's rows have no key of their own. */
  readonly path: string;
  readonly widget: SoundWidget;
}

/** All fields that can be table columns, in the form's order: what holds a value that is no secret. */
export function columnPaths({ widgets }: Pick<Form, 'widgets'>): ColumnField[] {
  return widgets.flatMap((widget) => {
    if (widget.type === 'broken' || widget.key === '' || widget.type === 'password_input') return [];
    if (kinds[widget.type].holds !== 'value') return [];
    const keys = [...widget.scope.keys.filter((key) => key !== '*'), widget.key];
    return [{ path: keys.join('.'), widget }];
  });
}

/** What the data of an order hold at such a path: of a list what each row holds. */
export function columnValue(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    const of = (each: unknown) => (isRecord(each) && Object.hasOwn(each, key) ? each[key] : undefined);
    return Array.isArray(at) ? at.map(of) : of(at);
  }, data);
}

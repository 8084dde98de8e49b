import type { Form, FormValues, ValidWidget } from './form.ts';
import { isRecord } from './is-record.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { widgetAtPath } from './widget-at-path.ts';

/**
 * The initial value that a prefill stands for: one property of the client, the channel, the person, or the client's last
 * order on the form (`lastOrder` of an order).
 */
export const prefillExpression = ({ from, property }: { from?: unknown; property?: unknown }): string =>
  `$${from === 'last_order' ? 'order.last.values' : String(from)}.${String(property)}`;

/** Whether a value may be taken over from another order: passwords and files belong to one order only. */
const isReusable = ({ type }: ValidWidget): boolean =>
  widgetKinds[type].holds === 'value' && !['password_input', 'file_input', 'multiple_file_input'].includes(type);

/** The properties that the fields of a form take over from the client's last order, as paths of keys joined by dots. */
export function lastOrderProperties({ widgets }: Pick<Form, 'widgets'>): string[] {
  const properties = widgets.flatMap((widget) => {
    const prefill = widget.type === 'broken' || !isReusable(widget) ? undefined : widget.config.prefill;
    return prefill?.from === 'last_order' ? [prefill.property] : [];
  });
  return [...new Set(properties)];
}

/** The values of these properties in the data of an order on this form, without passwords, files and rows. */
export function reusableValues(form: Pick<Form, 'scope'>, data: FormValues, properties: readonly string[]): FormValues {
  const values: FormValues = {};
  for (const keys of properties.map((property) => property.split('.'))) {
    const found = widgetAtPath(form, keys);
    if (!found || found.isRepeated || !isReusable(found.widget)) continue;
    const value = keys.reduce<unknown>(ownPropertyValue, data);
    if (value !== undefined) setAt(values, keys, value);
  }
  return values;
}

/** The own property of an object; undefined if there is none. */
export const ownPropertyValue = (object: unknown, key: string): unknown =>
  isRecord(object) && Object.hasOwn(object, key) ? object[key] : undefined;

/** Field keys are never those of a prototype. */
function setAt(values: FormValues, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    values[key] = value;
    return;
  }
  const inside = isRecord(values[key]) ? values[key] : {};
  values[key] = inside;
  setAt(inside, rest, value);
}

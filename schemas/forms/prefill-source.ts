import type { WidgetType } from '../generated/widgets.ts';
import type { FormContext, FormWidget, ValidWidget } from './form.ts';
import { isEqual } from './is-equal.ts';
import { isRecord } from './is-record.ts';
import type { WidgetKind } from './kinds/kind.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { ownPropertyValue, prefillExpression } from './prefill.ts';

/** Where the value of a field comes from: its prefill, and the client's last order if it is that. */
export type PrefillSource =
  | { readonly from: 'client' | 'channel' | 'user' }
  | { readonly from: 'last_order'; readonly refCode: string; readonly submissionDate: string | null };

/** The source of a prefilled value, until a person changes it; null for other values. */
export function prefillSource(widget: ValidWidget, value: unknown, context: FormContext): PrefillSource | null {
  const { prefill, initialValue } = widget.config;
  const script: unknown = initialValue?.value;
  // An own initial value takes precedence.
  if (!prefill || script !== prefillExpression(prefill)) return null;
  const { from, property } = prefill;
  const last = isRecord(context.order) && isRecord(context.order.last) ? context.order.last : {};
  const source = property.split('.').reduce(ownPropertyValue, from === 'last_order' ? last.values : context[from]);
  if ((source ?? '') === '' || !isEqual(normalIn(widget, source, context), value)) return null;
  if (from !== 'last_order') return { from };
  const { refCode, submissionDate } = last;
  const date = typeof submissionDate === 'string' ? submissionDate : null;
  return { from, refCode: String(refCode), submissionDate: date };
}

/** The value as the field stores it, such as a phone number in its mask. */
function normalIn<T extends WidgetType>(
  { type, config }: FormWidget<T>,
  value: unknown,
  { now }: FormContext,
): unknown {
  const kind: WidgetKind<T> = widgetKinds[type];
  return kind.holds === 'value' ? kind.normal(value, config, () => now.toISOString().slice(0, 10)) : value;
}

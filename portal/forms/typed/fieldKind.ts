import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormContext, ValidWidget } from '#schemas/forms/form.ts';
import { normalOf } from '#schemas/forms/normal-value.ts';
import type { DateInputConfig } from '#schemas/generated/widgets.ts';
import type { FormStore } from '../store/formStore.ts';
import type { TypedKind } from './typedField.ts';
import type { TypedSource } from './typedInput.ts';
import {
  type DateFieldOptions,
  type DatePrecision,
  dateKind,
  lineKind,
  maskedKind,
  numberKind,
  plainKind,
  secretKind,
} from './typedKinds.ts';

interface FieldKindOptions extends Omit<DateFieldOptions, 'minYear'> {
  /** The context for scripts and default values. */
  context: () => FormContext;
}

/** Returns how a widget parses and formats its text; undefined for widgets that are chosen, not typed. */
export function typedKindOf(widget: ValidWidget, { context, ...dates }: FieldKindOptions): TypedKind | undefined {
  switch (widget.type) {
    case 'number_input': {
      const { config } = widget;
      const blankValue = () => normalOf(widget, undefined, context());
      return numberKind({ ...config, blankValue });
    }
    case 'date_input':
      return dateKind(datePrecisionOf(widget.config), { ...dates, minYear: widget.config.minYear });
    case 'time_input':
      return dateKind('time', dates);
    case 'text_input':
      if (widget.config.textArea) return plainKind;
      return widget.config.mask ? maskedKind(widget.config.mask) : lineKind;
    case 'password_input':
      return secretKind;
    default:
      return undefined;
  }
}

/** Returns the value of a widget in one row, as a source for a text input. */
export const formFieldSource = (store: FormStore, widget: ValidWidget, row: Row): TypedSource => ({
  value: () => store.value(widget, row),
  subscribe: (listener) => store.subscribe(widget, row, listener),
  set: (value) => store.set(widget, row, value),
  enter: (commit) => store.enter(widget, row, commit),
  leave: () => store.leave(widget, row),
  notify: (notice) => store.notify(widget, row, notice),
});

/** What a date widget accepts; a time takes precedence over a month. */
export function datePrecisionOf({ includeTime, includeDay }: DateInputConfig): DatePrecision {
  if (includeTime) return 'moment';
  return includeDay ? 'day' : 'month';
}

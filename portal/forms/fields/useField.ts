import type { Row } from '#schemas/forms/filling/row.ts';
import type { SoundWidget } from '#schemas/forms/form.ts';
import { useCell, useStore } from '../store/hooks.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import { useCellOfTable } from './cell.ts';

/** What the parts of a field share: names for its elements, what a person may do, what is wrong, and its two events. */
export interface FieldState {
  id: string;
  /** The row it stands in. */
  row: Row;
  isRequired: boolean;
  /** The value cannot be changed: by the form, because the form is only shown, or for want of a key to keep it under. */
  isLocked: boolean;
  isDisabled: boolean;
  /** Only screen readers get the label: the form says so, or a table's head says it. */
  isLabelUnseen: boolean;
  messages: readonly string[];
  waived: readonly string[];
  notice: FieldNotice | null;
  /** The attributes by which a control is explained to those who cannot see it. */
  described: {
    'aria-required': true | undefined;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  };
  set: (value: unknown) => void;
  leave: () => void;
}

export function useField(widget: SoundWidget, row: Row): FieldState {
  const store = useStore();
  const { isRequired, messages, waived, notice } = useCell(widget, row);
  const id = store.elementId(widget, row);
  const { description, documentationHint } = widget.meta;
  const cell = useCellOfTable();
  const own = [(description || documentationHint) && `${id}-hint`, widget.config.tooltip?.content && `${id}-tip`];
  const said = [messages.length + waived.length > 0 && `${id}-error`, notice && `${id}-notice`];
  const explained = [...(cell ? [cell.describedBy] : own), ...said];
  return {
    id,
    row,
    isRequired,
    isLocked: widget.isLocked || store.isReadOnly || widget.key === '',
    isDisabled: widget.config.disabled,
    isLabelUnseen: widget.config.frameless || cell !== null,
    messages,
    waived,
    notice,
    described: {
      'aria-required': isRequired || undefined,
      'aria-invalid': messages.length > 0 || undefined,
      'aria-describedby': explained.filter(Boolean).join(' ') || undefined,
    },
    set: (value) => store.set(widget, row, value),
    leave: () => store.leave(widget, row),
  };
}

/** Whether a person may take an answer back, so that the field is unanswered again (design 7, Unanswered). */
export function canBeCleared(widget: SoundWidget, { isLocked, isDisabled, isRequired }: FieldState): boolean {
  return staysEmpty(widget) && !isRequired && !isLocked && !isDisabled;
}

/** Whether a field without an answer has no value. */
export const staysEmpty = ({ config }: SoundWidget): boolean =>
  config.emptyUntilAnswered || ('presentation' in config && config.presentation === 'yes_no');

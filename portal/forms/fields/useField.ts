import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { useFieldCell, useFormStore } from '../store/hooks.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import { useTableCell } from './tableCell.ts';

/**
 * The state that the parts of a field share: element ids, what the user may do, validation errors, and the change and
 * blur handlers.
 */
export interface FieldState {
  id: string;
  /** The row that the field belongs to. */
  row: Row;
  isRequired: boolean;
  /**
   * The value is read-only: by the form's definition, because the whole form is read-only, or because the widget has no
   * key to store it under.
   */
  isReadOnly: boolean;
  isDisabled: boolean;
  /** The label is visually hidden: the form says so, or a table's column header shows it. */
  isLabelHidden: boolean;
  messages: readonly string[];
  waived: readonly string[];
  notice: FieldNotice | null;
  /** The ARIA attributes of the control. A field that the form computes is no Tab stop; a click still selects it. */
  ariaProps: {
    tabIndex: -1 | undefined;
    'aria-required': true | undefined;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  };
  set: (value: unknown) => void;
  blur: () => void;
}

/** Returns the state of a widget's field in a row. */
export function useField(widget: ValidWidget, row: Row): FieldState {
  const store = useFormStore();
  const { isRequired, isLocked, messages, waived, notice } = useFieldCell(widget, row);
  const id = store.elementId(widget, row);
  const { description, documentationHint } = widget.meta;
  const cell = useTableCell();
  const ownIds = [(description || documentationHint) && `${id}-hint`, widget.config.tooltip?.content && `${id}-tip`];
  if (isCounted(widget)) ownIds.push(`${id}-count`);
  if (widget.config.prefill) ownIds.push(`${id}-from`);
  const messageIds = [messages.length + waived.length > 0 && `${id}-error`, notice && `${id}-notice`];
  const describedBy = [...(cell ? [cell.describedBy] : ownIds), ...messageIds];
  return {
    id,
    row,
    isRequired,
    isReadOnly: isLocked || store.isReadOnly || widget.key === '',
    isDisabled: widget.config.disabled,
    isLabelHidden: widget.config.frameless || cell !== null,
    messages,
    waived,
    notice,
    ariaProps: {
      tabIndex: isLocked && !store.isReadOnly ? -1 : undefined,
      'aria-required': isRequired || undefined,
      'aria-invalid': messages.length > 0 || undefined,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    },
    set: (value) => store.set(widget, row, value),
    blur: () => store.leave(widget, row),
  };
}

/** Whether a text has a maximum length, so that the field counts its characters. */
const isCounted = (widget: ValidWidget) => widget.type === 'text_input' && widget.config.maxLength !== undefined;

/** Whether the user can clear the answer, which makes the field unanswered again (design 7, Unanswered). */
export function canBeCleared(widget: ValidWidget, { isReadOnly, isDisabled, isRequired }: FieldState): boolean {
  return hasNoDefaultValue(widget) && !isRequired && !isReadOnly && !isDisabled;
}

/** Whether an unanswered field has no value, instead of a default. */
export const hasNoDefaultValue = ({ config }: ValidWidget): boolean =>
  config.emptyUntilAnswered || ('presentation' in config && config.presentation === 'yes_no');

import type { ValidWidget } from '#schemas/forms/form.ts';
import { answerIn } from '#schemas/forms/normal-value.ts';
import { numberText } from '#schemas/texts/number-text.ts';

/**
 * The printed text of a field whose control may truncate its value. Undefined for fields that print in full by
 * themselves.
 */
export function printText(widget: ValidWidget, value: unknown): string | undefined {
  if (widget.config.emptyUntilAnswered && answerIn(value) === undefined) return isCutOff(widget) ? '–' : undefined;
  if (widget.type === 'select') {
    const chosen = widget.config.options.find((option) => option.value === value);
    return chosen?.label ?? textOf(value);
  }
  if (widget.type === 'number_input') return numberText(value, widget.config);
  return isCutOff(widget) ? textOf(value) : undefined;
}

const isCutOff = ({ type }: ValidWidget) => type === 'select' || type === 'text_input' || type === 'number_input';

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

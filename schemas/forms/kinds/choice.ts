import { isNothing, type ValueKind } from './kind.ts';

/**
 * One of the options. A value that is no text falls back to the first option, unless the widget is empty until
 * answered. A text that is no option is kept and rejected.
 */
export const choice: ValueKind<'select' | 'radio'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value, { options, emptyUntilAnswered }) => {
    if (typeof value === 'string') return value;
    return emptyUntilAnswered ? undefined : (options[0]?.value ?? '');
  },
  isMissing,
  formatErrors: (value, { options }) =>
    isMissing(value) || options.some((option) => option.value === value) ? [] : ['Choose one of the options'],
};

function isMissing(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

import { isNothing, type ValueKind } from './kind.ts';

/**
 * One of the options. What is no text falls back to the first option, unless the widget stays empty until answered; a text
 * that is none of them is kept and refused.
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
  misfits: (value, { options }) =>
    isMissing(value) || options.some((option) => option.value === value) ? [] : ['Choose one of the options'],
};

function isMissing(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

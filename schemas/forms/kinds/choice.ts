import { isNothing, type ValueKind } from './kind.ts';

/** One of the options. What is no text falls back to the first option; a text that is none of them is kept and refused. */
export const choice: ValueKind<'select' | 'radio'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value, { options }) => (typeof value === 'string' ? value : (options[0]?.value ?? '')),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  misfits: (value, { options }) =>
    choice.isMissing(value) || options.some((option) => option.value === value) ? [] : ['Choose one of the options'],
};

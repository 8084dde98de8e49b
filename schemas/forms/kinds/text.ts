import { isNothing, type ValueKind } from './kind.ts';

/** A text. Numbers and truth values become their text; what has no text of its own becomes the empty one. */
export const text: ValueKind<'text_input' | 'password_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => (typeof value === 'string' ? value : hasText(value) ? String(value) : ''),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  misfits: () => [],
};

const hasText = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';

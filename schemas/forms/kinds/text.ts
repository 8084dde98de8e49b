import { trimText } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/** A text. Numbers and truth values become their text; what has no text of its own becomes the empty one. */
const plain: ValueKind<'password_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => (typeof value === 'string' ? value : hasText(value) ? String(value) : ''),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  misfits: () => [],
};

/** A secret, which may begin and end with blanks. */
export const password = plain;

/** A text of one line, without what surrounds it (design 7, "Typed values"), or of several as it was typed. */
export const text: ValueKind<'text_input'> = {
  ...plain,
  normal: (value, config, today) => {
    const written = String(plain.normal(value, config, today));
    return config.textArea ? written : trimText(written);
  },
};

const hasText = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';

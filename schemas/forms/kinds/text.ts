import { trimText } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/** A text. Numbers and booleans become their text, other values the empty text. */
const plain: ValueKind<'password_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => (typeof value === 'string' ? value : hasText(value) ? String(value) : ''),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  formatErrors: () => [],
};

/** A password, which may start and end with white space. */
export const password = plain;

/** A single-line text is trimmed (design 7, "Typed values"); a multi-line text stays as typed. */
export const text: ValueKind<'text_input'> = {
  ...plain,
  normal: (value, config, today) => {
    const string = String(plain.normal(value, config, today));
    return config.textArea ? string : trimText(string);
  },
};

const hasText = (value: unknown) => typeof value === 'number' || typeof value === 'boolean';

import { parseTime } from '../../typed-values/parse-time.ts';
import { isNothing, type ValueKind } from './kind.ts';

/**
 * A time of day as HH:MM, optionally with seconds and a fraction (spec 5). Other texts are parsed as people write
 * times. A text that cannot be parsed stays as typed and is rejected; scripts read it as nothing.
 */
export const time: ValueKind<'time_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => {
    if (typeof value !== 'string') return '';
    if (shape.test(value)) return value;
    const parsed = parseTime(value);
    if (parsed.status === 'empty') return '';
    return parsed.status === 'value' ? parsed.value : value;
  },
  inScripts: (value) => (value === '' || (typeof value === 'string' && shape.test(value)) ? value : undefined),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  formatErrors: (value) => {
    if (typeof value !== 'string' || shape.test(value)) return [];
    const parsed = parseTime(value);
    return parsed.status === 'problem' ? [parsed.message] : [];
  },
};

const shape = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;

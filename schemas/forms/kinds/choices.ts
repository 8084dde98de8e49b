import { isNothing, type ValueKind } from './kind.ts';
import { textsIn } from './texts.ts';

/**
 * Any number of options without duplicates. A value of the wrong type is removed; a text that is no option is rejected.
 */
export const choices: ValueKind<'checkboxes' | 'multiple_select'> = {
  holds: 'value',
  scriptType: { list: 'text' },
  isAbsent: isNothing,
  normal: (value) => textsIn(value, (text, earlier) => !earlier.has(text)),
  isMissing: (value) => !Array.isArray(value) || value.length === 0,
  formatErrors: (value, { options }) => {
    const offered = new Set(options.map((option) => option.value));
    const others = textsIn(value, (text) => !offered.has(text));
    return others.length === 0 ? [] : [`Choose from the options: ${others.join(', ')} is not one of them`];
  },
};

import { isNothing, type ValueKind } from './kind.ts';

/**
 * A boolean. Anything but true counts as unchecked; a yes/no question is true, false or unanswered, and No is an answer
 * (design 7).
 */
export const checkbox: ValueKind<'checkbox'> = {
  holds: 'value',
  scriptType: 'boolean',
  isAbsent: isNothing,
  normal: (value, { presentation, emptyUntilAnswered }) => {
    if (typeof value === 'boolean') return value;
    return presentation === 'yes_no' || emptyUntilAnswered ? undefined : false;
  },
  isMissing: (value, { presentation }) => (presentation === 'yes_no' ? typeof value !== 'boolean' : value !== true),
  formatErrors: () => [],
};

import { isNothing, type ValueKind } from './kind.ts';

/** Ticked or not; anything but true is not. A yes/no question has no answer but true and false, and No is one (design 7). */
export const checkbox: ValueKind<'checkbox'> = {
  holds: 'value',
  scriptType: 'boolean',
  isAbsent: isNothing,
  normal: (value, { presentation, emptyUntilAnswered }) => {
    if (typeof value === 'boolean') return value;
    return presentation === 'yes_no' || emptyUntilAnswered ? undefined : false;
  },
  isMissing: (value, { presentation }) => (presentation === 'yes_no' ? typeof value !== 'boolean' : value !== true),
  misfits: () => [],
};

import { isNothing, type ValueKind } from './kind.ts';

/** Yes or no; anything but true is no. */
export const checkbox: ValueKind<'checkbox'> = {
  holds: 'value',
  scriptType: 'boolean',
  isAbsent: isNothing,
  normal: (value) => value === true,
  isMissing: (value) => value !== true,
  misfits: () => [],
};

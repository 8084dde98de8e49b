import { isNothing, type ValueKind } from './kind.ts';

/** A time of day: a text that starts with HH:MM, else the empty one (spec 5). What follows, such as seconds, is kept. */
export const time: ValueKind<'time_input'> = {
  holds: 'value',
  scriptType: 'text',
  isAbsent: isNothing,
  normal: (value) => (typeof value === 'string' && shape.test(value) ? value : ''),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  misfits: () => [],
};

const shape = /^([01]\d|2[0-3]):[0-5]\d/;

import { expect, it } from 'vitest';
import { builtInFormats } from './moments.ts';

it.each([
  ['M/d/yy', '2026-03-31', '3/31/26'],
  ['M/d/yy', '2026-03-31T20:30:00.000Z', '3/31/26'],
  ['M/d/yy h:mm a', '2026-03-31T20:30:00.000Z', '3/31/26 8:30 PM'],
  ['MMMM yyyy', '2026-03-01', 'March 2026'],
  ['t', '14:30', '2:30 PM'],
  ['t', '14:30:15', '2:30 PM'],
])("builtInFormats['%s'] formats %s as %s", (format, value, text) => {
  expect(builtInFormats[format]?.(value)).toBe(text);
});

it.each(['3/31/', 'Mar 31', '3/31/26', '2026', '2026-02-30', '25:00', 'soon', ''])(
  'builtInFormats leave a text that is no stored date or time unchanged: %j',
  (text) => {
    expect(Object.values(builtInFormats).map((format) => format(text))).toEqual(
      Object.values(builtInFormats).map(() => text),
    );
  },
);

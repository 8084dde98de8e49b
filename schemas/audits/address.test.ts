import { expect, it } from 'vitest';
import { readAddress } from './address.ts';

it.each([
  ['12 Main Street, Springfield, MI 49007', ['12', 'Main Street', 'Springfield', 'MI', '49007']],
  ['12B Main Street, Springfield, MI 49007-1234, USA', ['12B', 'Main Street', 'Springfield', 'MI', '49007-1234']],
  ['Main Street, Springfield', ['', 'Main Street', 'Springfield', '', '']],
  ['1 A St, Springfield, 49007', ['1', 'A St', 'Springfield', '', '49007']],
  ['', ['', '', '', '', '']],
])('readAddress splits %j into its parts', (line, parts) => {
  expect(Object.values(readAddress(line))).toEqual(parts);
});

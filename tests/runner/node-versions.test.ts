import { expect, it } from 'vitest';
import { withoutWarnings } from './node-versions.ts';

it.each([
  ['added 700 packages in 40s', true],
  ["npm warn EBADENGINE Unsupported engine { package: 'cookie@2.0.0' }", false],
  ['npm warn deprecated glob@7.2.3: no longer supported', false],
  ['npm warn Unknown user config "nodedir". This will stop working', true],
])('npm ci output %j is accepted: %j', (output, isOk) => {
  expect(withoutWarnings({ isOk: true, seconds: 1, output }).isOk).toBe(isOk);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { usageOf, usages } from '#tests/bench/usages.ts';

const names = ['api', 'cost', 'forms', 'growth', 'load', 'peers', 'quick', 'rules'] as const;
const fileOf = (name: string) => `tests/bench/${name === 'quick' ? 'api/quick' : `${name}/bench`}.ts`;

it('every benchmark has a usage text', () => {
  const main = readFileSync('tests/bench/main.ts', 'utf8');
  expect([...main.matchAll(/^ {2}(\w+): async/gm)].map(([, name]) => name)).toEqual([...names]);
  expect(Object.keys(usages)).toEqual([...names]);
});

it.each(names)('the usage text of %s lists exactly the options that the benchmark parses', (name) => {
  const parsed =
    /options: \{([\s\S]*?)\n? {0,4}\}(?:,\n {2}\}| \}\))/.exec(readFileSync(fileOf(name), 'utf8'))?.[1] ?? '';
  const options = [...parsed.matchAll(/(\w+): \{ type: /g)].map(([, option]) => option);
  expect(options.length).toBeGreaterThan(0);
  const listed = [...usageOf(name).matchAll(/^ {2}--(\w+)/gm)].map(([, option]) => option);
  expect(listed.toSorted()).toEqual(options.toSorted());
});

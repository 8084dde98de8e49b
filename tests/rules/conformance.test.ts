import { describe, expect, it } from 'vitest';
import { readConformance, runConformanceCase } from './conformance.ts';
import { differencesPage } from './differences.ts';

describe.each(readConformance())('$title', ({ cases }) => {
  it.each(cases)('$about: $script', (each) => {
    const { value, rejections, diagnostics, fixed } = runConformanceCase(each);
    const expected = { value: each.value, rejections: each.rejections ?? [], diagnostics: each.diagnostics ?? [] };
    expect({ value, rejections, diagnostics }).toEqual(expected);
    if (each.fixed !== undefined) expect(fixed).toBe(each.fixed);
  });
});

describe('grammar/DIFFERENCES.md', () => {
  it('lists the cases that differ from other languages', async () => {
    await expect(differencesPage(readConformance())).toMatchFileSnapshot('../../grammar/DIFFERENCES.md');
  });
});

import { describe, expect, it } from 'vitest';
import type { Finding } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/nearest.ts';
import { inferKey } from './key-type.ts';
import type { StaticType } from './static-type.ts';

const record: StaticType = { record: { quantity: 'number', start: 'date' } };

/** The type of a key, and what is reported of it. */
function typeOf(type: StaticType, name: string): [StaticType, Finding[]] {
  const findings: Finding[] = [];
  const report = (finding: Finding) => findings.push(finding);
  return [inferKey(type, { name, from: 4, to: 9 }, { report, suggestions: new Suggestions() }), findings];
}

describe('the type of a key', () => {
  it.each([
    [record, 'quantity', 'number'],
    [record, 'start', 'date'],
    ['any', 'quantity', 'any'],
    ['nothing', 'quantity', 'any'],
  ] satisfies [StaticType, string, StaticType][])(
    'of %j is, for %s, %j, and nothing is said',
    (type, name, expected) => {
      expect(typeOf(type, name)).toEqual([expected, []]);
    },
  );

  it('is unknown where the record lacks the key, with a warning that suggests the nearest', () => {
    const [type, [finding]] = typeOf(record, 'quantty');
    expect(type).toBe('any');
    expect(finding).toMatchObject({
      code: 'undefined-variable',
      severity: 'warning',
      args: { name: '.quantty' },
      suggestion: 'quantity',
      fixes: [{ from: 4, to: 9, text: 'quantity' }],
    });
  });

  it.each([['toString'], ['constructor'], ['__proto__']])(
    'is unknown for %s, which no record has of its own',
    (name) => {
      expect(typeOf(record, name)).toMatchObject(['any', [{ code: 'undefined-variable' }]]);
    },
  );

  it.each([['text'], ['number'], ['date'], [{ list: 'any' }]] satisfies [StaticType][])(
    'of %j is a mismatch',
    (type) => {
      expect(typeOf(type, 'a')).toMatchObject(['any', [{ code: 'type-mismatches', args: { expected: 'a record' } }]]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { Finding } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/suggestions.ts';
import { translator } from '../syntax/translations.ts';
import type { StaticType } from './static-type.ts';
import { inferKey } from './types.ts';

const record: StaticType = { record: { quantity: 'number', start: 'date' } };

/** Returns the type of a key and the reported findings. */
function typeOf(type: StaticType, name: string): [StaticType, Finding[]] {
  const findings: Finding[] = [];
  const report = (finding: Finding) => findings.push(finding);
  return [
    inferKey(
      type,
      { name, from: 4, to: 9 },
      { report, suggestions: new Suggestions(), helperNamed: translator.helper },
    ),
    findings,
  ];
}

describe('inferKey', () => {
  it.each([
    [record, 'quantity', 'number'],
    [record, 'start', 'date'],
    ['any', 'quantity', 'any'],
    ['nothing', 'quantity', 'any'],
  ] satisfies [StaticType, string, StaticType][])(
    'infers for %j that key %s is %j, without a finding',
    (type, name, expected) => {
      expect(typeOf(type, name)).toEqual([expected, []]);
    },
  );

  it('returns any and suggests the nearest key if the record has no such key', () => {
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
    'reports %s, which is inherited and not an own key of the record',
    (name) => {
      expect(typeOf(record, name)).toMatchObject(['any', [{ code: 'undefined-variable' }]]);
    },
  );

  it.each([['text'], ['number'], ['date'], [{ list: 'any' }]] satisfies [StaticType][])(
    'reports a type mismatch for a key of %j',
    (type) => {
      expect(typeOf(type, 'a')).toMatchObject(['any', [{ code: 'type-mismatches', args: { expected: 'a record' } }]]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { schemas } from '../generated/registry.ts';
import { resourceOf } from '../resource/resource.ts';
import { bulkFields, possibleText, refusalTexts, resultText } from './bulk-jobs.ts';

const submitted = { done: 'sent for approval' };

describe('the preview of a bulk job says what is possible', () => {
  it.each([
    [50, 42, '42 of 50 can be sent for approval.'],
    [50, 50, 'All 50 can be sent for approval.'],
    [50, 0, 'None of the 50 can be sent for approval.'],
    [1, 1, 'It can be sent for approval.'],
    [1, 0, "It can't be sent for approval."],
    [0, 0, 'Nothing is selected.'],
    [10_000, 1_234, '1,234 of 10,000 can be sent for approval.'],
  ])('of %i records %i', (total, allowed, text) => {
    expect(possibleText({ total, allowed }, submitted)).toBe(text);
  });

  it('and why the rest is not, grouped, with the reasons that are not listed in one line', () => {
    const groups = [
      { reason: 'Missing required field: Campaign', count: 5 },
      { reason: 'Only a DRAFT order can be sent for approval, not a COMPLETE order', count: 2 },
    ];
    expect(refusalTexts({ total: 50, refused: 8, groups })).toEqual({
      heading: "8 can't:",
      lines: [
        '5: Missing required field: Campaign',
        '2: Only a DRAFT order can be sent for approval, not a COMPLETE order',
        '1: Other reasons',
      ],
    });
    expect(refusalTexts({ total: 7, refused: 7, groups })).toMatchObject({ heading: 'Reasons:' });
    expect(refusalTexts({ total: 8, refused: 0, groups: [] })).toBeUndefined();
  });
});

describe('the result of a bulk job', () => {
  const counts = { allowed: 42, succeeded: 40, failed: 2, refused: 8 };

  it.each([
    ['done', counts, 'Done: 40 sent for approval, 2 failed and 8 skipped.'],
    ['done', { ...counts, succeeded: 42, failed: 0, refused: 0 }, 'Done: 42 sent for approval.'],
    ['running', { ...counts, succeeded: 10, failed: 1 }, '11 of 42: 10 sent for approval, 1 failed and 8 skipped.'],
    [
      'canceled',
      { ...counts, succeeded: 20 },
      'Stopped: 20 sent for approval, 2 failed, 8 skipped and 20 not started.',
    ],
  ] as const)('is one sentence when it is %s', (status, each, text) => {
    expect(resultText({ status, ...each }, submitted)).toBe(text);
  });
});

describe('a bulk edit offers', () => {
  const namesOf = (title: string) => {
    const schema = Object.values(schemas).find((each) => each.title === title);
    return schema ? bulkFields(resourceOf(schema)).map(({ name }) => name) : [];
  };

  it('writable scalars, enums and references, but nothing that identifies a record', () => {
    expect(namesOf('Client')).toEqual(expect.arrayContaining(['industry', 'website']));
    expect(namesOf('Client')).not.toContain('treeScope');
    expect(namesOf('Channel')).toEqual(expect.arrayContaining(['entityId', 'orderFormId']));
    expect(namesOf('Channel')).not.toContain('slug');
    expect(namesOf('Order')).toContain('user');
    expect(namesOf('Order')).not.toEqual(expect.arrayContaining(['amount']));
  });

  it('no secrets', () => {
    for (const schema of Object.values(schemas)) {
      const secret = bulkFields(resourceOf(schema)).filter(({ property }) => property.writeOnly);
      expect(secret).toEqual([]);
    }
  });
});

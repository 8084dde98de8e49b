import { expect, it } from 'vitest';
import { relativeDateLabels } from '#schemas/typed-values/relative-days.ts';
import { conditionFields, conditionOperators, describeCondition } from './orderConditions.ts';

const fields = conditionFields([
  { path: 'start', title: 'First day', kind: 'date', isDefault: true, isNumber: false, text: () => '' },
]);

it.each([
  ['amount.from', '500', 'Amount is at least 500'],
  ['campaign.contains', 'spring', 'Campaign contains spring'],
  ['campaign.not', 'Oyster', 'Campaign is not Oyster'],
  ['submissionDate', '-7d', 'Submitted is in last 7 days'],
  ['submissionDate.is', 'empty', 'Submitted is empty'],
  ['submissionDate.is', 'any', 'Submitted is not empty'],
  ['status.not', 'DRAFT,CANCELED', 'Status is none of Draft or Canceled'],
  ['formData.start', 'next_quarter', 'First day is in next quarter'],
  ['formData.other', '1', 'formData.other: 1'],
])('describes the filter %s=%s in words', (key, value, words) => {
  expect(describeCondition(fields, key, value)).toBe(words);
});

it('offers operators for each field, and a label for each relative date', () => {
  for (const { kind } of fields) expect(conditionOperators[kind].length).toBeGreaterThan(1);
  expect(Object.keys(relativeDateLabels)).toContain('today');
});

import { expect, it } from 'vitest';
import { i18nProvider } from './messages.ts';

it.each([
  ['ra.action.confirm', {}, 'Delete'],
  ['ra.validation.maxValue', { max: 250_000 }, 'At most 250,000'],
  ['ra.navigation.page_range_info', { offsetBegin: 1, offsetEnd: 25, total: 1_234 }, '1–25 of 1,234'],
  // Without an override react-admin's text is used; a key that is no message is returned unchanged.
  ['ra.action.save', {}, 'Save'],
  ['Missing required field: Name', {}, 'Missing required field: Name'],
])('translates %s with %j to %s', (key, options, words) => {
  expect(i18nProvider.translate(key, options)).toBe(words);
});

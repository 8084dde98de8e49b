import { expect, it } from 'vitest';
import { contextOf, formOf, widget } from '#tests/forms/written.ts';
import { createFormStore } from '../forms/store/createFormStore.ts';
import { riskOf } from './risk.ts';

const form = formOf(widget('text_input', 'name'), widget('password_input', 'pin'));
const store = createFormStore({ form, values: {}, context: contextOf() });

const riskWith = (changed: string, { isAtRisk = true, isUploading = false, isKept = true } = {}) => {
  const changes = { [changed]: { before: '', mine: 'x' } };
  const draft = { changes: () => changes, form: () => store };
  return riskOf({ draft, now: () => ({ isAtRisk }) }, { isUploading, isKept });
};

it('what could not be saved is on this device, but for passwords and files on their way', () => {
  expect(riskWith('name')).toBe('kept');
  expect(riskWith('pin')).toBe('lost');
  expect(riskWith('name', { isUploading: true })).toBe('lost');
});

it('what could not be saved is lost where the device has no room for it', () => {
  expect(riskWith('name', { isKept: false })).toBe('lost');
});

it('what saves itself is at no risk, passwords neither', () => {
  expect(riskWith('pin', { isAtRisk: false })).toBe('none');
});

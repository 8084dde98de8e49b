import { expect, it } from 'vitest';
import { formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { createFormStore } from '../../forms/store/createFormStore.ts';
import { riskOf } from './unsavedRisk.ts';

const form = formOf(widget('text_input', 'name'), widget('password_input', 'pin'));
const store = createFormStore({ form, values: {}, context: testContext() });

const riskWith = (changed: string, { isAtRisk = true, isUploading = false, isStored = true } = {}) => {
  const changes = { [changed]: { before: '', mine: 'x' } };
  const draft = { changes: () => changes, form: () => store };
  return riskOf({ draft, state: () => ({ isAtRisk }) }, { isUploading, isStored });
};

it('unsaved changes are safe on the device, except passwords and running uploads', () => {
  expect(riskWith('name')).toBe('stored');
  expect(riskWith('pin')).toBe('lost');
  expect(riskWith('name', { isUploading: true })).toBe('lost');
});

it('unsaved changes are lost when the device cannot store them', () => {
  expect(riskWith('name', { isStored: false })).toBe('lost');
});

it('there is no risk while changes are saved automatically, not even for passwords', () => {
  expect(riskWith('pin', { isAtRisk: false })).toBe('none');
});

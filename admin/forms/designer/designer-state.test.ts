import { expect, it } from 'vitest';
import { formSchemaOf } from '#schemas/designing/design.ts';
import { change, remove } from '#schemas/designing/edits.ts';
import { box, field, row } from '#schemas/designing/example-design.ts';
import { acted, type DesignerState, opened, renewed } from './designer-state.ts';

const formSchema = (label: string, ...more: object[]) => ({
  version: 1,
  root: box('root', [row(field('name', { label })), ...more.map((each) => row(each))]),
});
const designOf = ({ history }: DesignerState) => {
  if (!('design' in history)) throw new Error(history.message);
  return history.design;
};
const typed = (state: DesignerState, label: string) =>
  acted(state, change(designOf(state), { ids: ['name'], part: 'meta', key: 'description', value: label }));
const written = (state: DesignerState) => JSON.stringify(formSchemaOf(designOf(state)));

it('a key that was typed just before another author\u2019s change came stays, beside that change', () => {
  const passed = typed(opened(formSchema('Name')), 'N');
  const state = typed({ ...passed, passed: designOf(passed) }, 'No');
  const after = renewed(state, formSchema('Full name', field('city')));
  expect(written(after)).toContain('"label":"Full name","description":"No"');
  expect(written(after)).toContain('city');
  // It is still to be passed on.
  expect(after.passed).not.toBe(designOf(after));
  expect(renewed({ ...state, passed: designOf(state) }, formSchema('Full name'))).toMatchObject({ said: '' });
});

it('what can not be done there any more is said', () => {
  const state = opened(formSchema('Name', field('city')));
  const without = acted(state, remove(designOf(state), ['city']));
  const after = renewed(without, formSchema('Full name'));
  expect(after).toMatchObject({ isRefused: true, said: expect.stringContaining('your last step is left out') });
  expect(written(after)).toContain('Full name');
});

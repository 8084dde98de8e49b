import { expect, it } from 'vitest';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { createFormStore } from './createFormStore.ts';

it('a waived problem is a note at its field instead of an error, and an error again without the waiver', () => {
  const form = formOf(
    widget('text_input', 'name', { required: true }, 'Name'),
    widget('text_input', 'note', { required: true }, 'Note'),
  );
  const store = createFormStore({ form, values: {}, context: testContext() });
  const [name, note] = [locateWidget(store.rootRow(), '/name')?.widget, locateWidget(store.rootRow(), '/note')?.widget];
  if (!name || !note) throw new Error('The form has two fields');
  const missing = { path: '/name', message: 'Missing required field: Name' };
  const at = (field: typeof name) => store.cell(field, store.rootRow());
  store.showProblems();
  store.waive([missing]);
  expect(at(name)).toMatchObject({ messages: [], waived: [`Waived: ${missing.message}`] });
  expect(at(note)).toMatchObject({ messages: ['Missing required field: Note'], waived: [] });
  expect(store.problems()).toMatchObject([{ path: '/note' }]);
  expect([name, note].map((field) => store.problemCount(field, store.rootRow()))).toEqual([0, 1]);

  store.set(name, store.rootRow(), 'Ada');
  expect(at(name)).toMatchObject({ messages: [], waived: [] });
  store.set(name, store.rootRow(), '');
  store.waive([]);
  expect(at(name)).toMatchObject({ messages: [missing.message], waived: [] });
});

it('a problem that existed before a change is a note at its field and does not count as an error', () => {
  const form = formOf(widget('text_input', 'name', { required: true }, 'Name'));
  const store = createFormStore({ form, values: {}, context: testContext() });
  const name = locateWidget(store.rootRow(), '/name')?.widget;
  if (!name) throw new Error('The form has a field');
  store.exempt([{ path: '/name', message: 'Missing required field: Name' }]);
  expect(store.showProblems()).toBe(true);
  expect(store.cell(name, store.rootRow())).toMatchObject({
    messages: [],
    waived: ['Existing problem: Missing required field: Name'],
  });
  expect(store.problemCount(name, store.rootRow())).toBe(0);
  store.exempt([]);
  expect(store.problems()).toMatchObject([{ path: '/name' }]);
});

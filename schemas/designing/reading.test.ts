import { expect, it } from 'vitest';
import { createFormReader } from '../forms/form-reader.ts';
import { readForm } from '../forms/read-form.ts';
import { type Design, serializeDesign } from './design.ts';
import { change, type EditResult, move } from './edits.ts';
import { openExampleDesign } from './example-design.ts';
import { widgetsIn } from './tree.ts';
import { applyEdit, openHistory } from './undo-history.ts';

const designAfter = (design: Design, edit: EditResult) =>
  'rejected' in edit ? design : applyEdit(openHistory(design), edit).design;

it('the form reader re-reads only the edited widget and its ancestors', () => {
  const read = createFormReader();
  const first = openExampleDesign();
  const all = [...widgetsIn(first.root)];
  const name = all.find(({ widget }) => widget.id === 'name');
  const touched = new Set([name?.widget.id, ...(name?.around ?? []).map(({ id }) => id)]);
  const before = read(serializeDesign(first));
  const after = read(
    serializeDesign(designAfter(first, change(first, { ids: ['name'], part: 'meta', key: 'label', value: 'New' }))),
  );
  const others = all.map(({ widget }) => widget.id).filter((id) => !touched.has(id));
  expect(others.length).toBeGreaterThan(2);
  const parts = (form: typeof before, id: string) => {
    const widget = form.widgets.find((each) => each.id === id);
    return widget?.type === 'broken' ? undefined : widget;
  };
  for (const id of others) {
    expect(parts(after, id)?.meta).toBe(parts(before, id)?.meta);
    expect(parts(after, id)?.config).toBe(parts(before, id)?.config);
  }
  expect(parts(after, 'name')?.meta).toMatchObject({ label: 'New' });
});

it('the form reader reports a problem at the new place of a moved widget', () => {
  const read = createFormReader();
  const first = designAfter(
    openExampleDesign(),
    change(openExampleDesign(), { ids: ['name'], part: 'config', key: 'maxLength', value: 'no number' }),
  );
  read(serializeDesign(first));
  const moved = designAfter(first, move(first, { ids: ['name'], to: { container: first.root.id, before: null } }));
  expect(moved).not.toBe(first);
  const { problems } = read(serializeDesign(moved));
  expect(problems).toEqual(readForm(serializeDesign(moved)).problems);
  expect(problems.length).toBeGreaterThan(0);
});

import { describe, expect, it } from 'vitest';
import { createAdditionalFieldsDraft } from './orderDraft.ts';

const saved = { priority: 'normal', due: null };
const open = (order: object = saved) => createAdditionalFieldsDraft(order, ['priority', 'due']);

describe('createAdditionalFieldsDraft', () => {
  it('reports the fields that differ from the saved values as unsaved', () => {
    const draft = open();
    expect([draft.values(), draft.unsaved(), draft.changes()]).toEqual([saved, {}, {}]);
    draft.set('priority', 'high');
    expect(draft.unsaved()).toEqual({ priority: 'high' });
    expect(draft.changes()).toEqual({ priority: { before: 'normal', mine: 'high' } });
    draft.set('priority', 'normal');
    expect(draft.unsaved()).toEqual({});
  });

  it("keeps values typed after a save was sent, and takes the server's values for the others", () => {
    const draft = open();
    draft.set('priority', 'high');
    draft.set('due', '2026-12-01');
    draft.settle({ priority: 'high' }, { priority: 'urgent', due: null });
    expect(draft.values()).toEqual({ priority: 'urgent', due: '2026-12-01' });
    expect(draft.unsaved()).toEqual({ due: '2026-12-01' });
  });

  it('merges changes that do not overlap, and keeps only the chosen paths of mine where they do', () => {
    const theirs = { priority: 'low', due: null };
    const draft = open();
    draft.set('due', '2026-12-01');
    draft.follow(theirs, 'all');
    expect(draft.values()).toEqual({ priority: 'low', due: '2026-12-01' });
    const mine = open();
    mine.set('priority', 'high');
    mine.follow(theirs, ['/priority']);
    expect([mine.values(), mine.unsaved()]).toEqual([{ priority: 'high', due: null }, { priority: 'high' }]);
    const dropped = open();
    dropped.set('priority', 'high');
    dropped.follow(theirs, ['/client']);
    expect([dropped.values(), dropped.unsaved()]).toEqual([theirs, {}]);
  });

  it('applies changes stored on the device, and returns the three sides of a merge', () => {
    const draft = open();
    draft.applyChanges({ priority: { before: 'normal', mine: 'high' } }, ['/priority']);
    expect(draft.unsaved()).toEqual({ priority: 'high' });
    expect(draft.mergeInput({ priority: 'low' })).toEqual({
      before: saved,
      mine: { priority: 'high', due: null },
      theirs: { priority: 'low', due: null },
    });
    expect(draft.mergeInput(saved, { due: 'x' }).mine).toEqual({ priority: 'normal', due: 'x' });
  });
});

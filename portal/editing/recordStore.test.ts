import { describe, expect, it } from 'vitest';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import { openNoteEditor } from '#tests/editing/note-editor.ts';
import { mergeChoices } from './mergeChoices.ts';

describe('record store', () => {
  it('is dirty while a value differs from the saved one', () => {
    const note = openNoteEditor();
    note.type({ title: 'Mine' });
    expect(note.store.state()).toMatchObject({ state: 'dirty', isDirty: true, isAtRisk: true });
    note.type({ title: 'Old' });
    expect(note.store.state()).toMatchObject({ state: 'clean', isDirty: false, isAtRisk: false });
  });

  it('sends the changed fields with the revision that they are based on', async () => {
    const note = openNoteEditor();
    note.type({ title: 'Mine' });
    const saving = note.store.save();
    expect(note.state()).toBe('saving');
    expect(await saving).toBe(true);
    expect(note.requests).toEqual([{ changes: { title: 'Mine' }, revision: 1 }]);
    expect(note.store.state()).toMatchObject({ state: 'clean', saved: { title: 'Mine', revision: 2 } });
  });

  it('keeps edits made while a save is in flight as unsaved changes', async () => {
    const note = openNoteEditor();
    const pendingAnswer = note.delayNext();
    note.type({ title: 'Mine' });
    const saving = note.store.save();
    const answer = await pendingAnswer;
    note.type({ title: 'Mine too', text: 'More' });
    expect(note.state()).toBe('saving');
    answer();
    await saving;
    expect(note.state()).toBe('dirty');
    expect(note.draft.values()).toEqual({ title: 'Mine too', text: 'More' });
  });

  it('sends saves one after the other', async () => {
    const note = openNoteEditor();
    note.type({ title: 'Mine' });
    expect(await Promise.all([note.store.save(), note.store.save({ status: 'SENT' })])).toEqual([true, true]);
    expect(note.requests).toEqual([
      { changes: { title: 'Mine' }, revision: 1 },
      { changes: { status: 'SENT' }, revision: 2 },
    ]);
  });

  it('sends given changes only and leaves unsaved ones alone', async () => {
    const note = openNoteEditor();
    note.type({ title: 'Mine' });
    await note.store.send({ status: 'SENT' });
    expect(note.requests).toEqual([{ changes: { status: 'SENT' }, revision: 1 }]);
    expect(note.state()).toBe('dirty');
    expect(note.draft.values().title).toBe('Mine');
  });

  it('exposes why a manual save was rejected until the next save', async () => {
    const note = openNoteEditor();
    note.rejectNext(422, 'DATABASE_VALIDATION_ERROR');
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.store.state()).toMatchObject({ state: 'dirty', saveError: { isOfData: true } });
    await note.store.save();
    expect(note.store.state()).toMatchObject({ state: 'clean', saveError: null });
  });

  it('treats a 409 that is not about its revision as a rejection', async () => {
    const note = openNoteEditor();
    note.rejectNext(409, 'RESOURCE_CONFLICT');
    note.type({ title: 'Taken by another record' });
    expect(await note.store.save()).toBe(false);
    expect(note.store.state()).toMatchObject({ state: 'dirty', saveError: { error: { code: 'RESOURCE_CONFLICT' } } });
  });

  it('is gone after a delete and sends nothing more', async () => {
    const note = openNoteEditor();
    note.theyRemove();
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.state()).toBe('gone');
    expect(await note.store.save()).toBe(false);
    expect(note.requests).toHaveLength(1);
    expect(note.draft.values().title).toBe('Mine');
  });

  it('pauses when the session ends and resumes after sign-in', async () => {
    const note = openNoteEditor();
    note.rejectNext(401, 'AUTHENTICATION_REQUIRED');
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.state()).toBe('signedOut');
    note.store.receiveUpdate(note.stored());
    expect(note.state()).toBe('dirty');
    expect(await note.store.save()).toBe(true);
  });
});

describe('record store after a remote change', () => {
  it('loads the remote record when there are no unsaved changes', () => {
    const note = openNoteEditor();
    note.theyChange({ title: 'Theirs' });
    note.store.receiveUpdate(note.stored());
    expect(note.store.state()).toMatchObject({ state: 'clean', remoteChange: 'loaded', saved: { title: 'Theirs' } });
    expect(note.draft.values().title).toBe('Theirs');
  });

  it('does not announce a change that the user made elsewhere', () => {
    for (const mine of ['Old', 'Mine']) {
      const note = openNoteEditor();
      note.type({ title: mine });
      note.theyChange({ text: 'From a part' });
      note.store.receiveUpdate(note.stored(), true);
      expect(note.store.state()).toMatchObject({ state: mine === 'Old' ? 'clean' : 'dirty', remoteChange: 'none' });
      expect(note.draft.values()).toEqual({ title: mine, text: 'From a part' });
    }
  });

  it('merges changes of different fields, and a manual save saves both', async () => {
    const note = openNoteEditor();
    note.theyChange({ text: 'Theirs' });
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(true);
    expect(note.store.state()).toMatchObject({ state: 'clean', remoteChange: 'merged' });
    expect(note.stored()).toMatchObject({ title: 'Mine', text: 'Theirs' });
  });

  it('merges but does not repeat a change of status: the user must confirm it', async () => {
    const note = openNoteEditor();
    note.theyChange({ text: 'Theirs' });
    note.type({ title: 'Mine' });
    expect(await note.store.save({ status: 'SENT' })).toBe(false);
    expect(note.store.state()).toMatchObject({ state: 'dirty', remoteChange: 'merged' });
    expect(note.requests).toHaveLength(1);
  });

  it('waits for a choice when both sides changed a field, and sends nothing before', async () => {
    const note = openNoteEditor();
    note.theyChange({ title: 'Theirs', text: 'Theirs' });
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.store.state()).toMatchObject({ state: 'conflict', isAtRisk: true, remote: { title: 'Theirs' } });
    const place = recordPlace({ properties: { title: { type: 'string' }, text: { type: 'string' } } });
    expect(mergeChoices(place, note.draft.threeWayMerge(note.stored()))).toEqual([
      { path: '/title', label: 'Title', saved: 'Theirs', mine: 'Mine', isConflict: true },
    ]);
    expect(await note.store.save()).toBe(false);
    expect(note.requests).toHaveLength(1);
    note.store.resolveConflict(['/title']);
    expect(note.state()).toBe('dirty');
    await note.store.save();
    expect(note.stored()).toMatchObject({ title: 'Mine', text: 'Theirs' });
  });

  it('takes the remote record when the user chooses it or reverts the own edit', () => {
    for (const end of ['choose', 'type'] as const) {
      const note = openNoteEditor();
      note.theyChange({ title: 'Theirs' });
      note.type({ title: 'Mine' });
      note.store.receiveUpdate(note.stored());
      expect(note.state()).toBe('conflict');
      if (end === 'choose') note.store.resolveConflict([]);
      else note.type({ title: 'Old' });
      expect(note.store.state()).toMatchObject({ state: 'clean', remote: null });
      expect(note.draft.values().title).toBe('Theirs');
    }
  });

  it('applies a remote update after the save in flight', async () => {
    const note = openNoteEditor();
    const pendingAnswer = note.delayNext();
    note.type({ title: 'Mine' });
    const saving = note.store.save();
    const answer = await pendingAnswer;
    note.store.receiveUpdate({ ...note.stored(), revision: 9, text: 'Theirs', title: 'Mine' });
    expect(note.state()).toBe('saving');
    answer();
    await saving;
    expect(note.store.state()).toMatchObject({ state: 'clean', remoteChange: 'loaded', saved: { revision: 9 } });
  });

  it('retries after a merge at most three times per save', async () => {
    const note = openNoteEditor();
    const changeAgain = () => note.theyChange({ text: String(note.stored().revision) });
    changeAgain();
    note.type({ title: 'Mine' });
    const stop = note.store.subscribe(() => note.state() === 'loading' || changeAgain());
    expect(await note.store.save()).toBe(false);
    stop();
    expect(note.requests).toHaveLength(3);
  });
});

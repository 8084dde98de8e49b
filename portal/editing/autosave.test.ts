import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openNoteEditor } from '#tests/editing/note-editor.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a record with autosave', () => {
  it('saves at most every two seconds and counts as safe in between', async () => {
    const note = openNoteEditor({ savesItself: true });
    note.type({ title: 'M' });
    await vi.advanceTimersByTimeAsync(1_900);
    note.type({ title: 'Mine' });
    expect(note.requests).toHaveLength(0);
    expect(note.store.state().isAtRisk).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(note.requests).toEqual([{ changes: { title: 'Mine' }, revision: 1 }]);
    expect(note.state()).toBe('clean');
  });

  it('retries ten seconds after a request without an answer, or as soon as the network is back', async () => {
    for (const event of ['time', 'online']) {
      const note = openNoteEditor({ savesItself: true });
      note.rejectNext(503, 'UNAVAILABLE');
      note.type({ title: 'Mine' });
      await vi.advanceTimersByTimeAsync(2_000);
      expect(note.store.state()).toMatchObject({
        state: 'unanswered',
        autosaveFailure: { reason: 'unanswered' },
        isAtRisk: true,
      });
      await vi.advanceTimersByTimeAsync(9_900);
      expect(note.requests).toHaveLength(1);
      if (event === 'online') note.page.dispatchEvent(new Event('online'));
      await vi.advanceTimersByTimeAsync(event === 'time' ? 100 : 0);
      expect(note.store.state()).toMatchObject({ state: 'clean', autosaveFailure: null });
      note.leave();
    }
  });

  it('does not resend rejected changes, and resumes after the next edit', async () => {
    const note = openNoteEditor({ savesItself: true });
    note.rejectNext(422, 'DATABASE_VALIDATION_ERROR');
    note.type({ title: 'Refused' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(note.requests).toHaveLength(1);
    expect(note.state()).toBe('rejected');
    note.type({ title: 'Taken' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(note.stored().title).toBe('Taken');
    expect(note.store.state()).toMatchObject({ state: 'clean', autosaveFailure: null });
  });

  it('recognizes its own save after the response was lost', async () => {
    const note = openNoteEditor({ savesItself: true });
    note.loseNextResponse();
    note.type({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(2_000);
    note.type({ title: 'Mine too' });
    await vi.advanceTimersByTimeAsync(22_000);
    expect(note.stored().title).toBe('Mine too');
    expect(note.store.state()).toMatchObject({ state: 'clean', remoteChange: 'none' });
  });

  it('stops autosaving during a merge conflict', async () => {
    const note = openNoteEditor({ savesItself: true });
    note.type({ title: 'Mine' });
    note.theyChange({ title: 'Theirs' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(note.state()).toBe('conflict');
    expect(note.requests).toHaveLength(1);
  });

  it('saves once more when the page is left or hidden', async () => {
    for (const event of ['pagehide', 'visibilitychange', 'leave']) {
      const note = openNoteEditor({ savesItself: true });
      note.type({ title: 'Mine' });
      if (event === 'leave') note.leave();
      else note.page.dispatchEvent(new Event(event));
      await vi.advanceTimersByTimeAsync(0);
      expect(note.stored().title).toBe('Mine');
      note.leave();
    }
  });

  it('sends a manual save after the autosave that is in flight, and shows "saving" from then on', async () => {
    const note = openNoteEditor({ savesItself: true });
    const pendingAnswer = note.delayNext();
    note.type({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(note.state()).toBe('autosaving');
    const manualSave = note.store.save({ status: 'SENT' });
    expect(note.state()).toBe('saving');
    (await pendingAnswer)();
    expect(await manualSave).toBe(true);
    expect(note.requests).toEqual([
      { changes: { title: 'Mine' }, revision: 1 },
      { changes: { status: 'SENT' }, revision: 2 },
    ]);
  });
});

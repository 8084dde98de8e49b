import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, unanswered } from '../api/ApiError.ts';
import { createFieldsDraft } from './fieldsDraft.ts';
import { createRecordStore } from './recordStore.ts';
import { watchPage } from './watchPage.ts';

type Note = { revision: number; by: string; title: string; text: string };
type Changes = Partial<Pick<Note, 'title' | 'text'>> & { status?: string };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A note that several people edit: the server's side of it, and the store of one of them on a page. */
function editNote({ savesItself = false } = {}) {
  let stored: Note | null = { revision: 1, by: 'them', title: 'Old', text: 'Old' };
  const asked: { changes: Changes; revision: number }[] = [];
  /** What happens instead of a save, once each. */
  const instead: ((save: () => Note) => Note | Promise<Note>)[] = [];
  const refuse = (status: number, code: string) => () => {
    throw new ApiError(status, { error: 'Error', code });
  };
  const find = () => stored ?? refuse(404, 'RESOURCE_NOT_FOUND')();
  const write = ({ changes, revision }: { changes: Changes; revision: number }): Note => {
    const found = find();
    if (found.revision !== revision) return refuse(409, 'RESOURCE_CONFLICT')();
    stored = { ...found, ...changes, revision: revision + 1, by: 'me' };
    return stored;
  };
  const draft = createFieldsDraft<Note, Changes, 'title' | 'text', string>({
    saved: find(),
    names: ['title', 'text'],
    fieldsOf: ({ title, text }) => ({ title, text }),
    changesOf: (values, names) => Object.fromEntries(names.map((name) => [name, values[name]])),
  });
  const store = createRecordStore<Note, Changes>({
    saved: find(),
    draft,
    send: async (save) => {
      asked.push({ changes: save.changes, revision: save.revision });
      const next = instead.shift();
      return next ? next(() => write(save)) : write(save);
    },
    load: async () => find(),
    isEditable: () => true,
    savesItself: () => savesItself,
    isOwn: ({ by }) => by === 'me',
  });
  const target = new EventTarget();
  const leave = watchPage(store, { target, isHidden: () => true });
  return {
    store,
    draft,
    asked,
    leave,
    page: target,
    stored: find,
    type: (values: Partial<Record<'title' | 'text', string>>) => draft.type({ ...draft.values(), ...values }),
    /** Somebody else saves. */
    theyChange: (changes: Changes) => {
      stored = { ...find(), ...changes, revision: find().revision + 1, by: 'them' };
    },
    theyRemove: () => {
      stored = null;
    },
    refuseNext: (status: number, code: string) => instead.push(refuse(status, code)),
    loseNextAnswer: () =>
      instead.push((save) => {
        save();
        throw unanswered(0);
      }),
    holdNext: () =>
      new Promise<() => void>((ready) => {
        instead.push((save) => new Promise((answer) => ready(() => answer(save()))));
      }),
    state: () => store.now().state,
  };
}

describe('a record that is edited', () => {
  it('is dirty while something differs from what is saved', () => {
    const note = editNote();
    note.type({ title: 'Mine' });
    expect(note.store.now()).toMatchObject({ state: 'dirty', isDirty: true, isAtRisk: true });
    note.type({ title: 'Old' });
    expect(note.store.now()).toMatchObject({ state: 'clean', isDirty: false, isAtRisk: false });
  });

  it('sends what changed, for the revision that was seen', async () => {
    const note = editNote();
    note.type({ title: 'Mine' });
    const saving = note.store.save();
    expect(note.state()).toBe('saving');
    expect(await saving).toBe(true);
    expect(note.asked).toEqual([{ changes: { title: 'Mine' }, revision: 1 }]);
    expect(note.store.now()).toMatchObject({ state: 'clean', saved: { title: 'Mine', revision: 2 } });
  });

  it('keeps what is typed while a save is under way, as unsaved', async () => {
    const note = editNote();
    const answered = note.holdNext();
    note.type({ title: 'Mine' });
    const saving = note.store.save();
    const answer = await answered;
    note.type({ title: 'Mine too', text: 'More' });
    expect(note.state()).toBe('saving');
    answer();
    await saving;
    expect(note.state()).toBe('dirty');
    expect(note.draft.values()).toEqual({ title: 'Mine too', text: 'More' });
  });

  it('makes its saves one after the other', async () => {
    const note = editNote();
    note.type({ title: 'Mine' });
    expect(await Promise.all([note.store.save(), note.store.save({ status: 'SENT' })])).toEqual([true, true]);
    expect(note.asked).toEqual([
      { changes: { title: 'Mine' }, revision: 1 },
      { changes: { status: 'SENT' }, revision: 2 },
    ]);
  });

  it('may save one thing and leave what is unsaved as it is', async () => {
    const note = editNote();
    note.type({ title: 'Mine' });
    await note.store.send({ status: 'SENT' });
    expect(note.asked).toEqual([{ changes: { status: 'SENT' }, revision: 1 }]);
    expect(note.state()).toBe('dirty');
    expect(note.draft.values().title).toBe('Mine');
  });

  it('says why a pressed save was refused, until the next', async () => {
    const note = editNote();
    note.refuseNext(422, 'DATABASE_VALIDATION_ERROR');
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.store.now()).toMatchObject({ state: 'dirty', refusal: { isOfData: true } });
    await note.store.save();
    expect(note.store.now()).toMatchObject({ state: 'clean', refusal: null });
  });

  it('takes a conflict that is not of its revision for a refusal', async () => {
    const note = editNote();
    note.refuseNext(409, 'RESOURCE_CONFLICT');
    note.type({ title: 'Taken by another record' });
    expect(await note.store.save()).toBe(false);
    expect(note.store.now()).toMatchObject({ state: 'dirty', refusal: { error: { code: 'RESOURCE_CONFLICT' } } });
  });

  it('is gone once it is deleted, and sends nothing more', async () => {
    const note = editNote();
    note.theyRemove();
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.state()).toBe('gone');
    expect(await note.store.save()).toBe(false);
    expect(note.asked).toHaveLength(1);
    expect(note.draft.values().title).toBe('Mine');
  });

  it('waits for the person when the session ends, and goes on once they are back', async () => {
    const note = editNote();
    note.refuseNext(401, 'AUTHENTICATION_REQUIRED');
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.state()).toBe('signedOut');
    note.store.hear(note.stored());
    expect(note.state()).toBe('dirty');
    expect(await note.store.save()).toBe(true);
  });
});

describe('a record that somebody else changed', () => {
  it('is shown as it is saved where nothing is unsaved here', () => {
    const note = editNote();
    note.theyChange({ title: 'Theirs' });
    note.store.hear(note.stored());
    expect(note.store.now()).toMatchObject({ state: 'clean', news: 'loaded', saved: { title: 'Theirs' } });
    expect(note.draft.values().title).toBe('Theirs');
  });

  it('merges where no field was changed twice, and a pressed save saves both', async () => {
    const note = editNote();
    note.theyChange({ text: 'Theirs' });
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(true);
    expect(note.store.now()).toMatchObject({ state: 'clean', news: 'merged' });
    expect(note.stored()).toMatchObject({ title: 'Mine', text: 'Theirs' });
  });

  it('merges before a change of state is said again: that is for the person', async () => {
    const note = editNote();
    note.theyChange({ text: 'Theirs' });
    note.type({ title: 'Mine' });
    expect(await note.store.save({ status: 'SENT' })).toBe(false);
    expect(note.store.now()).toMatchObject({ state: 'dirty', news: 'merged' });
    expect(note.asked).toHaveLength(1);
  });

  it('waits for a choice where both changed one field, and sends nothing before', async () => {
    const note = editNote();
    note.theyChange({ title: 'Theirs', text: 'Theirs' });
    note.type({ title: 'Mine' });
    expect(await note.store.save()).toBe(false);
    expect(note.store.now()).toMatchObject({ state: 'conflict', isAtRisk: true, theirs: { title: 'Theirs' } });
    expect(note.draft.differences(note.stored())).toEqual([
      { name: 'title', saved: 'Theirs', mine: 'Mine', isAsked: true },
    ]);
    expect(await note.store.save()).toBe(false);
    expect(note.asked).toHaveLength(1);
    note.store.choose(['/title']);
    expect(note.state()).toBe('dirty');
    await note.store.save();
    expect(note.stored()).toMatchObject({ title: 'Mine', text: 'Theirs' });
  });

  it('is taken as it is where that is chosen, or one’s own is typed back', () => {
    for (const end of ['choose', 'type'] as const) {
      const note = editNote();
      note.theyChange({ title: 'Theirs' });
      note.type({ title: 'Mine' });
      note.store.hear(note.stored());
      expect(note.state()).toBe('conflict');
      if (end === 'choose') note.store.choose([]);
      else note.type({ title: 'Old' });
      expect(note.store.now()).toMatchObject({ state: 'clean', theirs: null });
      expect(note.draft.values().title).toBe('Theirs');
    }
  });

  it('is looked at once a save that is under way is over', async () => {
    const note = editNote();
    const answered = note.holdNext();
    note.type({ title: 'Mine' });
    const saving = note.store.save();
    const answer = await answered;
    note.store.hear({ ...note.stored(), revision: 9, text: 'Theirs', title: 'Mine' });
    expect(note.state()).toBe('saving');
    answer();
    await saving;
    expect(note.store.now()).toMatchObject({ state: 'clean', news: 'loaded', saved: { revision: 9 } });
  });

  it('is brought together three times at most in one save', async () => {
    const note = editNote();
    const changeAgain = () => note.theyChange({ text: String(note.stored().revision) });
    changeAgain();
    note.type({ title: 'Mine' });
    const stop = note.store.watch(() => note.state() === 'loading' || changeAgain());
    expect(await note.store.save()).toBe(false);
    stop();
    expect(note.asked).toHaveLength(3);
  });
});

describe('a record that saves itself', () => {
  it('does so every two seconds at most, and is not at risk meanwhile', async () => {
    const note = editNote({ savesItself: true });
    note.type({ title: 'M' });
    await vi.advanceTimersByTimeAsync(1_900);
    note.type({ title: 'Mine' });
    expect(note.asked).toHaveLength(0);
    expect(note.store.now().isAtRisk).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(note.asked).toEqual([{ changes: { title: 'Mine' }, revision: 1 }]);
    expect(note.state()).toBe('clean');
  });

  it('tries again ten seconds after nobody answered, or when the network is back', async () => {
    for (const event of ['time', 'online']) {
      const note = editNote({ savesItself: true });
      note.refuseNext(503, 'UNAVAILABLE');
      note.type({ title: 'Mine' });
      await vi.advanceTimersByTimeAsync(2_000);
      expect(note.store.now()).toMatchObject({ state: 'unanswered', held: { why: 'unanswered' }, isAtRisk: true });
      await vi.advanceTimersByTimeAsync(9_900);
      expect(note.asked).toHaveLength(1);
      if (event === 'online') note.page.dispatchEvent(new Event('online'));
      await vi.advanceTimersByTimeAsync(event === 'time' ? 100 : 0);
      expect(note.store.now()).toMatchObject({ state: 'clean', held: null });
      note.leave();
    }
  });

  it('sends what was refused no second time, and goes on once something else is typed', async () => {
    const note = editNote({ savesItself: true });
    note.refuseNext(422, 'DATABASE_VALIDATION_ERROR');
    note.type({ title: 'Refused' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(note.asked).toHaveLength(1);
    expect(note.state()).toBe('refused');
    note.type({ title: 'Taken' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(note.stored().title).toBe('Taken');
    expect(note.store.now()).toMatchObject({ state: 'clean', held: null });
  });

  it('takes a save whose answer was lost for its own', async () => {
    const note = editNote({ savesItself: true });
    note.loseNextAnswer();
    note.type({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(2_000);
    note.type({ title: 'Mine too' });
    await vi.advanceTimersByTimeAsync(22_000);
    expect(note.stored().title).toBe('Mine too');
    expect(note.store.now()).toMatchObject({ state: 'clean', news: 'none' });
  });

  it('saves nothing by itself while a choice is due', async () => {
    const note = editNote({ savesItself: true });
    note.type({ title: 'Mine' });
    note.theyChange({ title: 'Theirs' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(note.state()).toBe('conflict');
    expect(note.asked).toHaveLength(1);
  });

  it('saves once more when its page is left or goes out of sight, and is still then', async () => {
    for (const event of ['pagehide', 'visibilitychange', 'leave']) {
      const note = editNote({ savesItself: true });
      note.type({ title: 'Mine' });
      if (event === 'leave') note.leave();
      else note.page.dispatchEvent(new Event(event));
      await vi.advanceTimersByTimeAsync(0);
      expect(note.stored().title).toBe('Mine');
      note.leave();
    }
  });

  it('says a pressed save after its own, and is saving from then on', async () => {
    const note = editNote({ savesItself: true });
    const answered = note.holdNext();
    note.type({ title: 'Mine' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(note.state()).toBe('autosaving');
    const pressed = note.store.save({ status: 'SENT' });
    expect(note.state()).toBe('saving');
    (await answered)();
    expect(await pressed).toBe(true);
    expect(note.asked).toEqual([
      { changes: { title: 'Mine' }, revision: 1 },
      { changes: { status: 'SENT' }, revision: 2 },
    ]);
  });
});

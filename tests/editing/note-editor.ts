import { ApiError, noResponseError } from '#portal/api/ApiError.ts';
import { createRecordDraft } from '#portal/editing/recordDraft.ts';
import { createRecordStore } from '#portal/editing/recordStore.ts';
import { autosaveOnPageEvents } from '#portal/editing/useRecordStore.ts';

type Note = { revision: number; by: string; title: string; text: string };
type Changes = Partial<Pick<Note, 'title' | 'text'>> & { status?: string };

/** Test fixture for concurrent editing: a note on a fake server, and the store of one of its editors. */
export function openNoteEditor({ savesItself = false } = {}) {
  let stored: Note | null = { revision: 1, by: 'them', title: 'Old', text: 'Old' };
  const requests: { changes: Changes; revision: number }[] = [];
  /** Results that replace the next saves, one each. */
  const instead: ((save: () => Note) => Note | Promise<Note>)[] = [];
  const rejectWith = (status: number, code: string) => () => {
    throw new ApiError(status, { error: 'Error', code });
  };
  const find = () => stored ?? rejectWith(404, 'RESOURCE_NOT_FOUND')();
  const write = ({ changes, revision }: { changes: Changes; revision: number }): Note => {
    const found = find();
    if (found.revision !== revision) return rejectWith(409, 'RESOURCE_CONFLICT')();
    stored = { ...found, ...changes, revision: revision + 1, by: 'me' };
    return stored;
  };
  const draft = createRecordDraft<Note, Pick<Note, 'title' | 'text'>, Changes>({
    saved: find(),
    valuesOf: ({ title, text }) => ({ title, text }),
    changesOf: ({ title, text }, clean) => ({
      ...(title === clean.title ? {} : { title }),
      ...(text === clean.text ? {} : { text }),
    }),
  });
  const store = createRecordStore<Note, Changes>({
    saved: find(),
    draft,
    send: async (save) => {
      requests.push({ changes: save.changes, revision: save.revision });
      const next = instead.shift();
      return next ? next(() => write(save)) : write(save);
    },
    load: async () => find(),
    isEditable: () => true,
    hasAutosave: () => savesItself,
    isOwn: ({ by }) => by === 'me',
  });
  const target = new EventTarget();
  const leave = autosaveOnPageEvents(store, { target, isHidden: () => true });
  return {
    store,
    draft,
    requests,
    leave,
    page: target,
    stored: find,
    type: (values: Partial<Record<'title' | 'text', string>>) => draft.type({ ...draft.values(), ...values }),
    /** Saves the note as another user. */
    theyChange: (changes: Changes) => {
      stored = { ...find(), ...changes, revision: find().revision + 1, by: 'them' };
    },
    theyRemove: () => {
      stored = null;
    },
    rejectNext: (status: number, code: string) => instead.push(rejectWith(status, code)),
    loseNextResponse: () =>
      instead.push((save) => {
        save();
        throw noResponseError(0);
      }),
    delayNext: () =>
      new Promise<() => void>((ready) => {
        instead.push((save) => new Promise((answer) => ready(() => answer(save()))));
      }),
    state: () => store.state().state,
  };
}

/** Where a record that is edited stands. */
export type EditingState =
  /** What is here is what is saved. */
  | 'clean'
  /** Something here is not saved. */
  | 'dirty'
  /** A save that somebody pressed is under way. */
  | 'saving'
  /** A save that nobody pressed is under way; typing goes on. */
  | 'autosaving'
  /** Nobody answered the last automatic save: it is tried again by itself. */
  | 'unanswered'
  /** The last automatic save was refused: it is tried again once something else is typed. */
  | 'refused'
  /** A save was meant for an older record, or for one that is not found: what is saved now is being read. */
  | 'loading'
  /** Somebody else changed what is changed here, too: a person has to choose. */
  | 'conflict'
  /** The session has ended: what is typed stays until the same person is back. */
  | 'signedOut'
  /** Deleted, or closed to the person: nothing can be saved any more. */
  | 'gone';

/** What happens to it. */
export type EditingEvent =
  /** Something differs from what is saved; `reverted`: no longer. */
  | 'edited'
  | 'reverted'
  /** A save was sent by somebody; `timed`: by itself. */
  | 'pressed'
  | 'timed'
  /** A save is over and nothing is unsaved; `outrun`: something still is, or is again. */
  | 'settled'
  | 'outrun'
  /** How an automatic save failed. */
  | 'unanswered'
  | 'refused'
  /** How any save may fail. */
  | 'outdated'
  | 'ended'
  /** Somebody else's record was taken over, with nothing of one's own on top; `merged`: with what is unsaved here. */
  | 'followed'
  | 'merged'
  /** Somebody else's record and what is unsaved here do not go together. */
  | 'overlapped'
  /** The server answers the person again. */
  | 'returned'
  | 'removed';

type Ways = Partial<Record<EditingEvent, EditingState>>;

/** Somebody else's save may be heard of whenever none of one's own is under way. */
const news: Ways = { followed: 'clean', merged: 'dirty', overlapped: 'conflict', removed: 'gone' };
const unsaved: Ways = { ...news, reverted: 'clean', pressed: 'saving', timed: 'autosaving' };
/** What is left when a save is over, however it went. */
const over: Ways = { settled: 'clean', outrun: 'dirty' };
const sent: Ways = { ...over, outdated: 'loading', ended: 'signedOut', removed: 'gone' };

/** The ways of a record that is edited. What a state has no entry for changes nothing in it. */
export const ways: Record<EditingState, Ways> = {
  clean: { ...news, edited: 'dirty', pressed: 'saving' },
  dirty: unsaved,
  saving: sent,
  autosaving: { ...sent, pressed: 'saving', unanswered: 'unanswered', refused: 'refused' },
  unanswered: unsaved,
  refused: unsaved,
  loading: { ...news, ...over, unanswered: 'unanswered', refused: 'refused', ended: 'signedOut' },
  conflict: news,
  signedOut: {
    ...news,
    pressed: 'saving',
    timed: 'autosaving',
    returned: 'dirty',
    reverted: 'clean',
    settled: 'clean',
  },
  gone: {},
};

/** The state after an event. */
export const stateAfter = (state: EditingState, event: EditingEvent): EditingState => ways[state][event] ?? state;

/** Whether a save may be sent now, or wait behind the one that is under way. */
export const isOpen = (state: EditingState): boolean => state !== 'conflict' && state !== 'gone';

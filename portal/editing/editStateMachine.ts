/** The state machine of an edited record: its states. */
export type EditingState =
  /** No unsaved changes. */
  | 'clean'
  /** Unsaved changes. */
  | 'dirty'
  /** A manual save is in flight. */
  | 'saving'
  /** An autosave is in flight; the user can keep typing. */
  | 'autosaving'
  /** The last autosave got no answer and will be retried. */
  | 'unanswered'
  /** The last autosave was rejected; it is retried after the next edit. */
  | 'rejected'
  /** A save had a stale revision, or its record was not found: the current record is being loaded. */
  | 'loading'
  /** Both sides changed the same field: the user has to choose. */
  | 'conflict'
  /** The session has ended; the unsaved changes stay until the same user signs in again. */
  | 'signedOut'
  /** Deleted, or no longer accessible: nothing can be saved. */
  | 'gone';

/** The events of the state machine. */
export type EditingEvent =
  /** There are unsaved changes; `reverted`: no longer. */
  | 'edited'
  | 'reverted'
  /** A manual save starts; `timed`: an autosave starts. */
  | 'pressed'
  | 'timed'
  /** A save succeeded and nothing is unsaved; `outrun`: something is unsaved, for example typed since. */
  | 'settled'
  | 'outrun'
  /** How an autosave fails. */
  | 'unanswered'
  | 'rejected'
  /** How any save may fail. */
  | 'outdated'
  | 'ended'
  /** The remote record was loaded, without own changes on top; `merged`: with the unsaved changes. */
  | 'followed'
  | 'merged'
  /** The remote record conflicts with the unsaved changes. */
  | 'overlapped'
  /** The user is signed in again. */
  | 'returned'
  | 'removed';

type Transitions = Partial<Record<EditingEvent, EditingState>>;

/** Remote updates can arrive whenever no own save is in flight. */
const remoteUpdate: Transitions = { followed: 'clean', merged: 'dirty', overlapped: 'conflict', removed: 'gone' };
const unsavedChanges: Transitions = { ...remoteUpdate, reverted: 'clean', pressed: 'saving', timed: 'autosaving' };
/** How any save ends. */
const saveEnd: Transitions = { settled: 'clean', outrun: 'dirty' };
const saveInFlight: Transitions = { ...saveEnd, outdated: 'loading', ended: 'signedOut', removed: 'gone' };

/** The transition table of an edited record. Events without an entry leave the state as it is. */
export const editTransitions: Record<EditingState, Transitions> = {
  clean: { ...remoteUpdate, edited: 'dirty', pressed: 'saving' },
  dirty: unsavedChanges,
  saving: saveInFlight,
  autosaving: { ...saveInFlight, pressed: 'saving', unanswered: 'unanswered', rejected: 'rejected' },
  unanswered: unsavedChanges,
  rejected: unsavedChanges,
  loading: { ...remoteUpdate, ...saveEnd, unanswered: 'unanswered', rejected: 'rejected', ended: 'signedOut' },
  conflict: remoteUpdate,
  signedOut: {
    ...remoteUpdate,
    pressed: 'saving',
    timed: 'autosaving',
    returned: 'dirty',
    reverted: 'clean',
    settled: 'clean',
  },
  gone: {},
};

/** Returns the state after an event. */
export const stateAfter = (state: EditingState, event: EditingEvent): EditingState =>
  editTransitions[state][event] ?? state;

/** Whether a save may be sent or queued. */
export const canSave = (state: EditingState): boolean => state !== 'conflict' && state !== 'gone';

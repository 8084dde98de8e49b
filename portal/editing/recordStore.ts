import { isEqual } from '#schemas/forms/is-equal.ts';
import { ApiError, isNotFound } from '../api/ApiError.ts';
import { autosaveBackoff, classifySaveError, nextAutosaveFailure } from './autosaveBackoff.ts';
import type { EditState, MergePaths, RecordStore, RecordStoreOptions } from './editState.ts';
import { canSave, type EditingEvent, type EditingState, stateAfter } from './editStateMachine.ts';

/**
 * `merged`: not saved, the unsaved changes were rebased onto a remote save. `alreadySaved`: an earlier attempt had
 * saved them.
 */
type Outcome = 'saved' | 'failed' | 'merged' | 'alreadySaved';

/** How often a manual save is sent at most when it has to merge a remote change first. */
const maxAttempts = 3;

/**
 * Creates the store of one edited record, outside of React. It queues saves, sends each with the revision that the user
 * has seen (optimistic locking), autosaves and merges remote changes (design 6). Its state machine is the transition
 * table of editStateMachine.ts.
 */
export function createRecordStore<Saved extends { revision: number }, Changes extends object>(
  options: RecordStoreOptions<Saved, Changes>,
): RecordStore<Saved, Changes> {
  const { draft } = options;
  const listeners = new Set<() => void>();
  let now: EditState<Saved, Changes> = {
    state: 'clean',
    saved: options.saved,
    isDirty: false,
    isAtRisk: false,
    remoteChange: 'none',
    isOwnRemoteChange: false,
    remote: null,
    autosaveFailure: null,
    saveError: null,
  };
  /** The number of saves that are queued or in flight, and the last of them. */
  let pendingSaves = 0;
  let lastSave: Promise<unknown> = Promise.resolve();
  /** A remote record that arrived while a save was in flight. */
  let queuedUpdate: { theirs: Saved; isOwn: boolean } | null = null;
  /** Changes that were sent without receiving an answer: the server may have saved them. */
  let unacknowledged: Changes | null = null;
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    state: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save,
    send: async (changes) =>
      (await queue({ readChanges: () => changes, isAutomatic: false, isOfData: false })) === 'saved',
    autosave,
    receiveUpdate: applyUpdate,
    markDeleted: () => change({}, 'removed'),
    resolveConflict: (mine) => {
      if (now.remote) rebase(now.remote, mine, 'none');
    },
    start: () => {
      isStarted = true;
      const stop = draft.subscribe(checkDraft);
      checkDraft();
      return () => {
        isStarted = false;
        stop();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };

  async function save(extra?: Changes): Promise<boolean> {
    const readChanges = () => {
      const unsaved = draft.unsaved();
      if (unsaved || extra) return Object.assign({}, unsaved, extra);
      return options.unchangedBody?.(now.saved);
    };
    let outcome: Outcome = 'merged';
    for (let attempt = 1; outcome === 'merged' && attempt <= maxAttempts; attempt += 1) {
      outcome = await queue({ readChanges, isAutomatic: false, isOfData: extra === undefined, isAgain: attempt > 1 });
      // `extra`, such as a change of status, is sent once: after a merge the user decides again, seeing what it applies
      // to.
      if (extra) break;
    }
    return outcome === 'saved' || (outcome === 'alreadySaved' && !extra);
  }

  async function autosave(): Promise<boolean> {
    if (!savesItself() || !canSave(now.state)) return false;
    const unsaved = draft.unsaved();
    if (!unsaved) return true;
    // The draft may debounce its check, and a failed save of changes that nobody noticed would not be at risk.
    checkDraft();
    if (now.autosaveFailure?.reason === 'rejected' && isEqual(now.autosaveFailure.changes, unsaved)) {
      schedule();
      return false;
    }
    return (await queue({ readChanges: draft.unsaved, isAutomatic: true, isOfData: true })) === 'saved';
  }

  interface SaveJob {
    /** Called when the save leaves the queue. */
    readChanges: () => Changes | undefined;
    isAutomatic: boolean;
    isOfData: boolean;
    isAgain?: boolean;
  }

  async function queue(job: SaveJob): Promise<Outcome> {
    if (!canSave(now.state)) return 'failed';
    pendingSaves += 1;
    const isFresh = !job.isAutomatic && !job.isAgain;
    change(isFresh ? { saveError: null, remoteChange: 'none' } : {}, job.isAutomatic ? 'timed' : 'pressed');
    const mine = lastSave.then(() => transmit(job));
    lastSave = mine;
    const outcome = await mine;
    pendingSaves -= 1;
    const update = queuedUpdate;
    if (pendingSaves === 0 && update) {
      queuedUpdate = null;
      applyUpdate(update.theirs, update.isOwn);
    }
    return outcome;
  }

  async function transmit(job: SaveJob): Promise<Outcome> {
    const changes = canSave(now.state) ? job.readChanges() : undefined;
    if (!changes) {
      change({}, settleEvent());
      return canSave(now.state) ? 'saved' : 'failed';
    }
    change({}, job.isAutomatic ? 'timed' : 'pressed');
    const { isAutomatic } = job;
    let saved: Saved;
    try {
      saved = await options.send({ changes, revision: now.saved.revision, isAutomatic });
    } catch (error) {
      return fail(error instanceof Error ? error : new Error(String(error)), changes, job);
    }
    unacknowledged = null;
    draft.applySaved(changes, saved);
    change({ saved, autosaveFailure: null, saveError: now.saveError?.isOfData ? null : now.saveError }, settleEvent());
    options.onSaved?.(saved);
    return 'saved';
  }

  async function fail(error: Error, changes: Changes, { isAutomatic, isOfData }: SaveJob): Promise<Outcome> {
    const why = classifySaveError(error);
    if (!(error instanceof ApiError) || error.code === 'UNKNOWN') unacknowledged = changes;
    if (why === 'outdated') {
      change({}, 'outdated');
      try {
        const theirs = await options.load();
        if (theirs.revision > now.saved.revision) return receiveUpdate(theirs);
      } catch (loadError) {
        if (isNotFound(loadError)) change({}, 'removed');
        else if (loadError instanceof Error) report(loadError);
        return 'failed';
      }
    }
    // A 409 for another reason, such as a duplicate name, is a rejection like any other.
    report(error);
    return 'failed';

    function report(rejection: Error): void {
      const saved =
        rejection instanceof ApiError ? (options.applyError?.(rejection, now.saved) ?? now.saved) : now.saved;
      const kind = classifySaveError(rejection);
      const autosaveFailure = isAutomatic
        ? nextAutosaveFailure(rejection, changes, now.autosaveFailure)
        : now.autosaveFailure;
      if (kind === 'ended') change({ autosaveFailure }, 'ended');
      else if (isAutomatic) change({ saved, autosaveFailure }, kind === 'unanswered' ? 'unanswered' : 'rejected');
      else change({ saved, saveError: { error: rejection, isOfData } }, settleEvent());
    }
  }

  function applyUpdate(theirs: Saved, isOwn = false): void {
    if (pendingSaves > 0) {
      queuedUpdate = { theirs, isOwn };
      return;
    }
    if (now.state === 'signedOut') {
      change({}, 'returned');
      if (!draft.isDirty()) change({}, 'reverted');
    }
    // The same revision with more of its references resolved.
    if (theirs.revision === now.saved.revision) change({ saved: theirs });
    else if (theirs.revision > now.saved.revision && now.state !== 'gone') receiveUpdate(theirs, isOwn);
  }

  /** Handles a newer revision, which another user saved or an own save whose response was lost. */
  function receiveUpdate(remote: Saved, isOwn = false): Outcome {
    const isUnsaved = draft.unsaved() !== undefined;
    const isOwnRemoteChange = options.isOwn?.(remote) ?? false;
    if (unacknowledged && options.isOwn?.(remote) && !draft.conflictsWith(remote, unacknowledged)) {
      rebase(remote, 'all', now.remoteChange);
      return draft.isDirty() ? 'merged' : 'alreadySaved';
    }
    change({ isOwnRemoteChange });
    if (isUnsaved && options.isEditable(remote) && !draft.conflictsWith(remote)) {
      rebase(remote, 'all', isOwn ? now.remoteChange : 'merged');
      return 'merged';
    }
    if (isUnsaved) change({ remote, remoteChange: 'none' }, 'overlapped');
    else rebase(remote, [], isOwn ? now.remoteChange : 'loaded');
    return 'failed';
  }

  function rebase(theirs: Saved, mine: MergePaths, remoteChange: EditState<Saved>['remoteChange']): void {
    unacknowledged = null;
    // Clear the conflict first, because the draft notifies `checkDraft`.
    now = { ...now, remote: null };
    draft.rebase(theirs, mine);
    change(
      { saved: theirs, remote: null, remoteChange, saveError: null, autosaveFailure: null },
      draft.isDirty() ? 'merged' : 'followed',
    );
  }

  /** Called when the draft may have changed. */
  function checkDraft(): void {
    // The own side of the conflict was reverted: take the remote record.
    if (now.remote && draft.unsaved() === undefined) rebase(now.remote, [], 'loaded');
    else change({}, draft.isDirty() ? 'edited' : 'reverted');
  }

  function settleEvent(): EditingEvent {
    return draft.isDirty() ? 'outrun' : 'settled';
  }

  function savesItself(): boolean {
    return options.isEditable(now.saved) && options.hasAutosave?.(now.saved) === true;
  }

  function change(part: Partial<EditState<Saved, Changes>>, event?: EditingEvent): void {
    const next = { ...now, ...part, isDirty: draft.isDirty() };
    if (event) next.state = stateAfter(now.state, event);
    const isSafe =
      savesItself() && next.state !== 'conflict' && next.autosaveFailure === null && next.saveError === null;
    next.isAtRisk = next.isDirty && !isSafe;
    if (isEqualShallow(now, next)) return;
    now = next;
    schedule();
    for (const listener of listeners) listener();
  }

  /** Schedules the next autosave, or cancels it when there is nothing to save. */
  function schedule(): void {
    const isDue = isStarted && now.isDirty && savesItself() && autosaveStates.includes(now.state);
    if (!isDue) {
      clearTimeout(timer);
      timer = undefined;
    } else {
      timer ??= setTimeout(() => {
        timer = undefined;
        void autosave();
      }, autosaveBackoff(now.autosaveFailure));
    }
  }
}

/** The states in which an autosave may start. */
const autosaveStates: readonly EditingState[] = ['dirty', 'unanswered', 'rejected', 'signedOut'];

const isEqualShallow = <Value extends object>(one: Value, other: Value): boolean =>
  Object.entries(one).every(([key, value]) => Object.is(value, Reflect.get(other, key)));

import { isEqual } from '#schemas/forms/is-equal.ts';
import { ApiError, isMissing } from '../api/ApiError.ts';
import type { Places } from './draft.ts';
import type { Editing, RecordStore, RecordStoreOptions } from './editing.ts';
import { failureOf, heldAfter, pauseOf } from './failure.ts';
import { type EditingEvent, type EditingState, isOpen, stateAfter } from './states.ts';

/** `merged`: nothing was saved, and what is unsaved stands on what somebody else saved; `heard`: it was saved by an earlier try. */
type Outcome = 'saved' | 'failed' | 'merged' | 'heard';

/** A plain save that met somebody else's is sent again once both are brought together, this often at most. */
const attempts = 3;

/**
 * One record while it is edited, outside of React: saves one after the other, each for the revision that the person has seen, and
 * brings together what several people change (design 6). Its states and ways are the table of states.ts.
 */
export function createRecordStore<Saved extends { revision: number }, Changes extends object>(
  options: RecordStoreOptions<Saved, Changes>,
): RecordStore<Saved, Changes> {
  const { draft } = options;
  const listeners = new Set<() => void>();
  let now: Editing<Saved, Changes> = {
    state: 'clean',
    saved: options.saved,
    isDirty: false,
    isAtRisk: false,
    news: 'none',
    isOwnNews: false,
    theirs: null,
    held: null,
    refusal: null,
  };
  /** How many saves are under way or wait, and the last of them. */
  let underWay = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** What was read while a save was under way. */
  let heard: { theirs: Saved; isOwn: boolean } | null = null;
  /** What was sent and got no answer: it may be saved all the same. */
  let unheard: Changes | null = null;
  let isStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    now: () => now,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    save,
    send: async (changes) => (await queue({ say: () => changes, isAutomatic: false, isOfData: false })) === 'saved',
    autosave,
    hear,
    lose: () => change({}, 'removed'),
    choose: (mine) => {
      if (now.theirs) follow(now.theirs, mine, 'none');
    },
    start: () => {
      isStarted = true;
      const stop = draft.watch(look);
      look();
      return () => {
        isStarted = false;
        stop();
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };

  async function save(given?: Changes): Promise<boolean> {
    const say = () => {
      const unsaved = draft.unsaved();
      if (unsaved || given) return Object.assign({}, unsaved, given);
      return options.restated?.(now.saved);
    };
    let outcome: Outcome = 'merged';
    for (let attempt = 1; outcome === 'merged' && attempt <= attempts; attempt += 1) {
      outcome = await queue({ say, isAutomatic: false, isOfData: given === undefined, isAgain: attempt > 1 });
      // More than data is for the person to say again, who sees now what it would be said of.
      if (given) break;
    }
    return outcome === 'saved' || (outcome === 'heard' && !given);
  }

  async function autosave(): Promise<boolean> {
    if (!savesItself() || !isOpen(now.state)) return false;
    const unsaved = draft.unsaved();
    if (!unsaved) return true;
    if (now.held?.why === 'refused' && isEqual(now.held.changes, unsaved)) {
      schedule();
      return false;
    }
    return (await queue({ say: draft.unsaved, isAutomatic: true, isOfData: true })) === 'saved';
  }

  interface Save {
    /** What to say when its turn has come. */
    say: () => Changes | undefined;
    isAutomatic: boolean;
    isOfData: boolean;
    isAgain?: boolean;
  }

  async function queue(asked: Save): Promise<Outcome> {
    if (!isOpen(now.state)) return 'failed';
    underWay += 1;
    const isFresh = !asked.isAutomatic && !asked.isAgain;
    change(isFresh ? { refusal: null, news: 'none' } : {}, asked.isAutomatic ? 'timed' : 'pressed');
    const mine = last.then(() => transmit(asked));
    last = mine;
    const outcome = await mine;
    underWay -= 1;
    const news = heard;
    if (underWay === 0 && news) {
      heard = null;
      hear(news.theirs, news.isOwn);
    }
    return outcome;
  }

  async function transmit(asked: Save): Promise<Outcome> {
    const changes = isOpen(now.state) ? asked.say() : undefined;
    if (!changes) {
      change({}, rest());
      return isOpen(now.state) ? 'saved' : 'failed';
    }
    change({}, asked.isAutomatic ? 'timed' : 'pressed');
    const { isAutomatic } = asked;
    let saved: Saved;
    try {
      saved = await options.send({ changes, revision: now.saved.revision, isAutomatic });
    } catch (error) {
      return fail(error instanceof Error ? error : new Error(String(error)), changes, asked);
    }
    unheard = null;
    draft.settle(changes, saved);
    change({ saved, held: null, refusal: now.refusal?.isOfData ? null : now.refusal }, rest());
    options.onSaved?.(saved);
    return 'saved';
  }

  async function fail(error: Error, changes: Changes, { isAutomatic, isOfData }: Save): Promise<Outcome> {
    const why = failureOf(error);
    if (!(error instanceof ApiError) || error.code === 'UNKNOWN') unheard = changes;
    if (why === 'outdated') {
      change({}, 'outdated');
      try {
        const theirs = await options.load();
        if (theirs.revision > now.saved.revision) return take(theirs);
      } catch (again) {
        if (isMissing(again)) change({}, 'removed');
        else if (again instanceof Error) tell(again);
        return 'failed';
      }
    }
    // A conflict of another kind, such as a name that must be unique, is a refusal like others.
    tell(error);
    return 'failed';

    function tell(refusal: Error): void {
      const saved = refusal instanceof ApiError ? (options.refused?.(refusal, now.saved) ?? now.saved) : now.saved;
      const kind = failureOf(refusal);
      const held = isAutomatic ? heldAfter(refusal, changes, now.held) : now.held;
      if (kind === 'ended') change({ held }, 'ended');
      else if (isAutomatic) change({ saved, held }, kind === 'unanswered' ? 'unanswered' : 'refused');
      else change({ saved, refusal: { error: refusal, isOfData } }, rest());
    }
  }

  function hear(theirs: Saved, isOwn = false): void {
    if (underWay > 0) {
      heard = { theirs, isOwn };
      return;
    }
    if (now.state === 'signedOut') {
      change({}, 'returned');
      if (!draft.isDirty()) change({}, 'reverted');
    }
    // The same save, with names that we lacked.
    if (theirs.revision === now.saved.revision) change({ saved: theirs });
    else if (theirs.revision > now.saved.revision && now.state !== 'gone') take(theirs, isOwn);
  }

  /** Somebody else saved this, or oneself without having heard of it. */
  function take(theirs: Saved, isOwn = false): Outcome {
    const isUnsaved = draft.unsaved() !== undefined;
    const isOwnNews = options.isOwn?.(theirs) ?? false;
    if (unheard && options.isOwn?.(theirs) && !draft.overlaps(theirs, unheard)) {
      follow(theirs, 'all', now.news);
      return draft.isDirty() ? 'merged' : 'heard';
    }
    change({ isOwnNews });
    if (isUnsaved && options.isEditable(theirs) && !draft.overlaps(theirs)) {
      follow(theirs, 'all', isOwn ? now.news : 'merged');
      return 'merged';
    }
    if (isUnsaved) change({ theirs, news: 'none' }, 'overlapped');
    else follow(theirs, [], isOwn ? now.news : 'loaded');
    return 'failed';
  }

  function follow(theirs: Saved, mine: Places, news: Editing<Saved>['news']): void {
    unheard = null;
    // Answered: the draft tells of what follows.
    now = { ...now, theirs: null };
    draft.follow(theirs, mine);
    change({ saved: theirs, theirs: null, news, refusal: null, held: null }, draft.isDirty() ? 'merged' : 'followed');
  }

  /** The draft may be another now. */
  function look(): void {
    // What was changed twice is not changed here any more.
    if (now.theirs && draft.unsaved() === undefined) follow(now.theirs, [], 'loaded');
    else change({}, draft.isDirty() ? 'edited' : 'reverted');
  }

  function rest(): EditingEvent {
    return draft.isDirty() ? 'outrun' : 'settled';
  }

  function savesItself(): boolean {
    return options.isEditable(now.saved) && options.savesItself?.(now.saved) === true;
  }

  function change(part: Partial<Editing<Saved, Changes>>, event?: EditingEvent): void {
    const next = { ...now, ...part, isDirty: draft.isDirty() };
    if (event) next.state = stateAfter(now.state, event);
    const isSafe = savesItself() && next.state !== 'conflict' && next.held === null && next.refusal === null;
    next.isAtRisk = next.isDirty && !isSafe;
    if (isEqualShallow(now, next)) return;
    now = next;
    schedule();
    for (const listener of listeners) listener();
  }

  /** Sees to it that what is unsaved is saved in time, where this record saves itself. */
  function schedule(): void {
    const isDue = isStarted && now.isDirty && savesItself() && waiting.includes(now.state);
    if (!isDue) {
      clearTimeout(timer);
      timer = undefined;
    } else {
      timer ??= setTimeout(() => {
        timer = undefined;
        void autosave();
      }, pauseOf(now.held));
    }
  }
}

/** What an automatic save may follow on. */
const waiting: readonly EditingState[] = ['dirty', 'unanswered', 'refused', 'signedOut'];

const isEqualShallow = <Value extends object>(one: Value, other: Value): boolean =>
  Object.entries(one).every(([key, value]) => Object.is(value, Reflect.get(other, key)));

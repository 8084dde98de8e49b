import type { ApiError } from '../api/ApiError.ts';
import type { Draft, Places } from './draft.ts';
import type { Held } from './failure.ts';
import type { EditingState } from './states.ts';

/** A record while it is edited, as a page shows it; another object whenever something in it changes. */
export interface Editing<Saved, Changes = unknown> {
  state: EditingState;
  /** The record as it was last saved. */
  saved: Saved;
  isDirty: boolean;
  /** Whether leaving now loses something: what saves itself is not lost. */
  isAtRisk: boolean;
  /** What somebody else saved meanwhile: `loaded` where nothing here was unsaved, `merged` where nothing was changed twice. */
  news: 'none' | 'loaded' | 'merged';
  /** Whether that, or what has to be chosen, was saved by the person, in another window. */
  isOwnNews: boolean;
  /** What somebody else saved, while a person has to choose. */
  theirs: Saved | null;
  /** Why what is unsaved could not be saved by itself. */
  held: Held<Changes> | null;
  /** What the last pressed save was refused for. */
  refusal: { error: Error; isOfData: boolean } | null;
}

/** Whether there is anything to tell. */
export const hasNews = ({ state, news, theirs }: Pick<Editing<unknown>, 'state' | 'news' | 'theirs'>): boolean =>
  state === 'gone' || theirs !== null || news !== 'none';

export interface RecordStore<Saved, Changes> {
  now(): Editing<Saved, Changes>;
  watch(listener: () => void): () => void;
  /** Saves what is unsaved, with what is given; answers whether it was saved. */
  save(given?: Changes): Promise<boolean>;
  /** Saves just this, and leaves what is unsaved as it is. */
  send(changes: Changes): Promise<boolean>;
  /** Saves by itself what is unsaved, unless just that was refused. */
  autosave(): Promise<boolean>;
  /**
   * The record as the server has it now: a newer one is taken over, brought together with what is unsaved, or asked about. No news is
   * what the person changed themselves (`isOwn`), apart from this store.
   */
  hear(theirs: Saved, isOwn?: boolean): void;
  /** The server has no such record for the person any more. */
  lose(): void;
  /** Ends a conflict: goes on from what somebody else saved, with one's own changes of these places on top. */
  choose(mine: Places): void;
  /** Follows the draft, and saves by itself what may. Answers how to stop that. */
  start(): () => void;
}

export interface RecordStoreOptions<Saved, Changes> {
  saved: Saved;
  draft: Draft<Saved, Changes>;
  /** Makes one save, meant for a revision. Throws ApiError. */
  send(save: { changes: Changes; revision: number; isAutomatic: boolean }): Promise<Saved>;
  /** Reads the record anew. Throws ApiError. */
  load(): Promise<Saved>;
  /** Whether what is unsaved could be saved on top of this record. */
  isEditable(saved: Saved): boolean;
  /** Whether this record is saved by itself while it is edited; none is unless said. */
  savesItself?(saved: Saved): boolean;
  /** What a pressed save says when nothing is unsaved; without it, nothing is sent then. */
  restated?(saved: Saved): Changes | undefined;
  /** Whether the person saved this record last, perhaps without having heard of it. */
  isOwn?(saved: Saved): boolean;
  /** What a refusal says about the record itself. */
  refused?(error: ApiError, saved: Saved): Saved;
  onSaved?(saved: Saved): void;
}

import type { ApiError } from '../api/ApiError.ts';
import type { AutosaveFailure } from './autosaveBackoff.ts';
import type { EditingState } from './editStateMachine.ts';

/** The edit state of a record, for rendering. Immutable: each change creates a new object. */
export interface EditState<Saved, Changes = unknown> {
  state: EditingState;
  /** The record as last saved. */
  saved: Saved;
  isDirty: boolean;
  /** Whether leaving the page now loses unsaved changes; false for a record with autosave. */
  isAtRisk: boolean;
  /**
   * The remote update, if there was one: `loaded` without unsaved changes here, `merged` when no field was changed on
   * both sides.
   */
  remoteChange: 'none' | 'loaded' | 'merged';
  /** Whether that update comes from the same user in another window. */
  isOwnRemoteChange: boolean;
  /** The remote record during a merge conflict. */
  remote: Saved | null;
  /** Why the last autosave failed. */
  autosaveFailure: AutosaveFailure<Changes> | null;
  /** The error of the last manual save. */
  saveError: { error: Error; isOfData: boolean } | null;
}

/** Whether there is a remote change to show. */
export const hasRemoteChange = ({
  state,
  remoteChange,
  remote,
}: Pick<EditState<unknown>, 'state' | 'remoteChange' | 'remote'>): boolean =>
  state === 'gone' || remote !== null || remoteChange !== 'none';

/** The store of one edited record: its edit state, manual saves, autosave and merging of remote changes. */
export interface RecordStore<Saved, Changes> {
  state(): EditState<Saved, Changes>;
  subscribe(listener: () => void): () => void;
  /** Saves the unsaved changes together with `extra`. Resolves to whether they were saved. */
  save(extra?: Changes): Promise<boolean>;
  /** Saves only these changes and leaves the unsaved ones alone. */
  send(changes: Changes): Promise<boolean>;
  /** Autosaves the unsaved changes, unless exactly these were rejected before. */
  autosave(): Promise<boolean>;
  /**
   * Receives the server's current record: applies a newer revision, merges it with the unsaved changes or starts a
   * conflict. `isOwn` marks a change that the user made outside of this store; it is not announced.
   */
  receiveUpdate(theirs: Saved, isOwn?: boolean): void;
  /** Marks the record as deleted or no longer accessible. */
  markDeleted(): void;
  /** Resolves a conflict: continues from the remote record, with one's own changes of these paths on top. */
  resolveConflict(mine: MergePaths): void;
  /** Subscribes to the draft and schedules autosaves. Returns the stop function. */
  start(): () => void;
}

/** How a record store saves, reloads and judges its record. */
export interface RecordStoreOptions<Saved, Changes> {
  saved: Saved;
  draft: EditDraft<Saved, Changes>;
  /** Sends one save for a revision (optimistic locking). Throws ApiError. */
  send(save: { changes: Changes; revision: number; isAutomatic: boolean }): Promise<Saved>;
  /** Reloads the record. Throws ApiError. */
  load(): Promise<Saved>;
  /** Whether the unsaved changes can be saved on top of this record. */
  isEditable(saved: Saved): boolean;
  /** Whether this record has autosave; false by default. */
  hasAutosave?(saved: Saved): boolean;
  /** What a manual save sends without unsaved changes; by default it sends nothing. */
  unchangedBody?(saved: Saved): Changes | undefined;
  /** Whether the user made the last save of this record, perhaps without receiving the response. */
  isOwn?(saved: Saved): boolean;
  /** Updates the record from the details of an error. */
  applyError?(error: ApiError, saved: Saved): Saved;
  onSaved?(saved: Saved): void;
}

/** The unsaved changes of a record. `Changes` is the body of the PATCH that saves them. */
export interface EditDraft<Saved, Changes> {
  /** Whether there are unsaved changes. May lag behind typing for a moment, because the comparison is deferred. */
  isDirty(): boolean;
  /** The changes to save; undefined if there are none. */
  unsaved(): Changes | undefined;
  /** Subscribes to changes of `isDirty` and `unsaved`. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Applies the result of a save of `sent`. What was typed since stays as unsaved changes. */
  applySaved(sent: Changes, saved: Saved): void;
  /** Whether the remote record conflicts with `mine`, by default with the unsaved changes. */
  conflictsWith(theirs: Saved, mine?: Changes): boolean;
  /** Rebases the draft onto the remote record, with one's own changes of these paths on top. */
  rebase(theirs: Saved, mine: MergePaths): void;
}

/** JSON pointers into a record: `/client`, `/formData/KEY`. */
export type MergePaths = readonly string[] | 'all';

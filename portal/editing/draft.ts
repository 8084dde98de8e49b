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

/** What a person changed of a record and no save has taken yet. `Changes` is what a save says of it. */
export interface Draft<Saved, Changes> {
  /** Whether anything is unsaved, as far as was looked: what is typed may be looked at a moment later. */
  isDirty(): boolean;
  /** What a save would say now; nothing when nothing differs. */
  unsaved(): Changes | undefined;
  /** Hears when `isDirty` or what is unsaved may have changed. Answers how to stop that. */
  watch(listener: () => void): () => void;
  /** A save said `sent`, and this came of it. What was typed meanwhile stays, and is unsaved. */
  settle(sent: Changes, saved: Saved): void;
  /** Whether somebody else's record differs from what was saved where `mine` does, too; without it, what is unsaved. */
  overlaps(theirs: Saved, mine?: Changes): boolean;
  /** Goes on from somebody else's record, with one's own changes of these places on top of it. */
  follow(theirs: Saved, mine: Places): void;
}

/** Places in a record, as pointers: `/client`, `/formData/KEY`. */
export type Places = readonly string[] | 'all';

/** Who wants to hear of something that happens in this process, again and again. */
export interface Listeners<T> {
  /** Answers how to end it. */
  listen(listener: (what: T) => void): () => void;
  tell(what: T): void;
  isHeard(): boolean;
}

/** Begins with nobody. */
export function noListeners<T>(): Listeners<T> {
  const all = new Set<(what: T) => void>();
  return {
    listen: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (what) => {
      for (const listener of all) listener(what);
    },
    isHeard: () => all.size > 0,
  };
}

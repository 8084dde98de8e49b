/** In-process event emitter with a single event. */
export interface Listeners<T> {
  /** Subscribes; returns the function that unsubscribes. */
  listen(listener: (event: T) => void): () => void;
  tell(event: T): void;
  isHeard(): boolean;
}

/** Creates an event emitter without listeners. */
export function noListeners<T>(): Listeners<T> {
  const all = new Set<(event: T) => void>();
  return {
    listen: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (event) => {
      for (const listener of all) listener(event);
    },
    isHeard: () => all.size > 0,
  };
}

/** In-process event emitter with a single event. */
export interface EventEmitterOf<T> {
  /** Subscribes; returns the function that unsubscribes. */
  subscribe(listener: (event: T) => void): () => void;
  emit(event: T): void;
  hasListeners(): boolean;
}

/** Creates an event emitter without listeners. */
export function createEmitter<T>(): EventEmitterOf<T> {
  const all = new Set<(event: T) => void>();
  return {
    subscribe: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    emit: (event) => {
      for (const listener of all) listener(event);
    },
    hasListeners: () => all.size > 0,
  };
}

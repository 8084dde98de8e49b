/**
 * Readiness state: what must be available before requests can be served. Set during startup, read by the health routes.
 */
export class Readiness {
  /** The administrator and, if enabled, the demo data exist. */
  data: boolean;
  /** The process still serves requests, but load balancers should send no more of them (DRAIN_SECONDS). */
  isDraining = false;
  /** A newer version has migrated the database: no writes and no jobs in this process, which is about to stop. */
  isOutdated = false;
  #database: boolean;
  readonly #listeners: (() => void)[] = [];

  constructor({ database, data }: { database: boolean; data: boolean }) {
    this.#database = database;
    this.data = data;
  }

  /** Connected and migrated, with all indexes. */
  get database(): boolean {
    return this.#database;
  }

  set database(isThere: boolean) {
    this.#database = isThere;
    if (!isThere) for (const listener of this.#listeners) listener();
  }

  /** Registers a listener for when the database becomes unavailable. */
  onDatabaseDown(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

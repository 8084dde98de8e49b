/** What must be there before the product can serve; set by whoever starts it, and asked by whoever answers. */
export class Readiness {
  /** The first administrator and, where asked for, the demo agency are in. */
  data: boolean;
  #database: boolean;
  readonly #listeners: (() => void)[] = [];

  constructor({ database, data }: { database: boolean; data: boolean }) {
    this.#database = database;
    this.data = data;
  }

  /** Connected, migrated, with its indexes. */
  get database(): boolean {
    return this.#database;
  }

  set database(isThere: boolean) {
    this.#database = isThere;
    if (!isThere) for (const tell of this.#listeners) tell();
  }

  /** Calls back each time that the database is known to be away. */
  onAway(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

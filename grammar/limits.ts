/**
 * Resource limits against hostile or runaway scripts (rules-language 6). They are the same in the browser and on the
 * server, so that a script is rejected by both or by none.
 */
export interface Limits {
  /** Characters of the source. */
  readonly source: number;
  /** Nesting depth: brackets and prefix operators in the source, lists and records in values. */
  readonly nesting: number;
  /** Nodes of the syntax tree. */
  readonly nodes: number;
  /** The step budget of a run. */
  readonly steps: number;
  /** Characters of one text. */
  readonly text: number;
  /** Items of one list. */
  readonly list: number;
  /** Rejections of one run. */
  readonly errors: number;
  /** Prints of one run. */
  readonly prints: number;
}

export const LIMITS: Limits = {
  source: 64 * 1024,
  nesting: 100,
  nodes: 20_000,
  steps: 1_000_000,
  text: 256 * 1024,
  list: 10_000,
  errors: 500,
  prints: 100,
};

/** Keys of one path, including those of the variables it is built from. No form has records nested deeper. */
export const PATH_KEYS = 100;

/** Diagnostics of one compilation or one run. The rest is only counted. */
export const DIAGNOSTICS = 100;

/** Characters of all messages of one run together. */
export const MESSAGES_LENGTH = 256 * 1024;

/** Characters of one print; the rest is cut off. */
export const PRINT_LENGTH = 1000;

/** Merges a host's limits into the defaults. */
export function withLimits(changes: Partial<Limits> | undefined): Limits {
  return changes === undefined ? LIMITS : { ...LIMITS, ...changes };
}

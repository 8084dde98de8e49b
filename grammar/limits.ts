/** Budgets (rules-language 6). They are the same on both sides, so that a script is refused everywhere or nowhere. */
export interface Limits {
  /** Characters of the source. */
  readonly source: number;
  /** Brackets and prefix operators inside each other, and lists and records inside each other. */
  readonly nesting: number;
  /** Nodes of the syntax tree. */
  readonly nodes: number;
  /** What a run may do. */
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

/** Keys of one path, however many variables it leads through. A record nested deeper is no input that a form has. */
export const PATH_KEYS = 100;

/** Diagnostics of one compilation, or of one run: the others are counted. */
export const DIAGNOSTICS = 100;

/** Characters of all messages of one run together. */
export const MESSAGES_LENGTH = 256 * 1024;

/** Characters kept of one print. */
export const PRINT_LENGTH = 1000;

/** The default budgets with what a host changes of them. */
export function withLimits(changes: Partial<Limits> | undefined): Limits {
  return changes === undefined ? LIMITS : { ...LIMITS, ...changes };
}

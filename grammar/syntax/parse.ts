import type { Finding } from '../diagnostics/finding.ts';
import { parse as parseScript } from '../generated/parser.js';
import { LIMITS, type Limits } from '../limits.ts';
import { combine } from './precedence.ts';
import { Recovery } from './recovery.ts';
import { scan } from './scan.ts';
import type { Script } from './tree.ts';

/** A source as far as it could be read. `script` is null when a budget forbids to parse it: `excess` says which. */
export interface Parsed {
  readonly script: Script | null;
  readonly excess: Finding | null;
  /** Every scanner and parser error, in the order of the source. */
  readonly problems: readonly Finding[];
}

/**
 * Reads a source into its tree. Statements that do not parse are left in it as `broken`; it never throws.
 * `isReserved` says which helper names a script can not define, `isKey` which names the form has, where that is known.
 */
export function parse(
  source: string,
  isReserved: (name: string) => boolean = () => false,
  limits: Limits = LIMITS,
  isKey: ((name: string) => boolean) | null = null,
): Parsed {
  const { faults, excess } = scan(source, limits);
  if (excess !== null) return { script: null, excess, problems: faults };
  const recovery = new Recovery(source, faults, isReserved, isKey);
  const script = parseScript(source, { recovery, combine });
  const problems = [...faults, ...recovery.problems].sort((a, b) => a.from - b.from);
  return { script, excess: null, problems };
}

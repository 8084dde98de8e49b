import type { Finding } from '../diagnostics/finding.ts';
import { parse as parseScript } from '../generated/parser.js';
import { LIMITS, type Limits } from '../limits.ts';
import { buildExpressionTree } from './precedence.ts';
import { Recovery } from './recovery.ts';
import { scan } from './scan.ts';
import { type KnownNames, noTranslator, type Translator } from './translator.ts';
import type { Script } from './tree.ts';

/** The result of parsing. `script` is null if the source exceeds a size limit; `excess` says which. */
export interface ParseResult {
  readonly script: Script | null;
  readonly limitFinding: Finding | null;
  /** All scanner and parser errors in source order. */
  readonly problems: readonly Finding[];
}

interface ParseOptions {
  readonly names?: KnownNames;
  readonly limits?: Limits;
  readonly translator?: Translator;
}

const NO_NAMES: KnownNames = { isHelper: () => false, isReserved: () => false, keys: null };

/** Parses a source into its syntax tree. Never throws: statements that do not parse become `broken` nodes. */
export function parse(
  source: string,
  { names = NO_NAMES, limits = LIMITS, translator = noTranslator }: ParseOptions = {},
): ParseResult {
  const { faults, limitFinding } = scan(source, limits, translator);
  if (limitFinding !== null) return { script: null, limitFinding, problems: faults };
  const recovery = new Recovery(source, faults, { names, translator });
  const script = parseScript(source, { recovery, combine: buildExpressionTree });
  const problems = [...faults, ...recovery.problems].sort((a, b) => a.from - b.from);
  return { script, limitFinding: null, problems };
}

import type { Severity } from './diagnostics/finding.ts';
import { MESSAGES } from './diagnostics/messages.ts';
import { KEYWORD_HELP } from './editor/keywords.ts';
import { acceptedText } from './helpers/built-in.ts';
import { BUILT_INS } from './helpers/built-ins.ts';
import { LIMITS, type Limits } from './limits.ts';

/** What the language says of itself, for a page to read. */
export interface LanguageReference {
  /** Words that mean the same stand together. */
  readonly words: readonly { readonly words: readonly string[]; readonly help: string }[];
  /** `takes` is said as a warning says it. */
  readonly helpers: readonly { readonly name: string; readonly takes: string; readonly help: string }[];
  /** `{name}` stands for what a message names. */
  readonly messages: readonly { readonly severity: Severity; readonly text: string }[];
  readonly limits: Limits;
}

/** All of the language by the tables that it works by, so that it tells of nothing more and nothing less than it does. */
export function reference(): LanguageReference {
  const byHelp = new Map<string, string[]>();
  for (const [word, help] of KEYWORD_HELP) byHelp.set(help, [...(byHelp.get(help) ?? []), word]);
  return {
    words: Array.from(byHelp, ([help, words]) => ({ words, help })),
    helpers: Array.from(BUILT_INS, ([name, { accepts, doc }]) => ({ name, takes: acceptedText(accepts), help: doc })),
    messages: Object.values(MESSAGES),
    limits: LIMITS,
  };
}

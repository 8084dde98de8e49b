import type { Severity } from './diagnostics/finding.ts';
import { MESSAGES } from './diagnostics/messages.ts';
import { KEYWORD_HELP } from './editor/keywords.ts';
import { acceptedText } from './helpers/built-in.ts';
import { BUILT_INS } from './helpers/built-ins.ts';
import { LIMITS, type Limits } from './limits.ts';

/** The language reference as data, for a documentation page. */
export interface LanguageReference {
  /** Synonyms share an entry. */
  readonly words: readonly { readonly words: readonly string[]; readonly help: string }[];
  /** `takes` is worded as in a warning. */
  readonly helpers: readonly { readonly name: string; readonly takes: string; readonly help: string }[];
  /** `{name}` is a placeholder in a message. */
  readonly messages: readonly { readonly severity: Severity; readonly text: string }[];
  readonly limits: Limits;
}

/**
 * Builds the language reference from the tables that the compiler uses, so that it is always complete and up to date.
 */
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

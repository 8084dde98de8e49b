import type { Severity } from './finding.ts';

interface Message {
  readonly severity: Severity;
  /** `{name}` is a placeholder for an argument. */
  readonly text: string;
}

/**
 * Message catalog: every message of the language by its error code (rules-language 3), in the order of messages.md. The
 * spec's wording comes first and is verbatim; the arguments follow.
 */
export const MESSAGES = {
  'errors-occurred-parsing-source': { severity: 'error', text: 'Errors ({count}) occurred parsing source: {first}' },
  'unknown-token': { severity: 'error', text: 'Unknown token: {token}' },
  'bad-syntax': { severity: 'error', text: 'Bad syntax: expected {expected}, found {found}' },
  'expected-identifier': { severity: 'error', text: 'Expected identifier, found {found}' },
  'invalid-assignment': { severity: 'error', text: 'Invalid assignment: {target} is no variable' },
  'invalid-ornament': { severity: 'error', text: 'Invalid ornament: {reason}' },
  'unknown-ornament': { severity: 'error', text: 'Unknown ornament: {name}' },
  'undefined-variable': { severity: 'error', text: 'Undefined variable: {name}' },
  'not-iterable': { severity: 'error', text: 'Not iterable: expected a list, got {got}' },
  'variable-type-changed': { severity: 'warning', text: 'Variable type changed: {name} was {before}, now {after}' },
  'left-hand-side-resolves-to-nothing': { severity: 'error', text: 'Left-hand side resolves to nothing: {name}' },
  immutable: { severity: 'error', text: 'Immutable: {name} is {reason}' },
  'can-not-insert': { severity: 'error', text: 'Can not insert: variable already exists: {name}' },
  'can-not-update': { severity: 'error', text: 'Can not update: variable does not exist: {name}' },
  'type-mismatches': { severity: 'warning', text: 'Expected {expected}, got {got}' },
  'unused-value': { severity: 'hint', text: 'Unused value: {reason}' },
  'line-continues': { severity: 'hint', text: "Line continues: the '-' subtracts from the line before" },
  'month-lengths-differ': { severity: 'hint', text: 'Month lengths differ: {reason}' },
  'likely-mistake': { severity: 'hint', text: 'Likely mistake: {reason}' },
  'more-messages': { severity: 'hint', text: 'More messages: {count} of this script are not shown' },
  'script-too-long': { severity: 'error', text: 'Script too long: more than {limit}' },
  'nested-too-deep': { severity: 'error', text: 'Nested too deep: more than {limit}' },
  'too-many-steps': { severity: 'error', text: 'Too many steps: more than {limit}' },
  'output-too-large': { severity: 'error', text: 'Output too large: more than {limit}' },
} as const satisfies Record<string, Message>;

export type DiagnosticCode = keyof typeof MESSAGES;

/**
 * Fills the arguments into a message. A placeholder without an argument stays visible, so that the mistake is noticed.
 */
export function formatMessage(code: DiagnosticCode, args: Readonly<Record<string, string>>): string {
  return MESSAGES[code].text.replace(/\{(\w+)\}/g, (placeholder, name: string) => args[name] ?? placeholder);
}

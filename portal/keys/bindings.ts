/**
 * The keys that pages answer to, as a person reads and presses them; on a Mac Command does for Ctrl. Who answers to one names it by
 * what is pressed, which the types hold to this table: the table itself comes with who lists the keys.
 */
export const bindings = {
  palette: 'Ctrl+K',
  changeChannel: 'Ctrl+.',
  listKeys: '?',
  save: 'Ctrl+S',
  takeOn: 'Ctrl+Enter',
  nextProblem: 'F8',
  nextOrder: 'Alt+PageDown',
  previousOrder: 'Alt+PageUp',
  nextRow: 'j',
  previousRow: 'k',
  openRow: 'Enter',
} as const;

export type KeyName = keyof typeof bindings;

/** One of the table's keys. */
export type Binding = (typeof bindings)[KeyName];

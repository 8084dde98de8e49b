/**
 * The keyboard shortcuts (key bindings) of the portal, written as users read them. On a Mac, Command stands for Ctrl.
 * Handlers pass the literal, which the type `Binding` checks, so only the list of shortcuts loads this table.
 */
export const keyBindings = {
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

/** The action that a shortcut triggers. */
export type ShortcutAction = keyof typeof keyBindings;

/** A shortcut of the table, such as `Ctrl+S`. */
export type KeyBinding = (typeof keyBindings)[ShortcutAction];

/**
 * The keyboard shortcuts (key bindings) of the portal, written as users read them. On a Mac, Command stands for Ctrl.
 * Handlers pass the literal, which the type `Binding` checks, so only the list of shortcuts loads this table.
 */
export const keyBindings = {
  palette: 'Ctrl+K',
  changeChannel: 'Ctrl+.',
  listKeys: '?',
  save: 'Ctrl+S',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Shift+Z',
  submitOrApprove: 'Ctrl+Enter',
  nextProblem: 'F8',
  nextOrder: 'Alt+PageDown',
  previousOrder: 'Alt+PageUp',
  nextRow: 'j',
  previousRow: 'k',
  openRow: 'Enter',
  selectRow: 'x',
  selectRange: 'Shift+X',
  approve: 'a',
  sendBack: 'r',
  addNote: 'n',
} as const;

/** The action that a shortcut triggers. */
export type ShortcutAction = keyof typeof keyBindings;

/** A shortcut of the table, such as `Ctrl+S`. */
export type KeyBinding = (typeof keyBindings)[ShortcutAction];

/** The help text of a keyboard shortcut. A binding without one does not compile. */
interface ShortcutHelp {
  where: 'Everywhere' | 'On an order' | 'In a list' | 'In approvals';
  does: string;
}

/** The help texts of all keyboard shortcuts, in display order. */
export const shortcutHelp: Readonly<Record<ShortcutAction, ShortcutHelp>> = {
  palette: { where: 'Everywhere', does: 'Search pages, clients and orders' },
  changeChannel: { where: 'Everywhere', does: 'Change channel, if you have several' },
  listKeys: { where: 'Everywhere', does: 'Show keyboard shortcuts' },
  save: { where: 'On an order', does: 'Save' },
  undo: { where: 'On an order', does: 'Undo the last change' },
  redo: { where: 'On an order', does: 'Redo what was undone' },
  submitOrApprove: { where: 'On an order', does: 'Send it for approval, or approve it' },
  nextProblem: { where: 'On an order', does: 'Go to the next item to complete' },
  nextOrder: { where: 'On an order', does: 'Go to the next order in the list' },
  previousOrder: { where: 'On an order', does: 'Go to the previous order in the list' },
  nextRow: { where: 'In a list', does: 'Go to the next row' },
  previousRow: { where: 'In a list', does: 'Go to the previous row' },
  openRow: { where: 'In a list', does: 'Open the row' },
  selectRow: { where: 'In a list', does: 'Select the row' },
  selectRange: { where: 'In a list', does: 'Select the rows since the last one' },
  approve: { where: 'In approvals', does: 'Approve the order' },
  sendBack: { where: 'In approvals', does: 'Send the order back' },
  addNote: { where: 'In approvals', does: 'Add a note' },
};

import type { ShortcutAction } from './keyBindings.ts';

/** The help text of a keyboard shortcut. A binding without one does not compile. */
export interface ShortcutHelp {
  where: 'Everywhere' | 'On an order' | 'In a list';
  does: string;
}

/** The help texts of all keyboard shortcuts, in display order. */
export const shortcutHelp: Readonly<Record<ShortcutAction, ShortcutHelp>> = {
  palette: { where: 'Everywhere', does: 'Search pages, clients and orders' },
  changeChannel: { where: 'Everywhere', does: 'Change channel, if you have several' },
  listKeys: { where: 'Everywhere', does: 'Show keyboard shortcuts' },
  save: { where: 'On an order', does: 'Save' },
  takeOn: { where: 'On an order', does: 'Send it for approval, or approve it' },
  nextProblem: { where: 'On an order', does: 'Go to the next item to complete' },
  nextOrder: { where: 'On an order', does: 'Go to the next order in the list' },
  previousOrder: { where: 'On an order', does: 'Go to the previous order in the list' },
  nextRow: { where: 'In a list', does: 'Go to the next row' },
  previousRow: { where: 'In a list', does: 'Go to the previous row' },
  openRow: { where: 'In a list', does: 'Open the row' },
};

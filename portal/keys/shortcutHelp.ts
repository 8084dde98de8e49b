import type { ShortcutAction } from './keyBindings.ts';

/** The help text of a keyboard shortcut. A binding without one does not compile. */
export interface ShortcutHelp {
  where: 'Everywhere' | 'On an order' | 'In a list';
  does: string;
}

/** The help texts of all keyboard shortcuts, in display order. */
export const shortcutHelp: Readonly<Record<ShortcutAction, ShortcutHelp>> = {
  palette: { where: 'Everywhere', does: 'Find a screen, a client or an order' },
  changeChannel: { where: 'Everywhere', does: 'Change the channel, where there are several' },
  listKeys: { where: 'Everywhere', does: 'List these keys' },
  save: { where: 'On an order', does: 'Save' },
  takeOn: { where: 'On an order', does: 'Take it on: send it for approval, or approve it' },
  nextProblem: { where: 'On an order', does: 'Go to the next thing to complete' },
  nextOrder: { where: 'On an order', does: 'Go to the next order of the list' },
  previousOrder: { where: 'On an order', does: 'Go to the order before' },
  nextRow: { where: 'In a list', does: 'Go down a row' },
  previousRow: { where: 'In a list', does: 'Go up a row' },
  openRow: { where: 'In a list', does: 'Open the row' },
};

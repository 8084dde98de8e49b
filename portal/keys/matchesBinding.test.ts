import { expect, it } from 'vitest';
import { type KeyBinding, keyBindings } from './keyBindings.ts';
import { matchesBinding } from './useShortcut.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each<[string, object, KeyBinding, boolean]>([
  ['Ctrl+S', { key: 's', ctrlKey: true }, keyBindings.save, true],
  ['Command+S', { key: 's', metaKey: true }, keyBindings.save, true],
  ['Ctrl+S while Caps Lock is on', { key: 'S', ctrlKey: true }, keyBindings.save, true],
  ['s alone', { key: 's' }, keyBindings.save, false],
  ['Ctrl+Shift+S', { key: 's', ctrlKey: true, shiftKey: true }, keyBindings.save, false],
  ['Alt+Ctrl+S', { key: 's', ctrlKey: true, altKey: true }, keyBindings.save, false],
  ['? with Shift', { key: '?', shiftKey: true }, keyBindings.listKeys, true],
  ['Ctrl+.', { key: '.', ctrlKey: true }, keyBindings.changeChannel, true],
  ['Ctrl+. with Shift', { key: '.', ctrlKey: true, shiftKey: true }, keyBindings.changeChannel, true],
  ['F8', { key: 'F8' }, keyBindings.nextProblem, true],
])('compares %s with its binding', (_, event, name, is) => {
  expect(matchesBinding({ ...none, key: '', ...event }, name)).toBe(is);
});

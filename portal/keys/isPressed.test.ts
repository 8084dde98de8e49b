import { expect, it } from 'vitest';
import { type Binding, bindings } from './bindings.ts';
import { isPressed } from './isPressed.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each<[string, object, Binding, boolean]>([
  ['Ctrl+S', { key: 's', ctrlKey: true }, bindings.save, true],
  ['Command+S', { key: 's', metaKey: true }, bindings.save, true],
  ['Ctrl+S while Caps Lock is on', { key: 'S', ctrlKey: true }, bindings.save, true],
  ['s alone', { key: 's' }, bindings.save, false],
  ['Ctrl+Shift+S', { key: 's', ctrlKey: true, shiftKey: true }, bindings.save, false],
  ['Alt+Ctrl+S', { key: 's', ctrlKey: true, altKey: true }, bindings.save, false],
  ['? with Shift', { key: '?', shiftKey: true }, bindings.listKeys, true],
  ['Ctrl+.', { key: '.', ctrlKey: true }, bindings.changeChannel, true],
  ['Ctrl+. with Shift', { key: '.', ctrlKey: true, shiftKey: true }, bindings.changeChannel, true],
  ['F8', { key: 'F8' }, bindings.nextProblem, true],
])('compares %s with its binding', (_, event, name, is) => {
  expect(isPressed({ ...none, key: '', ...event }, name)).toBe(is);
});

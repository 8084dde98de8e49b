import { expect, it } from 'vitest';
import { isPressed, type KeyName } from './bindings.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each<[string, object, KeyName, boolean]>([
  ['Ctrl+S', { key: 's', ctrlKey: true }, 'save', true],
  ['Command+S', { key: 's', metaKey: true }, 'save', true],
  ['Ctrl+S while Caps Lock is on', { key: 'S', ctrlKey: true }, 'save', true],
  ['s alone', { key: 's' }, 'save', false],
  ['Ctrl+Shift+S', { key: 's', ctrlKey: true, shiftKey: true }, 'save', false],
  ['Alt+Ctrl+S', { key: 's', ctrlKey: true, altKey: true }, 'save', false],
  ['? with Shift', { key: '?', shiftKey: true }, 'listKeys', true],
  ['F8', { key: 'F8' }, 'nextProblem', true],
])('%s is the key or is not', (_, event, name, is) => {
  expect(isPressed({ ...none, key: '', ...event }, name)).toBe(is);
});

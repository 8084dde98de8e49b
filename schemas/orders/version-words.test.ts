import { describe, expect, it } from 'vitest';
import { beginsChange, latestChangeInWords, lineNamesOf } from './version-words.ts';

describe('latestChangeInWords (what happened to an order meanwhile)', () => {
  const withdrawn = { extra: { user: 'riley', userName: 'Riley', action: 'takeBack', from: 'PENDING', to: 'DRAFT' } };
  const approved = { extra: { user: 'dana', userName: 'Dana', action: 'approve', from: 'PENDING', to: 'COMPLETE' } };
  const saved = { extra: { user: 'riley', userName: 'Riley' } };

  it.each([
    { versions: [withdrawn, approved], words: 'Riley withdrew the order.' },
    { versions: [approved], words: 'Dana approved the order.' },
    { versions: [saved], words: 'Riley changed the order.' },
    {
      versions: [{ extra: { ...approved.extra, actor: { id: 'ann', name: 'Ann' } } }],
      words: 'Ann for Dana approved the order.',
    },
    { versions: [{ extra: { user: 'gone' } }], words: 'Someone changed the order.' },
    { versions: [], words: undefined },
  ])('latestChangeInWords (what happened to an order meanwhile) returns $words', ({ versions, words }) => {
    expect(latestChangeInWords(versions, 'me', false)).toBe(words);
  });

  it("describes the latest version of others, or one's own version in another window", () => {
    const versions = [
      { extra: { ...saved.extra, user: 'me' } },
      withdrawn,
      { extra: { ...approved.extra, user: 'me' } },
    ];
    expect(latestChangeInWords(versions, 'me', false)).toBe('Riley withdrew the order.');
    expect(latestChangeInWords(versions.slice(1), 'me', true)).toBe('You approved the order in another window.');
  });
});

it('beginsChange is false for an approval that was undone', () => {
  expect(beginsChange({ from: 'COMPLETE', to: 'PENDING', action: 'change' })).toBe(true);
  expect(beginsChange({ from: 'COMPLETE', to: 'PENDING', action: 'undoApproval' })).toBe(false);
  expect(beginsChange({ from: 'DRAFT', to: 'PENDING', action: 'submit' })).toBe(false);
});

it('lineNamesOf returns the names of added and removed lines that the version stores', () => {
  expect(lineNamesOf({ lines: { added: ['Radio spot', 7], removed: ['Logo'] } })).toEqual({
    '/products': { added: ['Radio spot'], removed: ['Logo'] },
  });
  expect(lineNamesOf({})).toEqual({});
});

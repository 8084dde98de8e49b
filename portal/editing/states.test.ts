import { describe, expect, it } from 'vitest';
import { type EditingState, isOpen, stateAfter, ways } from './states.ts';

const states: EditingState[] = [
  'clean',
  'dirty',
  'saving',
  'autosaving',
  'unanswered',
  'refused',
  'loading',
  'conflict',
  'signedOut',
  'gone',
];

describe('the states of a record that is edited', () => {
  it('are these, each of which can be come to', () => {
    expect(Object.keys(ways)).toEqual(states);
    const reached = new Set(states.flatMap((state) => Object.values(ways[state])));
    expect(states.filter((state) => !reached.has(state))).toEqual([]);
  });

  it('lead back to what is saved, but for a record that is gone', () => {
    const leadsToClean = (state: EditingState, seen: EditingState[] = []): boolean =>
      state === 'clean' ||
      Object.values(ways[state]).some((next) => !seen.includes(next) && leadsToClean(next, [...seen, state]));
    expect(states.filter((state) => !leadsToClean(state))).toEqual(['gone']);
  });

  it('hold a save under way whatever is typed meanwhile', () => {
    for (const state of ['saving', 'autosaving', 'loading'] as const) {
      expect([stateAfter(state, 'edited'), stateAfter(state, 'reverted')]).toEqual([state, state]);
    }
  });

  it('send nothing while a choice is due, nor once the record is gone', () => {
    expect(states.filter((state) => !isOpen(state))).toEqual(['conflict', 'gone']);
    expect([ways.conflict.pressed, ways.conflict.timed, ways.gone.pressed]).toEqual([undefined, undefined, undefined]);
  });
});

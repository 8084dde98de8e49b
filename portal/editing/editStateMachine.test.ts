import { describe, expect, it } from 'vitest';
import { canSave, type EditingState, editTransitions, stateAfter } from './editStateMachine.ts';

const states: EditingState[] = [
  'clean',
  'dirty',
  'saving',
  'autosaving',
  'unanswered',
  'rejected',
  'loading',
  'conflict',
  'signedOut',
  'gone',
];

describe('edit states', () => {
  it('are complete and each one is reachable', () => {
    expect(Object.keys(editTransitions)).toEqual(states);
    const reached = new Set(states.flatMap((state) => Object.values(editTransitions[state])));
    expect(states.filter((state) => !reached.has(state))).toEqual([]);
  });

  it('all lead back to clean, except for a deleted record', () => {
    const leadsToClean = (state: EditingState, seen: EditingState[] = []): boolean =>
      state === 'clean' ||
      Object.values(editTransitions[state]).some(
        (next) => !seen.includes(next) && leadsToClean(next, [...seen, state]),
      );
    expect(states.filter((state) => !leadsToClean(state))).toEqual(['gone']);
  });

  it('stay in a save while the user types', () => {
    for (const state of ['saving', 'autosaving', 'loading'] as const) {
      expect([stateAfter(state, 'edited'), stateAfter(state, 'reverted')]).toEqual([state, state]);
    }
  });

  it('do not allow a save during a conflict or after a delete', () => {
    expect(states.filter((state) => !canSave(state))).toEqual(['conflict', 'gone']);
    expect([editTransitions.conflict.pressed, editTransitions.conflict.timed, editTransitions.gone.pressed]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

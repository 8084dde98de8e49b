import { expect, it } from 'vitest';
import { absoluteTime } from '../../look/times.ts';
import { whenDone } from './whenDone.ts';

it('a day without a time is that day in every zone, and a moment is told in the reader’s', () => {
  expect(whenDone('2026-11-02T00:00:00.000Z')).toBe('11/2/26');
  expect(whenDone('2026-11-02T08:30:00.000Z')).toBe(absoluteTime('2026-11-02T08:30:00.000Z'));
});

import { expect, it } from 'vitest';
import { stepperRepeatDelay } from './StepperButtons.tsx';

it('stepperRepeatDelay starts at 300 ms and shrinks to 5 ms after 3 seconds', () => {
  expect([0, 1500, 3000, 60_000].map(stepperRepeatDelay)).toEqual([300, 152.5, 5, 5]);
});

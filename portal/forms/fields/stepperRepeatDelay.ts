const firstDelay = 300;
const lastDelay = 5;
const shrinkTime = 3000;

/**
 * The delay before the next step of a stepper button that has been held for `heldFor` milliseconds: from 300 down to 5
 * over 3 seconds (spec 9).
 */
export function stepperRepeatDelay(heldFor: number): number {
  return firstDelay + (lastDelay - firstDelay) * Math.min(1, heldFor / shrinkTime);
}

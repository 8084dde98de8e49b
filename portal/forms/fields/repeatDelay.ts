const first = 300;
const last = 5;
const shrinking = 3000;

/** The pause before the next step of a spinner held for so many milliseconds: from 300 down to 5 over 3 seconds (spec 9). */
export function repeatDelay(held: number): number {
  return first + (last - first) * Math.min(1, held / shrinking);
}

import { expect, it } from 'vitest';
import { momentText } from '#schemas/texts/moments.ts';
import { proofDateText } from './proofDateText.ts';

it("proofDateText formats a date without a time as the same day in every time zone, and a moment in the reader's", () => {
  expect(proofDateText('2026-11-02T00:00:00.000Z')).toBe('11/2/26');
  expect(proofDateText('2026-11-02T08:30:00.000Z')).toBe(momentText('2026-11-02T08:30:00.000Z'));
});

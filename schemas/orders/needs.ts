import { type CancelationReason, isCancelationReason } from './cancelation-reasons.ts';
import type { Need, Transition } from './transitions.ts';

/** The inputs of a transition's dialog, by field. */
export type Answers = Partial<Record<Need['field'], string | null | undefined>>;

/** The required inputs of a transition that are missing or invalid. */
export function missingNeeds({ needs }: Pick<Transition, 'needs'>, answers: Answers): Need[] {
  return needs.filter(({ field, isRequired, choices }) => {
    const answer = answers[field]?.trim();
    return isRequired && !(answer && (!choices || Object.hasOwn(choices, answer)));
  });
}

/** The inputs as fields of a save, trimmed, without empty ones. */
export function fieldsOf(answers: Answers): Partial<Record<Exclude<Need['field'], 'cancelationReason'>, string>> & {
  cancelationReason?: CancelationReason;
} {
  const { cancelationReason: chosen, ...typed } = answers;
  const texts = Object.entries(typed).map(([field, text]) => [field, text?.trim()]);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text)),
    ...(isCancelationReason(chosen) ? { cancelationReason: chosen } : {}),
  };
}

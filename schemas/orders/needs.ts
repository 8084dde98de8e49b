import { type CancelationReason, isCancelationReason } from './cancelation-reasons.ts';
import type { Need, Transition } from './transitions.ts';

/** What somebody typed or chose for what a transition asks. */
export type Answers = Partial<Record<Need['field'], string | null | undefined>>;

/** What a transition asks for and is not answered yet. */
export function missingNeeds({ needs }: Pick<Transition, 'needs'>, answers: Answers): Need[] {
  return needs.filter(({ field, isRequired, choices }) => {
    const answer = answers[field]?.trim();
    return isRequired && !(answer && (!choices || Object.hasOwn(choices, answer)));
  });
}

/** The answers as the fields of a save, without those that say nothing. */
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

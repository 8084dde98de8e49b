import { type CancelationReason, isCancelationReason } from './cancelation-reasons.ts';
import type { Transition, TransitionInput } from './transitions.ts';

/** The inputs of a transition's dialog, by field. */
export type TransitionInputs = Partial<Record<TransitionInput['field'], string | null | undefined>>;

/** The required inputs of a transition that are missing or invalid. */
export function missingInputs({ inputs }: Pick<Transition, 'inputs'>, answers: TransitionInputs): TransitionInput[] {
  return inputs.filter(({ field, isRequired, choices }) => {
    const answer = answers[field]?.trim();
    return isRequired && !(answer && (!choices || Object.hasOwn(choices, answer)));
  });
}

/** The inputs as fields of a save, trimmed, without empty ones. */
export function inputFields(answers: TransitionInputs): Partial<
  Record<Exclude<TransitionInput['field'], 'cancelationReason'>, string>
> & {
  cancelationReason?: CancelationReason;
} {
  const { cancelationReason: chosen, ...typed } = answers;
  const texts = Object.entries(typed).map(([field, text]) => [field, text?.trim()]);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text)),
    ...(isCancelationReason(chosen) ? { cancelationReason: chosen } : {}),
  };
}

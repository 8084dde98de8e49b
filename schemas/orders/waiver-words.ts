import { formPlace } from '../changes/words/form-place.ts';
import { labelOf } from '../changes/words/place.ts';
import type { Form } from '../forms/form.ts';
import { keysOf } from '../forms/pointer.ts';
import type { OrderAction } from '../generated/types.ts';
import type { Waiver } from './waivers.ts';

type Rejection = Pick<Waiver, 'path' | 'message'>;

interface Decision {
  kind: OrderAction['kind'] | undefined;
  rejections: readonly Rejection[];
  declined?: readonly Rejection[];
}

/** What is said before the rejections that an action is about. */
const leads: Partial<Record<OrderAction['kind'], string>> = {
  VALIDATION_BYPASS_REQUESTED: 'To be waived:',
  VALIDATION_BYPASS_APPROVED: 'Waived:',
  VALIDATION_BYPASS_REJECTED: 'Not waived:',
};

/**
 * What a request for a bypass asks to waive, or a decision about one has waived and what not: lines for reading, those about a
 * rejection with a dash before them. Nothing for an action that is about none.
 */
export function waiversInWords(form: Pick<Form, 'scope'>, { kind, rejections, declined = [] }: Decision): string[] {
  const lead = kind && leads[kind];
  if (!lead) return [];
  const place = formPlace(form);
  const line = ({ path, message }: Rejection) => {
    const label = labelOf(place, keysOf(path).slice(1));
    // What is missing is named by its message already.
    return `- ${message.endsWith(`: ${label}`) ? message : `${label}: ${message}`}`;
  };
  const lines = (words: string, all: readonly Rejection[]) => (all.length > 0 ? [words, ...all.map(line)] : []);
  return [...lines(lead, rejections), ...lines('Not waived:', declined)];
}

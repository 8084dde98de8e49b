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

/** Rejections for reading, under what is said of them: 'Waived:', ['Budget: At least $500']. */
export interface WaiverWords {
  lead: string;
  rejections: string[];
}

/** What a request for a bypass asks to waive, or a decision about one has waived and what not; nothing for other actions. */
export function waiversInWords(
  form: Pick<Form, 'scope'>,
  { kind, rejections, declined = [] }: Decision,
): WaiverWords[] {
  const lead = kind && leads[kind];
  if (!lead) return [];
  const place = formPlace(form);
  const words = ({ path, message }: Rejection) => {
    const label = labelOf(place, keysOf(path).slice(1));
    // What is missing is named by its message already.
    return message.endsWith(`: ${label}`) ? message : `${label}: ${message}`;
  };
  return [
    { lead, rejections: rejections.map(words) },
    { lead: 'Not waived:', rejections: declined.map(words) },
  ].filter((group) => group.rejections.length > 0);
}

import { formPlace } from '../changes/words/form-place.ts';
import { labelOfPath } from '../changes/words/place.ts';
import type { Form } from '../forms/form.ts';
import { keysOf } from '../forms/pointer.ts';
import type { OrderAction } from '../generated/types.ts';
import type { PinnedNote } from './field-notes.ts';
import type { Waiver } from './waivers.ts';

type Rejection = Pick<Waiver, 'path' | 'message'>;

interface Decision {
  kind: OrderAction['kind'] | undefined;
  rejections: readonly Rejection[];
  declined?: readonly Rejection[];
}

/** The heading of the validation errors of each action. */
const headings: Partial<Record<OrderAction['kind'], string>> = {
  VALIDATION_BYPASS_REQUESTED: 'To be waived:',
  VALIDATION_BYPASS_APPROVED: 'Waived:',
  VALIDATION_BYPASS_REJECTED: 'Not waived:',
};

/** Validation errors with their heading: 'Waived:', ['Budget: At least $500']. */
export interface WaiverWords {
  lead: string;
  rejections: string[];
}

/**
 * The validation errors that a bypass request asks to waive, or that a decision waived or did not; empty for other
 * actions.
 */
export function waiversInWords(
  form: Pick<Form, 'scope'>,
  { kind, rejections, declined = [] }: Decision,
): WaiverWords[] {
  const lead = kind && headings[kind];
  if (!lead) return [];
  const place = formPlace(form);
  const words = ({ path, message }: Rejection) => {
    const label = labelOfPath(place, keysOf(path).slice(1));
    // The message of a missing field already contains its label.
    return message.endsWith(`: ${label}`) ? message : `${label}: ${message}`;
  };
  return [
    { lead, rejections: rejections.map(words) },
    { lead: 'Not waived:', rejections: declined.map(words) },
  ].filter((group) => group.rejections.length > 0);
}

/** A note with the label of its field: 'Spots 2 › Price: Check the price'. If its row was removed, its text only. */
export function noteInWords(form: Pick<Form, 'scope'>, { note, path }: PinnedNote): string {
  const text = note.notes ?? '';
  return path === null ? text : `${labelOfPath(formPlace(form), keysOf(path).slice(1))}: ${text}`;
}

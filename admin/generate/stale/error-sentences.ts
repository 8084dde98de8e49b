import type { Resource } from '#schemas/resource/resource.ts';
import { refusalOf } from '../../provider/http.ts';
import { labelAt } from '../label-at.ts';

/** A refusal in sentences for a place without inputs: 'Website: Must be …' for each field, else its reason. */
export function errorSentences({ fields }: Resource, error: Error): string[] {
  const errors = Object.entries(refusalOf(error).errors ?? {});
  if (errors.length === 0) return [error.message];
  return errors.map(([path, message]) => `${labelAt(fields, path)}: ${message}`);
}

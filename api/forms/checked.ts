import type { Filled } from '#schemas/forms/fill.ts';
import type { Normalized, Problem } from '#schemas/forms/form.ts';

/** What a check of data answers: their normal form, and what is to be told of it by the pointers of the body. */
export interface Checked {
  formData: Filled['data'];
  problems: Problem[];
  normalized: Normalized[];
}

/** A filling as a check answers it. */
export function checked({ data, problems, normalized }: Filled): Checked {
  return { formData: data, problems: problems.map(inData), normalized: normalized.map(inData) };
}

const inData = <T extends { path: string }>(each: T) => ({ ...each, path: `/formData${each.path}` });

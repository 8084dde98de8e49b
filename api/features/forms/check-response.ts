import type { FillResult } from '#schemas/forms/fill.ts';
import type { NormalizedValue, Problem } from '#schemas/forms/form.ts';

/** Response of a data check: normalized data, problems and normalizations with JSON pointers into the body. */
export interface CheckResponse {
  formData: FillResult['data'];
  problems: Problem[];
  normalized: NormalizedValue[];
}

/** Converts a filled form to the response of a check. */
export function toCheckResponse({ data, problems, normalized }: FillResult): CheckResponse {
  return { formData: data, problems: problems.map(inData), normalized: normalized.map(inData) };
}

const inData = <T extends { path: string }>(each: T) => ({ ...each, path: `/formData${each.path}` });

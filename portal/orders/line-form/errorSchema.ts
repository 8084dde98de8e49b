import type { ErrorSchema } from '@rjsf/utils';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

/** What is wrong at a place of a line's data, a JSON pointer. */
export interface DataProblem {
  path: string;
  message: string;
}

interface Errors {
  __errors?: string[];
  [key: string]: Errors | string[] | undefined;
}

/** The problems as the form takes them: under the keys that lead to them. */
export function errorSchema(problems: readonly DataProblem[]): ErrorSchema<JsonMap> {
  const root: Errors = {};
  for (const { path, message } of problems) {
    let here = root;
    for (const key of keysOf(path)) {
      const inner = Object.hasOwn(here, key) ? here[key] : undefined;
      const next: Errors = inner && !Array.isArray(inner) ? inner : {};
      here[key] = next;
      here = next;
    }
    here.__errors = [...(here.__errors ?? []), message];
  }
  return root;
}

import type { ErrorSchema } from '@rjsf/utils';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

/** A validation problem of a line's data, located by a JSON pointer. */
export interface DataProblem {
  path: string;
  message: string;
}

interface Errors {
  __errors?: string[];
  [key: string]: Errors | string[] | undefined;
}

/** Converts problems to RJSF's error schema: nested by the keys of their paths. */
export function errorSchema(problems: readonly DataProblem[]): ErrorSchema<JsonMap> {
  const root: Errors = {};
  for (const { path, message } of problems) {
    let node = root;
    for (const key of keysOf(path)) {
      const child = Object.hasOwn(node, key) ? node[key] : undefined;
      const next: Errors = child && !Array.isArray(child) ? child : {};
      node[key] = next;
      node = next;
    }
    node.__errors = [...(node.__errors ?? []), message];
  }
  return root;
}

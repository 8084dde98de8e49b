import type { JsonMap } from '../generated/types.ts';

/**
 * The schema that the form of a line is made of. The line's own name stands above the form, and the root's title and
 * description would repeat it. The validator of the browser is compiled from the same schema: @rjsf finds it by its hash.
 */
export function lineFormSchema({ title: _, description: __, ...rest }: JsonMap): JsonMap {
  return rest;
}

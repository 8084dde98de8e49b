import type { JsonMap } from '../generated/types.ts';

/**
 * The schema for the form of a line, without the root's title and description: the page shows the product's name above
 * the form already. The browser's validator is compiled from the same schema, because @rjsf finds it by the schema's
 * hash.
 */
export function lineFormSchema({ title: _, description: __, ...rest }: JsonMap): JsonMap {
  return rest;
}

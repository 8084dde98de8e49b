import type { Row } from '#schemas/forms/filling/row.ts';
import { widgetName } from '#schemas/forms/name-of.ts';

/** The display names of a row and its parents, outermost first: 'Spot 2'. */
export function rowNames({ parent, list, index }: Row): string[] {
  return parent && list ? [...rowNames(parent), `${widgetName(list)} ${index + 1}`] : [];
}

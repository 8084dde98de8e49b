/** The size of a page. Both sides read it from their URL, so that they cannot differ. */
export interface PageSize {
  /** Fields in containers of ten; the first of each container except one has a conditional script. */
  fields: number;
  /** Rows of five cells. */
  rows: number;
}

export const fieldsInContainer = 10;
export const columns = ['Station', 'Spots', 'Length', 'Start', 'Notes'];

export function sizeFromAddress(): PageSize {
  const query = new URLSearchParams(location.search);
  return { fields: Number(query.get('fields')), rows: Number(query.get('rows')) };
}

import { columns, fieldsInContainer, type PageSize } from '../size.ts';

const text = (title: string) => ({ type: 'string', title });

/** The same fields, containers and table as a JSON Schema. It has no scripts, so this page runs none. */
export function rjsfSchema({ fields }: PageSize): object {
  const parts = Array.from({ length: fields / fieldsInContainer }, (_, part) => {
    const numbers = Array.from({ length: fieldsInContainer }, (_, field) => part * fieldsInContainer + field);
    const properties = Object.fromEntries(numbers.map((number) => [`field${number}`, text(`Field ${number}`)]));
    return [`part${part}`, { type: 'object', title: `Part ${part}`, properties }];
  });
  const cells = Object.fromEntries(columns.map((column) => [column, text(column)]));
  const rows = { type: 'array', title: 'Row', items: { type: 'object', properties: cells } };
  return { type: 'object', properties: { ...Object.fromEntries(parts), rows } };
}

export function rjsfData({ rows }: PageSize): object {
  const values = Object.fromEntries(columns.map((column) => [column, column]));
  return { rows: Array.from({ length: rows }, () => ({ ...values })) };
}

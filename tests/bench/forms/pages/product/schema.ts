import { columns, fieldsInContainer, type PageSize } from '../size.ts';

/** The form of the page: every script reads field 0, and typing into any other field changes only that field. */
export function benchFormSchema({ fields }: PageSize): object {
  const containers = Array.from({ length: fields / fieldsInContainer }, (_, part) => ({
    type: 'container',
    meta: { label: `Part ${part}` },
    config: {
      layout: Array.from({ length: fieldsInContainer }, (_, field) => rowOf(textField(part, field))),
    },
  }));
  const table = {
    type: 'table',
    meta: { key: 'rows', label: 'Row' },
    config: {
      minItems: 0,
      maxItems: 1000,
      elements: { type: 'container', config: { layout: columns.map((column) => rowOf(cell(column))) } },
    },
  };
  return { version: 1, root: { type: 'container', config: { layout: [...containers, table].map(rowOf) } } };
}

export function valuesOf({ rows }: PageSize): Record<string, unknown> {
  const values = Object.fromEntries(columns.map((column) => [column, column]));
  return { rows: Array.from({ length: rows }, (_, row) => ({ _id: `row${row}`, ...values })) };
}

const rowOf = (widget: object) => ({ columns: [{ ratio: 1, widget }] });

const cell = (column: string) => ({ type: 'text_input', meta: { key: column, label: column }, config: {} });

function textField(part: number, field: number): object {
  const number = part * fieldsInContainer + field;
  // The last widget of each container is hidden depending on field 0, on a value that never occurs: visibility never
  // changes.
  const script = field === fieldsInContainer - 1 ? { conditionalScript: '$field0 != "nothing to see"' } : {};
  return { type: 'text_input', meta: { key: `field${number}`, label: `Field ${number}`, ...script }, config: {} };
}

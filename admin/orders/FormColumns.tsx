import { MenuItem, TextField, Typography } from '@mui/material';
import { useGetList, useListContext, useRecordContext } from 'react-admin';
import type { FormColumn } from '#portal/orders/list/formColumns.ts';
import { readFormColumns } from '#portal/orders/list/readFormColumns.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Form } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { TruncatedLine } from '../generate/cells.tsx';
import type { FieldComponent, FurtherFields } from '../generate/override.ts';
import { request } from '../provider/http.ts';

/** Loads the table columns of a form as fields of the order list, the same as in the portal. Throws what `request` throws. */
export async function formFields(form: string): Promise<FurtherFields> {
  const { json }: { json: Form } = await request(`/api/forms/${encodeURIComponent(form)}`);
  const columns = readFormColumns(json);
  return {
    fields: columns.map(fieldOf),
    cells: Object.fromEntries(columns.map((column) => [fieldOf(column).name, cellOf(column)])),
  };
}

const kinds = {
  number: { kind: 'number', type: 'number' },
  date: { kind: 'date', type: 'string' },
  text: { kind: 'text', type: 'string' },
} as const;

/** A column as a field. It is read-only: a bulk edit does not offer it. */
function fieldOf({ path, title, kind }: FormColumn): Field {
  const { kind: property, type } = kind === 'number' || kind === 'date' ? kinds[kind] : kinds.text;
  return {
    name: `formData.${path}`,
    label: title,
    kind: property,
    isRequired: false,
    property: { type, title, readOnly: true },
  };
}

function cellOf(column: FormColumn): FieldComponent {
  return function FormCell() {
    const data: unknown = useRecordContext()?.formData;
    const text = column.text(isRecord(data) ? data : undefined);
    if (column.isNumber) return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{text}</span>;
    return <TruncatedLine title={text}>{text}</TruncatedLine>;
  };
}

/** Chooses the form whose columns the menu offers. This limits the list to the orders on it. */
export function FormColumnsPanel() {
  const { filterValues, setFilters } = useListContext();
  const { data: forms = [] } = useGetList<Form>('forms', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  });
  const [form, ...others]: unknown[] = [filterValues.form].flat();
  const chosen = others.length === 0 && forms.some(({ id }) => id === form) ? String(form) : '';
  const choose = (id: string) => {
    const ofOrders = Object.entries(filterValues).filter(([name]) => name !== 'form' && !name.startsWith('formData.'));
    setFilters({ ...Object.fromEntries(ofOrders), ...(id ? { form: id } : {}) });
  };
  return (
    <>
      <TextField
        select
        fullWidth
        size="small"
        label="Columns of a form"
        value={chosen}
        onChange={({ target }) => choose(target.value)}
        sx={{ mt: 1.5 }}
      >
        <MenuItem value="">None</MenuItem>
        {forms.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="caption" color="text.secondary">
        A form limits the list to the orders on it. Its columns can then be shown, sorted and filtered.
      </Typography>
    </>
  );
}

import { Autocomplete, Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { memo, useId, useMemo, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useDragOrder } from '#portal/editing/useDragOrder.ts';
import { moveItem } from '#schemas/changes/move-item.ts';
import { type ColumnField, columnPaths } from '#schemas/forms/column-paths.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { readFormWithoutScripts } from '#schemas/forms/read-form-without-scripts.ts';
import type { Form } from '#schemas/generated/types.ts';
import type { FieldProps } from '../../generate/override.ts';
import { MoveButtons } from '../../nested/ordering.tsx';
import { usePageCovered } from '../page-covered.ts';
import { SampleTable } from './SampleTable.tsx';

type Columns = Form['tableColumns'];

/** Picks and reorders the columns of this form's order lists, with a preview. */
export function TableColumns({ field, source }: FieldProps) {
  const record = useRecordContext<Form>();
  const columns: Columns = useWatch({ name: source }) ?? none;
  const typed: unknown = useWatch({ name: 'formSchema' });
  const isCovered = usePageCovered();
  const [formSchema, setFormSchema] = useState(typed);
  if (formSchema !== typed && !isCovered) setFormSchema(typed);
  const fields = useMemo(() => columnPaths(readFormWithoutScripts(formSchema)), [formSchema]);
  return <ColumnEditor label={field.label} {...{ source, columns, fields }} form={record?.id} />;
}

const none: Columns = [];

interface ColumnEditorProps {
  label: string;
  source: string;
  columns: Columns;
  fields: readonly ColumnField[];
  /** The form's id; undefined until the form is saved. */
  form: string | undefined;
}

const ColumnEditor = memo(function ColumnEditor({ label, source, columns, fields, form }: ColumnEditorProps) {
  const { setValue } = useFormContext();
  const [isSampled, setSampled] = useState(false);
  const title = useId();
  const put = (next: Columns) => setValue(source, next, { shouldDirty: true, shouldValidate: true });
  const move = (from: number, to: number) => put(moveItem(columns, from, to));
  const { dragged, sourceProps, targetProps } = useDragOrder(
    columns.map(({ path }) => path),
    move,
  );
  const ordering = { rows: columns.map(({ path }) => ({ id: path })), move, rowProps: () => ({}) };
  const free = fields.filter(({ path }) => !columns.some((column) => column.path === path));
  return (
    <Box role="group" aria-labelledby={title} sx={{ display: 'grid', gap: 1.5 }}>
      <Box id={title} sx={{ typography: 'subtitle2' }}>
        {label}
      </Box>
      {columns.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>No columns yet. Lists show an order's number and status.</Box>
      ) : null}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {columns.map(({ path, defaultVisibility = true }, index) => {
          const field = fields.find((each) => each.path === path);
          const nameId = `${title}-${index}`;
          return (
            <Box
              component="li"
              key={path}
              {...sourceProps(path)}
              {...targetProps(path)}
              sx={{
                ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, cursor: 'grab' },
                ...{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1, opacity: path === dragged ? 0.5 : 1 },
              }}
            >
              <MoveButtons ordering={ordering} index={index} nameId={nameId} />
              <Box id={nameId} sx={{ flex: 1, minWidth: 120, overflowWrap: 'anywhere' }}>
                <span>{field ? widgetName(field.widget) : path}</span>{' '}
                <Box component="code" sx={{ typography: 'caption', color: field ? 'text.secondary' : 'error.main' }}>
                  {field ? path : "doesn't match any field of the form"}
                </Box>
              </Box>
              <FormControlLabel
                label="Shown by default"
                control={
                  <Checkbox
                    checked={defaultVisibility}
                    slotProps={{ input: { 'aria-describedby': nameId } }}
                    onChange={(_, next) => put(columns.with(index, { path, defaultVisibility: next }))}
                  />
                }
              />
              <Button aria-describedby={nameId} onClick={() => put(columns.toSpliced(index, 1))}>
                Remove
              </Button>
            </Box>
          );
        })}
      </Box>
      <Autocomplete
        options={free}
        value={null}
        blurOnSelect
        getOptionLabel={({ path, widget }) => `${widgetName(widget)} (${path})`}
        getOptionKey={({ path }) => path}
        onChange={(_, chosen) => {
          if (chosen) put([...columns, { path: chosen.path, defaultVisibility: true }]);
        }}
        renderInput={(input) => <TextField {...input} label="Add column" />}
        noOptionsText="All fields are already columns"
      />
      <Box>
        <Button aria-expanded={isSampled} onClick={() => setSampled(!isSampled)}>
          {isSampled ? 'Hide sample' : 'Show sample'}
        </Button>
      </Box>
      {isSampled ? <SampleTable form={form} columns={columns} fields={fields} /> : null}
    </Box>
  );
});

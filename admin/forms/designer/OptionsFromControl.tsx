import { MenuItem, TextField } from '@mui/material';
import { type RaRecord, useGetList } from 'react-admin';
import { optionResources } from '#schemas/forms/option-sources.ts';
import type { OptionList } from '#schemas/generated/types.ts';
import type { ControlProps } from './PropertyControl.tsx';
import { propertyLabel } from './palette-entries.ts';

/** The source of a field's options: none, a stored option list, or the records of a resource. */
export function OptionsFromControl({ name, value, isMixed, help, onChange }: ControlProps) {
  const { data = [], error } = useGetList<OptionList & RaRecord>('option_lists', {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  });
  const source = typeof value === 'string' ? value : '';
  const lists = data.map((list) => ({ key: list.key, label: `${list.name} (${list.key})` }));
  const resources = Object.keys(optionResources).map((key) => ({ key, label: propertyLabel(key) }));
  const known = [{ key: '', label: 'Own options' }, ...lists, ...resources];
  // A list that is not loaded, or was deleted, stays selected.
  const all = known.some(({ key }) => key === source) ? known : [...known, { key: source, label: source }];
  return (
    <TextField
      select
      label={name}
      value={source}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      error={error !== null && error !== undefined}
      helperText={isMixed ? 'Mixed values' : (error?.message ?? help)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {all.map(({ key, label }) => (
        <MenuItem key={key} value={key}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

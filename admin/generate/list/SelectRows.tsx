import { Checkbox } from '@mui/material';
import { useGetRecordRepresentation, useListContext, useRecordContext } from 'react-admin';

/** Checkbox of a row. react-admin's own puts the label on a wrapper, where screen readers miss it. */
export function SelectRow() {
  const { resource, selectedIds = [], onToggleItem } = useListContext();
  const record = useRecordContext();
  const nameOf = useGetRecordRepresentation(resource);
  if (!record) return null;
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      onChange={() => onToggleItem(record.id)}
      onClick={(event) => event.stopPropagation()}
      slotProps={{ input: { 'aria-label': `Select ${String(nameOf(record))}` } }}
    />
  );
}

/** Checkbox for all rows of the page; keeps the selection of other pages. */
export function SelectPage() {
  const { data = [], selectedIds = [], onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(id));
  const here = selectedIds.length - others.length;
  return (
    <Checkbox
      size="small"
      checked={here > 0 && here === ids.length}
      onChange={(_event, isChecked) => onSelect(isChecked ? [...others, ...ids] : others)}
      slotProps={{ input: { 'aria-label': 'Select all rows of this page' } }}
    />
  );
}

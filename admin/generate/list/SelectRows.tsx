import { Checkbox } from '@mui/material';
import { useGetRecordRepresentation, useListContext, useRecordContext } from 'react-admin';

/** Selects the row, or leaves it. react-admin's own checkbox names itself on its frame, where no reader hears it. */
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

/** Selects the rows of the page, beside those of other pages, or leaves them. */
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

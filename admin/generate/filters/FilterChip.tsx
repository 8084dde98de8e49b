import Close from '@mui/icons-material/Close';
import { Button, ButtonGroup } from '@mui/material';
import type { MouseEvent } from 'react';
import { RecordContextProvider, ReferenceField } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { resourceNamed } from '../catalogue.ts';
import { type Condition, describeCondition, itemOf } from './conditions.ts';

interface FilterChipProps {
  field: Field;
  condition: Condition | undefined;
  onEdit: (event: MouseEvent<HTMLElement>) => void;
  onRemove: () => void;
}

/** Filter chip: a press edits the filter, the cross removes it. */
export function FilterChip({ field, condition, onEdit, onRemove }: FilterChipProps) {
  if (!condition) {
    return (
      <Button size="small" color="inherit" aria-haspopup="dialog" onClick={onEdit} sx={{ ...chip, ...inactiveChip }}>
        {field.label}
      </Button>
    );
  }
  return (
    <ButtonGroup size="small" color="inherit" sx={chip}>
      <Button aria-haspopup="dialog" onClick={onEdit}>
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          <span>{field.label}</span>: <strong>{conditionText(field, condition)}</strong>
        </span>
      </Button>
      <Button aria-label={`Do not filter by ${field.label}`} onClick={onRemove} sx={{ minWidth: 32, px: 0.5 }}>
        <Close fontSize="inherit" />
      </Button>
    </ButtonGroup>
  );
}

const chip = { maxWidth: '36ch', whiteSpace: 'nowrap', fontWeight: 400, bgcolor: 'var(--surface-raised)' };
const inactiveChip = { border: '1px dashed var(--border)', color: 'text.secondary' };

/** References show the names of their records. */
function conditionText(field: Field, condition: Condition) {
  const target = resourceNamed(itemOf(field).property['x-ref'] ?? '');
  if (!target || condition.operator !== 'is') return describeCondition(field, condition);
  return (condition.values ?? []).map((id, index) => (
    <RecordContextProvider key={String(id)} value={{ id: String(id), value: id }}>
      <span>{index > 0 ? ' or ' : ''}</span>
      <ReferenceField reference={target.path} source="value" link={false} sx={{ display: 'inline' }} />
    </RecordContextProvider>
  ));
}

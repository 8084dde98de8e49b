import {
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { RecordContextProvider } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { useDescribed } from '../described.tsx';
import { ShownField } from '../shown.tsx';

export type Side = 'mine' | 'theirs';

interface FieldChoiceProps {
  field: Field;
  /** The record as each side has it, and as both had read it. */
  records: Record<Side | 'base', Record<string, unknown>>;
  side: Side | undefined;
  isMissing: boolean;
  onTake: (side: Side) => void;
}

/** One field that two people changed: either value can be taken, and the one before stands below. */
export function FieldChoice({ field, records, side, isMissing, onTake }: FieldChoiceProps) {
  const named = `conflict-${field.name}`;
  return (
    <FormControl error={isMissing} component="fieldset" variant="standard">
      <FormLabel component="legend" id={named} sx={{ fontWeight: 600 }}>
        {field.label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={named}
        value={side ?? ''}
        onChange={(_event, value) => onTake(value === 'mine' ? 'mine' : 'theirs')}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          gap: 1,
          mt: 1,
        }}
      >
        <SideOption side="mine" label="Mine" {...{ field }} record={records.mine} isTaken={side === 'mine'} />
        <SideOption side="theirs" label="Theirs" {...{ field }} record={records.theirs} isTaken={side === 'theirs'} />
      </RadioGroup>
      {isMissing ? <FormHelperText>Take one of the two</FormHelperText> : null}
      <Box sx={{ mt: 1 }}>
        <Typography variant="caption" color="text.secondary">
          Before
        </Typography>
        <Value field={field} record={records.base} />
      </Box>
    </FormControl>
  );
}

interface SideOptionProps {
  field: Field;
  side: Side;
  label: string;
  record: Record<string, unknown>;
  isTaken: boolean;
}

function SideOption({ field, side, label, record, isTaken }: SideOptionProps) {
  return (
    <Box
      sx={{
        border: 1,
        borderColor: isTaken ? 'primary.main' : 'divider',
        borderRadius: 1,
        px: 1.5,
        pb: 1.5,
        minWidth: 0,
      }}
    >
      <FormControlLabel value={side} control={<Radio size="small" />} label={label} />
      <Value field={field} record={record} />
    </Box>
  );
}

function Value({ field, record }: { field: Field; record: Record<string, unknown> }) {
  const { override } = useDescribed();
  return (
    <RecordContextProvider value={record}>
      <ShownField field={field} source={field.name} shown={override.cells?.[field.name]} hasLabel={false} />
    </RecordContextProvider>
  );
}

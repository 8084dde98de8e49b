import {
  Alert,
  Box,
  Button,
  MenuItem,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Import } from '#schemas/generated/types.ts';
import { TotalRows } from './LineReports.tsx';
import { ParsingOptions, parsingSettingsOf } from './ParsingOptions.tsx';
import { useImportChange } from './useImports.ts';

const names: Record<Import['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252',
};
const marks: Record<Import['separator'], string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Number of sample rows shown per column. */
const sampleRows = 3;

/** Column mapping of an import, with sample values. */
export function MappingForm({ imported, onClose }: { imported: Import; onClose: () => void }) {
  const { columns, encoding, separator, fields } = imported;
  const notify = useNotify();
  const [mapping, setMapping] = useState(imported.mapping);
  const [batch, setBatch] = useState(imported.batch);
  const [choices, setChoices] = useState(parsingSettingsOf(imported));
  const { mutate, isPending, error } = useImportChange(imported);
  const missing = fields.filter(({ name, isRequired }) => isRequired && !mapping.includes(name));
  const isEmpty = mapping.every((name) => name === null);
  const leftOut = mapping.filter((name) => name === null).length;
  const set = (index: number, name: string | null) =>
    setMapping(mapping.map((each, at) => (at === index ? name : each === name && name !== null ? null : each)));
  return (
    <>
      <Typography color="text.secondary">
        {`${columns.length} columns, ${names[encoding]}, separated by ${marks[separator]}.${leftOut > 0 ? ` ${leftOut === 1 ? 'One is' : `${leftOut} are`} skipped.` : ''}`}
      </Typography>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      <TextField
        label="Batch"
        helperText="Names these rows as a group, so you can hide or remove them together."
        value={batch}
        onChange={({ target }) => setBatch(target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        sx={{ maxWidth: 420 }}
      />
      <Columns imported={imported} mapping={mapping} onSet={set} />
      <ParsingOptions imported={imported} mapping={mapping} choices={choices} onChange={setChoices} />
      <TotalRows imported={{ ...imported, countTotals: choices.countTotals }} />
      {missing.length > 0 ? (
        <Alert severity="warning">{`Map a column to ${missing.map(({ label }) => label).join(', ')}.`}</Alert>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="contained"
          disabled={isPending || isEmpty || missing.length > 0 || batch.trim() === ''}
          onClick={() => mutate({ mapping, batch: batch.trim(), ...choices, status: 'running' })}
        >
          Import all rows
        </Button>
        <Button
          color="inherit"
          disabled={isPending}
          onClick={() =>
            mutate(
              { status: 'canceled' },
              { onSuccess: onClose, onError: ({ message }) => notify(message, { type: 'error' }) },
            )
          }
        >
          Cancel
        </Button>
      </Box>
    </>
  );
}

/** Columns and rows are identified by index, since names may repeat. */
const placeOf = (index: number) => `place ${index}`;

interface ColumnsProps {
  imported: Import;
  mapping: Import['mapping'];
  onSet: (index: number, name: string | null) => void;
}

function Columns({ imported: { columns, sample, fields }, mapping, onSet }: ColumnsProps) {
  return (
    <Box tabIndex={0} role="region" aria-label="Columns" sx={{ overflowX: 'auto', mx: -2 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Column</TableCell>
            <TableCell>Field</TableCell>
            <TableCell>Sample values</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map((column, index) => (
            <TableRow key={placeOf(index)}>
              <TableCell component="th" scope="row" sx={{ minWidth: 120, overflowWrap: 'anywhere' }}>
                {column}
              </TableCell>
              <TableCell sx={{ minWidth: 200 }}>
                <TextField
                  select
                  fullWidth
                  size="small"
                  margin="none"
                  value={mapping[index] ?? ''}
                  onChange={({ target }) => onSet(index, target.value || null)}
                  slotProps={{
                    select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': `Field for ${column}` } },
                  }}
                >
                  <MenuItem value="">Skip</MenuItem>
                  {fields.map(({ name, label, isRequired }) => (
                    <MenuItem key={name} value={name}>
                      {isRequired ? `${label} (required)` : label}
                    </MenuItem>
                  ))}
                </TextField>
              </TableCell>
              <TableCell sx={{ minWidth: 160, color: 'text.secondary' }}>
                {sample.slice(0, sampleRows).map(({ cells }, row) => (
                  <Box
                    key={placeOf(row)}
                    sx={{ maxWidth: 320, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                  >
                    {cells[index] || ' '}
                  </Box>
                ))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

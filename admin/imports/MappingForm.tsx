import {
  Alert,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
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

/** Parsing options of an import. */
type ParsingSettings = Pick<Import, 'decimalMark' | 'dateOrder' | 'dashIsZero' | 'serialDates' | 'countTotals'>;

/** Returns the parsing options of an import. */
const parsingSettingsOf = ({
  decimalMark,
  dateOrder,
  dashIsZero,
  serialDates,
  countTotals,
}: ParsingSettings): ParsingSettings => ({ decimalMark, dateOrder, dashIsZero, serialDates, countTotals });

const numberKinds = ['number', 'integer', 'money'];
const dateKinds = ['date', 'dateTime'];

interface ReadingOptionsProps {
  imported: Pick<Import, 'fields'>;
  mapping: Import['mapping'];
  choices: ParsingSettings;
  onChange: (choices: ParsingSettings) => void;
}

/**
 * Parsing options (decimal mark, date order, ...) that apply to the mapped fields. The server's guesses are the
 * defaults.
 */
function ParsingOptions({ imported: { fields }, mapping, choices, onChange }: ReadingOptionsProps) {
  const kinds = fields.filter(({ name }) => mapping.includes(name)).map(({ kind }) => kind);
  const hasKind = (accepted: string[]) => kinds.some((kind) => kind !== undefined && accepted.includes(kind));
  const set = (changes: Partial<ParsingSettings>) => onChange({ ...choices, ...changes });
  return (
    <Box component="section" aria-label="Parsing options" sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle2" component="h3">
        Parsing options
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1, alignItems: 'center' }}>
        {hasKind(numberKinds) ? (
          <>
            <TextField
              select
              size="small"
              margin="none"
              label="Decimal mark"
              value={choices.decimalMark}
              onChange={({ target }) => set({ decimalMark: target.value === ',' ? ',' : '.' })}
              sx={{ minWidth: 220 }}
            >
              <MenuItem value=".">Point (1,200.50)</MenuItem>
              <MenuItem value=",">Comma (1.200,50)</MenuItem>
            </TextField>
            <Choice label="Read a dash as 0" isOn={choices.dashIsZero} onChange={(dashIsZero) => set({ dashIsZero })} />
          </>
        ) : null}
        {hasKind(dateKinds) ? (
          <>
            <TextField
              select
              size="small"
              margin="none"
              label="Date format"
              value={choices.dateOrder}
              onChange={({ target }) => set({ dateOrder: target.value === 'DMY' ? 'DMY' : 'MDY' })}
              sx={{ minWidth: 220 }}
            >
              <MenuItem value="MDY">Month first (3/31/2026)</MenuItem>
              <MenuItem value="DMY">Day first (31/3/2026)</MenuItem>
            </TextField>
            <Choice
              label="Read Excel day numbers as dates (46112 is 3/31/2026)"
              isOn={choices.serialDates}
              onChange={(serialDates) => set({ serialDates })}
            />
          </>
        ) : null}
        <Choice
          label="Import rows that look like totals"
          isOn={choices.countTotals}
          onChange={(countTotals) => set({ countTotals })}
        />
      </Box>
    </Box>
  );
}

function Choice({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <FormControlLabel
      label={label}
      control={<Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} />}
    />
  );
}

/** Lines with errors, and how to fix each. */
export function InvalidLines({ imported: { problems, problemCount } }: { imported: Import }) {
  if (problems.length === 0) return null;
  return (
    <LineTable
      title="Lines with errors"
      heads={['Line', 'Column', 'Value', 'Error']}
      rows={problems.map(({ line, column, value, message }) => [line ? String(line) : '', column, value, message])}
      all={problemCount}
    />
  );
}

/** Imported rows that match no client, order or organization, so they are outside the tree. */
export function UnmatchedRows({ imported: { unmatched, unmatchedCount } }: { imported: Import }) {
  return (
    <>
      <Typography>
        {`${unmatchedCount.toLocaleString('en-US')} of them don't match any client, order, or organization, so no agency can see them.`}
      </Typography>
      <LineTable
        title="Unmatched rows"
        heads={['Line', 'Refers to']}
        rows={unmatched.map(({ line, value }) => [String(line), value])}
        all={unmatchedCount}
      />
    </>
  );
}

/** Rows that look like totals, and whether they are or were imported. */
export function TotalRows({ imported }: { imported: Import }) {
  const { totalRows, totalRowCount, countTotals, status } = imported;
  if (totalRowCount === 0) return null;
  const isOne = totalRowCount === 1;
  const rows = isOne ? '1 row looks like a total' : `${totalRowCount.toLocaleString('en-US')} rows look like totals`;
  const tense = status === 'draft' ? 'will be' : isOne ? 'was' : 'were';
  const outcome = countTotals ? 'imported, so amounts may count twice' : "skipped, so amounts don't count twice";
  return (
    <>
      <Alert severity={countTotals ? 'warning' : 'info'}>{`${rows} and ${tense} ${outcome}.`}</Alert>
      <LineTable
        title="Total rows"
        heads={['Line', 'Value']}
        rows={totalRows.map(({ line, value }) => [String(line), value])}
        all={totalRowCount}
      />
    </>
  );
}

interface LineTableProps {
  title: string;
  heads: string[];
  rows: string[][];
  /** Total number, of which `rows` may be a part. */
  all: number;
}

function LineTable({ title, heads, rows, all }: LineTableProps) {
  return (
    <Box>
      <Box tabIndex={0} role="region" aria-label={title} sx={{ overflow: 'auto', maxHeight: 360, mx: -2 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {heads.map((head) => (
                <TableCell key={head}>{head}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((cells) => (
              <TableRow key={cells.join('\n')}>
                {heads.map((head, index) => (
                  <TableCell key={head} sx={{ minWidth: 80, overflowWrap: 'anywhere' }}>
                    {cells[index]}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {all > rows.length ? (
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ mt: 1 }}
        >{`Showing the first ${rows.length} of ${all.toLocaleString('en-US')}.`}</Typography>
      ) : null}
    </Box>
  );
}

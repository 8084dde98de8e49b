import {
  Alert,
  Box,
  Button,
  Checkbox,
  Chip,
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
import { localTimeZone } from '#portal/forms/dates/days.ts';
import type { Import } from '#schemas/generated/types.ts';
import { CheckResult, countOf, FirstRows, placeOf, RepeatQuestion, TotalRows } from './ImportResult.tsx';
import { isUndoable, useImportChange } from './useImports.ts';

/** Number of sample rows shown per column. */
const sampleRows = 3;

interface MappingFormProps {
  imported: Import;
  onClose: () => void;
}

/** The choices of an import before it starts. Each choice is saved at once, and updates the first rows. */
export function MappingForm({ imported, onClose }: MappingFormProps) {
  const { mapping, fields, keys, status, previous, repeat, constants, faulty, onlyValid, resource } = imported;
  const { likelyDuplicates, duplicateCount } = imported;
  const notify = useNotify();
  const [batch, setBatch] = useState(imported.batch);
  const { mutate, isPending, error } = useImportChange(imported);
  const given = [...mapping, ...constants.map(({ field }) => field)];
  const missing = fields.filter(({ name, isRequired }) => isRequired && !given.includes(name));
  const isEmpty = mapping.every((name) => name === null);
  const isMatched = keys.length > 0;
  const isChecked = status === 'checked';
  const isReady = !isPending && !isEmpty && missing.length === 0 && batch.trim() !== '';
  const named = batch.trim() === imported.batch ? {} : { batch: batch.trim() };
  const isBlocked = isChecked && faulty > 0 && !onlyValid;
  const start = (next: 'checking' | 'running') => mutate({ ...named, status: next });
  const set = (index: number, name: string | null) =>
    mutate({
      mapping: mapping.map((each, at) => (at === index ? name : each === name && name !== null ? null : each)),
    });
  return (
    <>
      {error ? <Alert severity="error">{error.message}</Alert> : null}
      {isChecked ? <CheckResult imported={imported} onNames={(names) => mutate({ names })} /> : null}
      <RepeatQuestion imported={imported} onChange={(answer) => mutate({ repeat: answer })} />
      <FileOptions key={imported.revision} imported={imported} onChange={mutate} />
      <TextField
        label="Batch"
        helperText={`Names these rows as a group, so you can ${isUndoable(resource) ? 'undo the import' : 'hide or remove them together'}.`}
        value={batch}
        onChange={({ target }) => setBatch(target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        sx={{ maxWidth: 420 }}
      />
      {isMatched ? <MatchOptions imported={imported} onChange={mutate} /> : null}
      <Columns imported={imported} mapping={mapping} onSet={set} />
      <Constants imported={imported} onChange={mutate} />
      <ParsingOptions imported={imported} mapping={mapping} choices={imported} onChange={mutate} />
      <FirstRows imported={imported} />
      <TotalRows imported={imported} />
      {missing.length > 0 ? (
        <Alert severity="warning">{`Map a column to ${missing.map(({ label }) => label).join(', ')}.`}</Alert>
      ) : null}
      <Choice
        label="Import only the rows without errors"
        isOn={onlyValid}
        onChange={(isOn) => mutate({ onlyValid: isOn })}
      />
      {duplicateCount > 0 || likelyDuplicates === 'skip' ? (
        <Choice
          label="Skip rows that are likely duplicates"
          isOn={likelyDuplicates === 'skip'}
          onChange={(isOn) =>
            mutate({ likelyDuplicates: isOn ? 'skip' : 'create', ...(isChecked ? { status: 'checking' } : {}) })
          }
        />
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isMatched && !isChecked ? null : (
          <Button
            variant="contained"
            disabled={!isReady || isBlocked || (previous.length > 0 && repeat === null)}
            onClick={() => start('running')}
          >
            {startLabel(imported)}
          </Button>
        )}
        <Button
          variant={isMatched && !isChecked ? 'contained' : 'outlined'}
          color={isMatched && !isChecked ? 'primary' : 'inherit'}
          disabled={!isReady}
          onClick={() => start('checking')}
        >
          {isChecked ? 'Check again' : 'Check all rows'}
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

/** The label of the button that starts an import, with the rows that a checked one leaves out or likely creates twice. */
function startLabel({ status, rows, faulty, duplicateCount, likelyDuplicates }: Import): string {
  const isChecked = status === 'checked';
  const valid = isChecked && faulty > 0 ? `Import ${countOf(rows - faulty, 'valid row')}` : 'Import all rows';
  if (!isChecked || duplicateCount === 0) return valid;
  const duplicates = countOf(duplicateCount, 'likely duplicate');
  if (likelyDuplicates === 'create') return `${valid}, including ${duplicates}`;
  return `Import ${countOf(rows - faulty - duplicateCount, 'row')}, skip ${duplicates}`;
}

interface OptionsProps {
  imported: Import;
  onChange: (changes: Partial<Import>) => void;
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

/** A select field. */
function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      margin="none"
      label={label}
      value={value}
      onChange={({ target }) => {
        const option = options.find(([each]) => each === target.value);
        if (option) onChange(option[0]);
      }}
      sx={{ minWidth: 200 }}
    >
      {options.map(([each, name]) => (
        <MenuItem key={each} value={each}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const encodings = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16'],
  ['utf-16be', 'UTF-16 (big endian)'],
  ['windows-1252', 'Windows-1252'],
  ['macintosh', 'Mac Roman'],
] as const satisfies readonly (readonly [Import['encoding'], string])[];
const separators = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
  ['|', 'Vertical bar'],
] as const satisfies readonly (readonly [Import['separator'], string])[];
const headerLines = [
  ['1', 'One line'],
  ['2', 'Two lines'],
] as const;

/** How the file is read: its sheet, or encoding and separator, and the lines with the column names. */
function FileOptions({ imported, onChange }: OptionsProps) {
  const { encoding, separator, headerLine, sheets, sheet } = imported;
  const [line, setLine] = useState(String(headerLine));
  return (
    <Box component="section" aria-label="File" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1.5 }}>
      {sheets.length > 0 ? (
        <Select
          label="Sheet"
          value={sheet ?? ''}
          options={sheets.map((each) => [each, each] as const)}
          onChange={(each) => onChange({ sheet: each })}
        />
      ) : (
        <>
          <Select
            label="Encoding"
            value={encoding}
            options={encodings}
            onChange={(each) => onChange({ encoding: each })}
          />
          <Select
            label="Separator"
            value={separator}
            options={separators}
            onChange={(each) => onChange({ separator: each })}
          />
        </>
      )}
      <TextField
        size="small"
        margin="none"
        label="Header line"
        value={line}
        onChange={({ target }) => setLine(target.value.replace(/\D/g, '').slice(0, 3))}
        onBlur={() => {
          if (Number(line) >= 1 && Number(line) !== headerLine) onChange({ headerLine: Number(line) });
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        sx={{ width: 120 }}
      />
      <Select
        label="Column names in"
        value={imported.headerLines === 2 ? '2' : '1'}
        options={headerLines}
        onChange={(each) => onChange({ headerLines: Number(each) })}
      />
    </Box>
  );
}

const modes = [
  ['both', 'Add new and update existing records'],
  ['create', 'Add new records only'],
  ['update', 'Update existing records only'],
] as const satisfies readonly (readonly [Import['mode'], string])[];

/** Whether rows are new records, and how existing ones are found. */
function MatchOptions({ imported: { mode, key, keys, mapping, constants, fields }, onChange }: OptionsProps) {
  const given = [...mapping, ...constants.map(({ field }) => field)];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const options = [
    ['', 'Nothing: each row is new'] as const,
    ...keys.filter((each) => given.includes(each)).map((each) => [each, labels.get(each) ?? each] as const),
  ];
  return (
    <Box component="section" aria-label="Records" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1.5 }}>
      <Select label="Import as" value={mode} options={modes} onChange={(each) => onChange({ mode: each })} />
      <Select
        label="Match existing records by"
        value={key ?? ''}
        options={options}
        onChange={(each) => onChange({ key: each || null })}
      />
    </Box>
  );
}

/** Values for fields that no column has, the same for all rows. */
function Constants({ imported: { constants, fields, mapping }, onChange }: OptionsProps) {
  const [field, setField] = useState('');
  const [value, setValue] = useState('');
  const taken = [...mapping, ...constants.map((each) => each.field)];
  const free = fields.filter(({ name }) => name !== 'id' && !taken.includes(name));
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  const add = () => {
    onChange({ constants: [...constants, { field, value: value.trim() }] });
    setField('');
    setValue('');
  };
  return (
    <Box component="section" aria-label="Values for all rows" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {constants.map((each) => (
        <Chip
          key={each.field}
          label={`${labels.get(each.field) ?? each.field}: ${each.value}`}
          onDelete={() => onChange({ constants: constants.filter((other) => other !== each) })}
        />
      ))}
      {free.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Select
            label="Missing column"
            value={field}
            options={free.map(({ name, label }) => [name, label] as const)}
            onChange={setField}
          />
          <TextField
            fullWidth={false}
            size="small"
            margin="none"
            label="Value for all rows"
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
          <Button color="inherit" disabled={field === '' || value.trim() === ''} onClick={add}>
            Add value
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}

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
type ParsingSettings = Pick<
  Import,
  'decimalMark' | 'dateOrder' | 'timeZone' | 'dashIsZero' | 'serialDates' | 'countTotals'
>;

const numberKinds = ['number', 'integer', 'money'];
const dateKinds = ['date', 'dateTime'];

interface ReadingOptionsProps {
  imported: Pick<Import, 'fields'>;
  mapping: Import['mapping'];
  choices: ParsingSettings;
  onChange: (choices: Partial<ParsingSettings>) => void;
}

/**
 * Parsing options (decimal mark, date order, ...) that apply to the mapped fields. The server's guesses are the
 * defaults.
 */
function ParsingOptions({ imported: { fields }, mapping, choices, onChange }: ReadingOptionsProps) {
  const kinds = fields.filter(({ name }) => mapping.includes(name)).map(({ kind }) => kind);
  const hasKind = (accepted: string[]) => kinds.some((kind) => kind !== undefined && accepted.includes(kind));
  const set = onChange;
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
        {hasKind(['dateTime']) ? (
          <TextField
            select
            size="small"
            margin="none"
            label="Time zone of times"
            value={choices.timeZone}
            onChange={({ target }) => set({ timeZone: target.value })}
            sx={{ minWidth: 220 }}
          >
            {[...new Set([choices.timeZone, localTimeZone(), 'UTC'])].map((name) => (
              <MenuItem key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </MenuItem>
            ))}
          </TextField>
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

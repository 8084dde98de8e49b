import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  IconButton,
  TablePagination,
  TextField,
  Typography,
} from '@mui/material';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useInput } from 'react-admin';
import type { OptionList } from '#schemas/generated/types.ts';
import type { FieldProps } from '../generate/override.ts';
import { optionTable, parseOptionTable } from './parse-option-table.ts';

type ListOption = OptionList['options'][number];

const rowsPerPage = 50;

/** The options of a list: edited and ordered row by row, or all at once as a table from a spreadsheet or a file. */
export function OptionsInput({ source }: FieldProps) {
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useInput<ListOption[]>({ source, defaultValue: [] });
  const options: ListOption[] = Array.isArray(value) ? value : [];
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [isText, setText] = useState(false);
  const query = search.trim().toLowerCase();
  const found = options.flatMap((option, index) => (matches(option, query) ? [{ option, index }] : []));
  const first = Math.min(page, Math.max(0, Math.ceil(found.length / rowsPerPage) - 1));
  const put = (next: ListOption[]) => onChange(next);
  const move = (index: number, by: 1 | -1) => {
    const moved = options[index];
    if (moved) put(options.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  };
  if (isText)
    return (
      <TableText
        options={options}
        onApply={(next) => {
          put(next);
          setText(false);
        }}
        onClose={() => setText(false)}
      />
    );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ mr: 'auto' }} color="text.secondary">
          {options.length === 1 ? '1 option' : `${options.length.toLocaleString('en-US')} options`}
        </Typography>
        {options.length > rowsPerPage ? (
          <TextField
            size="small"
            label="Find an option"
            value={search}
            onKeyDown={preventSubmit}
            onChange={({ target }) => {
              setSearch(target.value);
              setPage(0);
            }}
          />
        ) : null}
        <Button variant="outlined" onClick={() => setText(true)}>
          Paste or import
        </Button>
      </Box>
      {error?.message ? <Typography color="error">{error.message}</Typography> : null}
      {found.slice(first * rowsPerPage, (first + 1) * rowsPerPage).map(({ option, index }) => (
        <OptionRow
          key={index}
          option={option}
          number={index + 1}
          isLast={index === options.length - 1}
          onChange={(next) => put(options.with(index, next))}
          onMove={(by) => move(index, by)}
          onRemove={() => put(options.toSpliced(index, 1))}
        />
      ))}
      {found.length > rowsPerPage ? (
        <TablePagination
          component="div"
          count={found.length}
          page={first}
          rowsPerPage={rowsPerPage}
          rowsPerPageOptions={[rowsPerPage]}
          onPageChange={(_event, next) => setPage(next)}
        />
      ) : null}
      <Box>
        <Button
          onClick={() => {
            setSearch('');
            setPage(Math.floor(options.length / rowsPerPage));
            put([...options, { value: '', inactive: false }]);
          }}
        >
          Add an option
        </Button>
      </Box>
    </Box>
  );
}

const matches = ({ value, label = '', group = '' }: ListOption, query: string): boolean =>
  query === '' || `${value} ${label} ${group}`.toLowerCase().includes(query);

/** Keeps Enter from submitting the page's form. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

interface OptionRowProps {
  option: ListOption;
  number: number;
  isLast: boolean;
  onChange: (option: ListOption) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

const optionTexts = [
  { key: 'value', label: 'Value' },
  { key: 'label', label: 'Label' },
  { key: 'group', label: 'Group' },
] as const;

function OptionRow({ option, number, isLast, onChange, onMove, onRemove }: OptionRowProps) {
  const name = `option ${number}`;
  return (
    <Box
      role="group"
      aria-label={`Option ${number}`}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'end' }}
    >
      {optionTexts.map(({ key, label }) => (
        <OptionText
          key={key}
          label={label}
          value={option[key] ?? ''}
          onChange={(typed) => {
            const { [key]: _, ...others } = option;
            // A value is always there, a label and a group only with a text.
            onChange(
              typed === '' && key !== 'value' ? { value: option.value, ...others } : { ...option, [key]: typed },
            );
          }}
        />
      ))}
      <FormControlLabel
        label="Inactive"
        sx={{ mr: 0 }}
        control={
          <Checkbox checked={option.inactive} onChange={(_event, inactive) => onChange({ ...option, inactive })} />
        }
      />
      <Box>
        <IconButton size="small" aria-label={`Move ${name} up`} disabled={number === 1} onClick={() => onMove(-1)}>
          <ArrowUpward fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDownward fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
}

/** A text that is stored when typing pauses or the input is left: each change copies the whole list. */
function OptionText({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string>();
  const store = useRef(onChange);
  useEffect(() => {
    store.current = onChange;
  });
  const commit = () => {
    if (typed === undefined) return;
    store.current(typed);
    setTyped(undefined);
  };
  useEffect(() => {
    if (typed === undefined) return undefined;
    const later = setTimeout(() => {
      store.current(typed);
      setTyped(undefined);
    }, typingPause);
    return () => clearTimeout(later);
  }, [typed]);
  return (
    <TextField
      size="small"
      label={label}
      value={typed ?? value}
      sx={{ flex: label === 'Label' ? '2 1 112px' : '1 1 96px' }}
      onKeyDown={preventSubmit}
      onBlur={commit}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

const typingPause = 250;

interface TableTextProps {
  options: readonly ListOption[];
  onApply: (options: ListOption[]) => void;
  onClose: () => void;
}

/** A text area and a file input for a table of options, which are added to the list or replace it. */
function TableText({ options, onApply, onClose }: TableTextProps) {
  const [text, setText] = useState('');
  const id = useId();
  const added = parseOptionTable(
    text,
    options.map(({ value }) => value),
  );
  const all = parseOptionTable(text, []);
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) setText(await file.text());
  };
  const count = (options: readonly ListOption[]) =>
    options.length === 1 ? '1 option' : `${options.length.toLocaleString('en-US')} options`;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        label="Options (one per line)"
        multiline
        minRows={8}
        maxRows={24}
        value={text}
        autoFocus
        helperText="Value, label, group and inactive, from a spreadsheet or a CSV file. A first line with these names may order them differently."
        onChange={({ target }) => setText(target.value)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button component="label" htmlFor={id} variant="outlined" color="inherit">
          Choose a file
        </Button>
        <Box
          component="input"
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-label="A file with options"
          onChange={read}
          sx={{ position: 'absolute', width: '1px', height: '1px', opacity: 0 }}
        />
        {options.length > 0 ? (
          <Button variant="outlined" color="inherit" onClick={() => setText(optionTable(options))}>
            Insert the current options
          </Button>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          variant="contained"
          disabled={added.options.length === 0}
          onClick={() => onApply([...options, ...added.options])}
        >
          {`Add ${count(added.options)}`}
        </Button>
        <Button variant="outlined" disabled={all.options.length === 0} onClick={() => onApply(all.options)}>
          {`Replace all by ${count(all.options)}`}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <Typography role="status" color="text.secondary">
          {added.skipped > 0 ? `${added.skipped.toLocaleString('en-US')} of them are in the list already` : ''}
        </Typography>
      </Box>
    </Box>
  );
}

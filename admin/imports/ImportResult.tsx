import {
  Alert,
  Autocomplete,
  Box,
  Button,
  FormControlLabel,
  Radio,
  RadioGroup,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Import } from '#schemas/generated/types.ts';
import { catalogue } from '../generate/catalogue.ts';
import { formatDateTime } from '../generate/format-value.ts';
import { download, request } from '../provider/http.ts';
import { LineTable } from './MappingForm.tsx';

const number = (count: number) => count.toLocaleString('en-US');

/** What the check of an import found: the number of rows by outcome, the first changes, the errors and unknown names. */
export function CheckResult({ imported, onNames }: { imported: Import; onNames?: (names: Import['names']) => void }) {
  const { created, updated, unchanged, faulty, skipped, emptyRows } = imported;
  const counts = [
    ['New', created],
    ['Changed', updated],
    ['Unchanged', unchanged],
    ['With errors', faulty],
    ['Skipped', skipped],
    ['Empty', emptyRows],
  ] as const;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box component="dl" aria-label="Rows" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, m: 0 }}>
        {counts.map(([label, count]) => (
          <Box key={label}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {label}
            </Typography>
            <Typography component="dd" variant="h6" sx={{ m: 0 }}>
              {number(count)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Changes imported={imported} />
      <ProblemGroups imported={imported} />
      {onNames && imported.unknownNames.length > 0 ? <UnknownNames imported={imported} onNames={onNames} /> : null}
    </Box>
  );
}

function Changes({ imported: { changes, updated } }: { imported: Import }) {
  if (changes.length === 0) return null;
  return (
    <LineTable
      title="Changes"
      heads={['Line', 'Record', 'Field', 'Before', 'After']}
      rows={changes.flatMap(({ line, name, fields }) =>
        fields.map(({ field, from, to }) => [String(line), name, field, from, to]),
      )}
      all={changes.length < updated ? updated : 0}
    />
  );
}

/** Errors by column and cause, with a suggested fix. */
export function ProblemGroups({ imported }: { imported: Import }) {
  const { id, problemGroups, file, faulty } = imported;
  const notify = useNotify();
  if (problemGroups.length === 0) return null;
  const save = async () => {
    try {
      await download(`/api/imports/${id}/faulty.csv`);
    } catch (error) {
      notify(`Download failed: ${error instanceof Error ? error.message : String(error)}`, { type: 'error' });
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <LineTable
        title="Errors by cause"
        heads={['Column', 'Error', 'Count', 'First lines', 'Values', 'What to do']}
        rows={problemGroups.map(({ column, message, count, lines, values, fix }) => [
          ...[column, message, number(count), lines.filter((line) => line > 0).join(', ')],
          ...[values.join(', '), fix],
        ])}
        all={0}
      />
      {file && faulty > 0 ? (
        <Button color="inherit" variant="outlined" size="small" onClick={() => void save()}>
          Download rows with errors
        </Button>
      ) : null}
    </Box>
  );
}

interface UnknownNamesProps {
  imported: Import;
  onNames: (names: Import['names']) => void;
}

/** Names that no record has. Each is mapped once, to a record or to nothing. */
function UnknownNames({ imported: { unknownNames, names }, onNames }: UnknownNamesProps) {
  const isSame = (one: { type: string; text: string }, other: { type: string; text: string }) =>
    one.type === other.type && one.text === other.text;
  const set = (chosen: Import['names'][number]) => onNames([...names.filter((each) => !isSame(each, chosen)), chosen]);
  return (
    <Box tabIndex={0} role="region" aria-label="Unknown names" sx={{ overflowX: 'auto', mx: -2 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Unknown name</TableCell>
            <TableCell align="right">Rows</TableCell>
            <TableCell>Refers to</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {unknownNames.map(({ type, text, count }) => (
            <TableRow key={`${type} ${text}`}>
              <TableCell component="th" scope="row" sx={{ minWidth: 140, overflowWrap: 'anywhere' }}>
                {text}
              </TableCell>
              <TableCell align="right">{number(count)}</TableCell>
              <TableCell sx={{ minWidth: 280 }}>
                <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
                  <RecordChoice type={type} text={text} onChange={(record) => set({ type, text, record })} />
                  <Button size="small" color="inherit" onClick={() => set({ type, text, record: null })}>
                    Leave empty
                  </Button>
                </Box>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

interface RecordChoiceProps {
  type: string;
  text: string;
  onChange: (record: string) => void;
}

interface Option {
  id: string;
  label: string;
}

function RecordChoice({ type, text, onChange }: RecordChoiceProps) {
  const [search, setSearch] = useState('');
  const path = catalogue.find(({ name }) => name === type)?.path;
  const { data = [], isFetching } = useQuery({
    queryKey: ['import-names', path, search],
    enabled: path !== undefined,
    queryFn: async ({ signal }): Promise<Option[]> => {
      const query = new URLSearchParams({ limit: '20', ...(search ? { search } : {}) });
      const { json } = await request(`/api/${path}?${query}`, { signal });
      return json.results.map((each: { id: string; name?: string }) => ({ id: each.id, label: each.name ?? each.id }));
    },
  });
  return (
    <Autocomplete
      size="small"
      sx={{ flex: 1, minWidth: 180 }}
      options={data}
      loading={isFetching}
      filterOptions={(options) => options}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onInputChange={(_event, value, reason) => {
        if (reason === 'input') setSearch(value);
      }}
      onChange={(_event, option) => {
        if (option) onChange(option.id);
      }}
      renderInput={(params) => <TextField {...params} margin="none" label={`Record for ${text}`} />}
    />
  );
}

interface RepeatQuestionProps {
  imported: Import;
  onChange: (repeat: NonNullable<Import['repeat']>) => void;
}

const answers = [
  ['skip', 'Skip: import nothing'],
  ['replace', 'Replace the earlier batch'],
  ['add', 'Import again, in addition'],
] as const;

/** Asks what to do with data that were imported before. */
export function RepeatQuestion({ imported: { previous, repeat, keys }, onChange }: RepeatQuestionProps) {
  const [first] = previous;
  if (!first) return null;
  const what = first.same === 'bytes' ? 'This file was' : 'A batch with this name was';
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { display: 'grid', gap: 1 } }}>
      <span>
        {`${what} already imported${first.by ? ` by ${first.by}` : ''} on ${formatDateTime(first.at)}, as batch ${first.batch}.`}
      </span>
      <RadioGroup
        aria-label="If imported before"
        value={repeat ?? ''}
        onChange={(_event, value) => {
          const answer = answers.find(([each]) => each === value);
          if (answer) onChange(answer[0]);
        }}
      >
        {answers.map(([value, label]) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" />}
            label={value === 'add' && keys.length > 0 ? 'Import again; existing records are matched' : label}
          />
        ))}
      </RadioGroup>
    </Alert>
  );
}

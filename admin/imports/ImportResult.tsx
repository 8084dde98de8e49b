import {
  Alert,
  Autocomplete,
  Box,
  Button,
  FormControlLabel,
  Link,
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
import { Link as RouterLink } from 'react-router-dom';
import { maxComparedNames } from '#schemas/clients/duplicates.ts';
import type { Import } from '#schemas/generated/types.ts';
import { catalogue, resourceByName } from '../generate/catalogue.ts';
import { formatDateTime } from '../generate/format-value.ts';
import { download, request } from '../provider/http.ts';

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
      {imported.isNameSearchPartial ? <NameSearchLimit imported={imported} /> : null}
      <LikelyDuplicates imported={imported} />
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

/** Says that likely duplicates may be missing. Only clients are compared by name. */
function NameSearchLimit({ imported: { status } }: { imported: Import }) {
  const verb = status === 'done' ? 'were' : 'are';
  return (
    <Alert severity="info">
      {`There are more clients than can be compared at once: names ${verb} compared with the first ${maxComparedNames.toLocaleString('en-US')} only, so some similar names may be missing here. Phone numbers, websites, and e-mail addresses ${verb} compared with all clients.`}
    </Alert>
  );
}

/** New rows that are likely the same as an existing record or an earlier row, by reason. */
function LikelyDuplicates({ imported }: { imported: Import }) {
  const { duplicateGroups, duplicateCount, likelyDuplicates, resource, status } = imported;
  const path = resourceByName(resource)?.path;
  if (duplicateCount === 0) return null;
  const isDone = status === 'done';
  const outcome = {
    create: isDone ? 'They were created.' : 'They will be created unless you skip them.',
    skip: isDone ? 'They were skipped.' : 'They will be skipped.',
  }[likelyDuplicates];
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Alert severity={isDone ? 'info' : 'warning'}>
        {`${countOf(duplicateCount, 'new row')} ${duplicateCount === 1 ? 'is likely a duplicate' : 'are likely duplicates'}. ${outcome}`}
      </Alert>
      {duplicateGroups.map(({ reason, count, rows }) => (
        <LineTable
          key={reason}
          title={`${reason}: ${countOf(count, 'row')}`}
          isTitleShown
          heads={['Line', 'Name', 'Likely the same as']}
          rows={rows.map(({ line, name, otherName, otherRecord, otherLine }) => [
            String(line),
            name,
            otherRecord ? { text: otherName, to: `/${path}/${otherRecord}` } : `${otherName}, line ${otherLine}`,
          ])}
          all={count}
        />
      ))}
    </Box>
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

const repeated: Record<Import['previous'][number]['same'], string> = {
  bytes: 'This file was',
  batch: 'A batch with this name was',
  keys: 'The same records were',
};

/** Asks what to do with data that were imported before. */
export function RepeatQuestion({ imported: { previous, repeat, keys }, onChange }: RepeatQuestionProps) {
  const [first] = previous;
  if (!first) return null;
  const others = previous.reduce((sum, each) => sum + (each.others ?? 0), 0);
  // A batch that was renamed after the check, or not checked yet, is not counted.
  const isCounted = previous.every((each) => typeof each.others === 'number');
  const labelOf = (value: string, label: string) => {
    if (keys.length === 0 || value === 'skip') return label;
    if (value === 'add') return 'Import again; existing records are matched';
    if (!isCounted) return `${label}, and delete its records that are not in this file`;
    if (others === 0) return label;
    return `${label}, and delete ${countOf(others, 'record')} that ${others === 1 ? 'is' : 'are'} not in this file`;
  };
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { display: 'grid', gap: 1 } }}>
      <span>
        {`${repeated[first.same]} already imported${first.by ? ` by ${first.by}` : ''} on ${formatDateTime(first.at)}, as batch ${first.batch}.`}
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
          <FormControlLabel key={value} value={value} control={<Radio size="small" />} label={labelOf(value, label)} />
        ))}
      </RadioGroup>
    </Alert>
  );
}

/** A count with its noun: '1 row', '2 rows'. */
export const countOf = (number: number, one: string) =>
  `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`;

/** Columns and rows are identified by index, since names may repeat. */
export const placeOf = (index: number) => `place ${index}`;

/** The first rows as they are read, with the errors of their cells. */
export function FirstRows({ imported: { sample, columns } }: { imported: Import }) {
  const faulty = sample.filter(({ problems = [] }) => problems.length > 0);
  // A cell after the last column is shown if it has an error.
  const width = Math.max(
    columns.length,
    ...faulty.flatMap(({ problems = [] }) => problems.map(({ column }) => column + 1)),
  );
  const shown = Array.from({ length: width }, (_, index) => columns[index] ?? `Column ${index + 1}`);
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {faulty.length > 0 ? `First rows, ${faulty.length} with errors` : 'First rows'}
      </Typography>
      <Box tabIndex={0} role="region" aria-label="First rows" sx={{ overflow: 'auto', maxHeight: 320, mx: -2 }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>Line</TableCell>
              {shown.map((column, index) => (
                <TableCell key={placeOf(index)}>{column}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {sample.map(({ line, cells, problems = [] }, row) => (
              <TableRow key={placeOf(row)}>
                <TableCell sx={{ verticalAlign: 'top' }}>{line}</TableCell>
                {shown.map((_column, index) => {
                  const problem = problems.find(({ column }) => column === index);
                  return (
                    <TableCell
                      key={placeOf(index)}
                      sx={{ verticalAlign: 'top', ...(problem ? { color: 'error.main' } : {}) }}
                    >
                      <Box sx={{ width: 'max-content', maxWidth: 240, overflowWrap: 'anywhere' }}>{cells[index]}</Box>
                      {problem ? (
                        <Typography variant="caption" component="div" color="error">
                          {problem.message}
                        </Typography>
                      ) : null}
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
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

type Cell = string | { text: string; to: string };

const cellText = (cell: Cell | undefined): string => (typeof cell === 'object' ? cell.text : (cell ?? ''));

interface LineTableProps {
  title: string;
  /** Whether the title stands above the table, not only in the name of its region. */
  isTitleShown?: boolean;
  heads: string[];
  /** Texts, or links to records. */
  rows: Cell[][];
  /** Total number, of which `rows` may be a part. */
  all: number;
}

/** A table of texts, in a region with a title. */
function LineTable({ title, isTitleShown = false, heads, rows, all }: LineTableProps) {
  return (
    <Box>
      {isTitleShown ? (
        <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
          {title}
        </Typography>
      ) : null}
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
              <TableRow key={cells.map(cellText).join('\n')}>
                {heads.map((head, index) => (
                  <TableCell key={head} sx={{ minWidth: 80, overflowWrap: 'anywhere' }}>
                    <CellText cell={cells[index]} />
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

function CellText({ cell }: { cell: Cell | undefined }) {
  if (typeof cell !== 'object') return cell;
  return (
    <Link component={RouterLink} to={cell.to}>
      {cell.text}
    </Link>
  );
}

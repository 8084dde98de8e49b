import { Alert, Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { Import } from '#schemas/generated/types.ts';

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

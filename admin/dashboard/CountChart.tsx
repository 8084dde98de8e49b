import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { Bars } from '../charts/Bars.tsx';
import { Part } from '../frame/Part.tsx';
import { type Count, wordsOfCount } from './useDashboard.ts';

export interface Counted extends Count {
  /** What the chart has room for. */
  short?: string;
  label: string;
  /** The list of what is counted. */
  to: string;
}

interface CountChartProps {
  title: string;
  /** What the table calls what is counted by. */
  by: string;
  rows: Counted[];
  empty: string;
  note?: string;
}

/** How much there is of each: bars, and the same as a table whose rows lead to their lists. */
export function CountChart({ title, by, rows, empty, note }: CountChartProps) {
  const navigate = useNavigate();
  const isEmpty = rows.every(({ count }) => count === 0);
  return (
    <Part title={title}>
      {note ? (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {note}
        </Typography>
      ) : null}
      {isEmpty ? (
        <Typography color="text.secondary">{empty}</Typography>
      ) : (
        <>
          <Bars
            labels={rows.map(({ short, label }) => short ?? label)}
            series={[{ label: title, data: rows.map(({ count }) => count), colour: 'var(--accent)' }]}
            text={(count) => count.toLocaleString('en-US')}
            height={200}
            onPick={(index) => {
              const to = rows[index]?.to;
              if (to) void navigate(to);
            }}
          />
          <CountTable title={title} by={by} rows={rows} />
        </>
      )}
    </Part>
  );
}

/** Numbers under what they count, each a way to its list. */
export function CountTable({ title, by, rows }: Pick<CountChartProps, 'title' | 'by' | 'rows'>) {
  return (
    <Box
      component="table"
      aria-label={title}
      sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 13, '& th, & td': { py: 0.5, fontWeight: 400 } }}
    >
      <thead>
        <Box component="tr" sx={{ color: 'text.secondary' }}>
          <Box component="th" scope="col" sx={{ textAlign: 'left' }}>
            {by}
          </Box>
          <Box component="th" scope="col" sx={{ textAlign: 'right' }}>
            Orders
          </Box>
        </Box>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.to}>
            <Box component="th" scope="row" sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}>
              <Link component={RouterLink} to={row.to} color="text.primary" underline="always">
                {row.label}
              </Link>
            </Box>
            <Box component="td" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {wordsOfCount(row)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

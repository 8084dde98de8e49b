import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { ChartBars } from '../charts/Bars.tsx';
import { PageSection } from '../frame/PageSection.tsx';
import { type BoundedCount, formatCount } from './useDashboard.ts';

interface CountChartRow extends BoundedCount {
  /** Label for the axis, if the full one is too long. */
  short?: string;
  label: string;
  /** Address of the list of the counted records. */
  to: string;
}

interface CountChartProps {
  title: string;
  /** Header of the table's label column. */
  by: string;
  rows: CountChartRow[];
  empty: string;
  note?: string;
}

/** Bar chart with counts, and the same numbers as a table whose rows link to the lists. */
export function CountChart({ title, by, rows, empty, note }: CountChartProps) {
  const navigate = useNavigate();
  const isEmpty = rows.every(({ count }) => count === 0);
  return (
    <PageSection title={title}>
      {note ? (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {note}
        </Typography>
      ) : null}
      {isEmpty ? (
        <Typography color="text.secondary">{empty}</Typography>
      ) : (
        <>
          <ChartBars
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
    </PageSection>
  );
}

/** Table of counts; each row links to its list. */
function CountTable({ title, by, rows }: Pick<CountChartProps, 'title' | 'by' | 'rows'>) {
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
              {formatCount(row)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

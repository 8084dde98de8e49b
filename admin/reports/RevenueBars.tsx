import { Box, Typography } from '@mui/material';
import { Part } from '../frame/Part.tsx';
import { type Group, money } from './report-summary.ts';

interface RevenueBarsProps {
  title: string;
  groups: Group[];
}

/** Revenue and net revenue by group: a table whose figures have bars, so that it is read as well as seen. */
export function RevenueBars({ title, groups }: RevenueBarsProps) {
  const most = Math.max(1, ...groups.flatMap(({ revenue, netRevenue }) => [revenue, netRevenue]));
  return (
    <Part title={title}>
      {groups.length === 0 ? <Typography color="text.secondary">No rows.</Typography> : null}
      <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 13 }} aria-label={title}>
        <thead>
          <Box component="tr" sx={{ '& th': { fontWeight: 600, color: 'text.secondary', pb: 1, textAlign: 'left' } }}>
            <th scope="col">Group</th>
            <th scope="col">
              <Legend color="var(--accent)" label="Revenue" />
              <Legend color="var(--text-soft)" label="Net revenue" />
            </th>
          </Box>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Box key={group.value} component="tr" sx={{ verticalAlign: 'top' }}>
              <Box
                component="th"
                scope="row"
                sx={{ width: '32%', pr: 1.5, py: 0.75, textAlign: 'left', fontWeight: 400, overflowWrap: 'anywhere' }}
              >
                {group.value || 'Not said'}
              </Box>
              <Box component="td" sx={{ py: 0.75 }}>
                <Bar amount={group.revenue} most={most} color="var(--accent)" label="Revenue" />
                <Bar amount={group.netRevenue} most={most} color="var(--text-soft)" label="Net revenue" />
              </Box>
            </Box>
          ))}
        </tbody>
      </Box>
    </Part>
  );
}

function Legend({ color, label }: { color: string; label: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, mr: 2 }}>
      <Box component="span" aria-hidden sx={{ width: 10, height: 10, bgcolor: color, borderRadius: 0.5 }} />
      {label}
    </Box>
  );
}

interface BarProps {
  amount: number;
  most: number;
  color: string;
  label: string;
}

/** A bar as long as the amount is large, with the amount after it. */
function Bar({ amount, most, color, label }: BarProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 18 }} title={label}>
      <Box sx={{ flex: '1 1 auto', minWidth: 0 }} aria-hidden>
        <Box
          sx={{
            width: `${(100 * Math.max(0, amount)) / most}%`,
            height: 10,
            bgcolor: color,
            borderRadius: 0.5,
            minWidth: 2,
          }}
        />
      </Box>
      <Box component="span" sx={{ flex: '0 0 96px', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        {money(amount)}
      </Box>
    </Box>
  );
}

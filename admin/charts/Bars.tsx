import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';

export interface ChartBarsProps {
  /** Category labels of the x axis. */
  labels: string[];
  series: { label: string; data: number[]; colour: string }[];
  text: (value: number) => string;
  /** Called with the index of the clicked bar. */
  onPick?: (index: number) => void;
  height?: number;
}

/**
 * Bar chart, hidden from screen readers. Show a table of the same numbers beside it, for keyboard and screen reader
 * users.
 */
export function ChartBars({ labels, series, text, onPick, height = 240 }: ChartBarsProps) {
  const { palette } = useTheme();
  return (
    <Box aria-hidden sx={{ '& .MuiBarElement-root': onPick ? { cursor: 'pointer' } : {} }}>
      <BarChart
        height={height}
        disableKeyboardNavigation
        skipAnimation
        margin={{ left: 8, right: 8, top: 8, bottom: 8 }}
        grid={{ horizontal: true }}
        xAxis={[{ data: labels, scaleType: 'band', height: 48, tickLabelStyle: { fill: palette.text.secondary } }]}
        yAxis={[{ width: 72, valueFormatter: (value: number) => compact.format(value) }]}
        series={series.map(({ label, data, colour }) => ({
          label,
          data,
          color: colour,
          valueFormatter: (value) => (value === null ? '' : text(value)),
        }))}
        hideLegend={series.length < 2}
        onItemClick={(_event, { dataIndex }) => dataIndex !== undefined && onPick?.(dataIndex)}
      />
    </Box>
  );
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

import { Box, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';

export interface BarsProps {
  /** What each place of the axis is called. */
  labels: string[];
  series: { label: string; data: number[]; colour: string }[];
  text: (value: number) => string;
  /** A press on a bar of that place. */
  onPick?: (index: number) => void;
  height?: number;
}

/**
 * Bars over places of an axis, for the eye and the pointer alone: whoever shows them has the same as a table beside it, which keys and
 * screen readers go through.
 */
export function Bars({ labels, series, text, onPick, height = 240 }: BarsProps) {
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

import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useState } from 'react';
import type { Form, FormBacktest, JsonMap } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { RuleCoverage } from './RuleCoverage.tsx';
import { useBacktest } from './useBacktest.ts';

const TriedOrder = lazyComponent(async () => (await import('./BacktestOrderDialog.tsx')).BacktestOrderDialog, {
  isDialog: true,
});

/**
 * Backtest of a formSchema: runs it against the form's last orders and reports which would be rejected or pass, and what
 * each rule did.
 */
export function BacktestSection({ form, formSchema }: { form: Form; formSchema: JsonMap }) {
  const { backtest, startError, start, cancel } = useBacktest(form);
  const [shownRow, setShownRow] = useState<FormBacktest['rows'][number] | null>(null);
  const isRunning = backtest?.status === 'running';
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {startError ? <Alert severity="error">{startError}</Alert> : null}
      {backtest && isRunning ? <Progress backtest={backtest} /> : null}
      <Box role="status" sx={{ typography: 'body2' }}>
        {backtest
          ? backtestSummary(backtest)
          : "Test this version on the last 500 orders of this form. The orders won't change."}
      </Box>
      <Box>
        {isRunning ? (
          <Button size="small" color="inherit" onClick={() => void cancel()}>
            Cancel test
          </Button>
        ) : (
          <Button size="small" variant="outlined" onClick={() => void start(formSchema)}>
            {backtest ? 'Test again' : 'Test on recent orders'}
          </Button>
        )}
      </Box>
      {backtest && backtest.rows.length > 0 ? <Rows rows={backtest.rows} onTry={setShownRow} /> : null}
      {backtest && backtest.coverage.length > 0 ? <RuleCoverage backtest={backtest} /> : null}
      {shownRow ? <TriedOrder order={shownRow} formSchema={formSchema} onClose={() => setShownRow(null)} /> : null}
    </Box>
  );
}

function Progress({ backtest: { done, total } }: { backtest: FormBacktest }) {
  const share = total ? (100 * done) / total : 0;
  return (
    <LinearProgress
      variant={total === null ? 'indeterminate' : 'determinate'}
      value={share}
      aria-label="Orders tested"
    />
  );
}

/** Summarizes a backtest in a sentence. */
export function backtestSummary({ status, done, total, refused, passing }: FormBacktest): string {
  if (status === 'running') return total === null ? 'Starting…' : `${done} of ${total} orders tested.`;
  if (status === 'failed') return 'The test failed. Try again.';
  const over = status === 'canceled' ? `Canceled after ${orderCountText(done)}` : `Tested ${orderCountText(done)}`;
  if (done === 0) return status === 'canceled' ? 'Canceled.' : 'There are no orders on this form that you can view.';
  if (refused + passing === 0) return `${over}: none would have a different result.`;
  return `${over}: ${refused} that ${refused === 1 ? 'passes' : 'pass'} now would be rejected, and ${passing} would newly pass.`;
}

/** '1 order', '2 orders'. */
export const orderCountText = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;

/** Page size. */
const page = 25;

function Rows({ rows, onTry }: { rows: FormBacktest['rows']; onTry: (row: FormBacktest['rows'][number]) => void }) {
  const [limit, setLimit] = useState(page);
  return (
    <>
      <Box component="ul" aria-label="Orders with a different result" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.slice(0, limit).map((row) => (
          <Row key={row.order} row={row} onTry={() => onTry(row)} />
        ))}
      </Box>
      {rows.length > limit ? (
        <Button size="small" onClick={() => setLimit(limit + page)} sx={{ justifySelf: 'start' }}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function Row({ row, onTry }: { row: FormBacktest['rows'][number]; onTry: () => void }) {
  const { refCode, status, outcome, reasons, more } = row;
  const isRejected = outcome === 'refused';
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 0.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">
          <strong>{refCode}</strong> (<span>{status.toLowerCase()}</span>){' '}
          <span>{isRejected ? 'would be rejected:' : 'would pass, but is rejected now:'}</span>
        </Typography>
        {reasons.map(({ path, label, message }) => (
          <Typography key={`${path} ${message}`} variant="body2" color="text.secondary">
            {`${label}: ${message}`}
          </Typography>
        ))}
        {more > 0 ? <Typography variant="body2" color="text.secondary">{`and ${more} more`}</Typography> : null}
      </Box>
      <Button size="small" onClick={onTry} aria-label={`View order ${refCode} in form`}>
        View in form
      </Button>
    </Box>
  );
}

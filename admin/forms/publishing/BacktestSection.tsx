import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { ruleWords } from '#schemas/designing/rules.ts';
import type { Form, FormBacktest, JsonMap } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { backtestSummary, ruleResultText, useBacktest } from './useBacktest.ts';

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

/** Rule coverage of a backtest: what each rule did, and which lines never ran. */
function RuleCoverage({ backtest: { coverage, done } }: { backtest: FormBacktest }) {
  const silent = coverage.filter(({ ran, neverRan }) => ran === 0 || neverRan.length > 0).length;
  return (
    <Box component="details">
      <Box component="summary" sx={{ typography: 'body2', cursor: 'pointer' }}>
        {`Coverage of ${coverage.length === 1 ? 'the rule' : `${coverage.length} rules`}${silent > 0 ? `: ${silent} with lines that never ran` : ''}`}
      </Box>
      <Box component="ul" aria-label="Rule coverage" sx={{ m: 0, mt: 0.5, pl: 2.5, typography: 'body2' }}>
        {coverage.map((script) => (
          <li key={script.path}>
            <span>{script.label}</span>, <span>{ruleWords[script.kind].toLowerCase()}</span>:{' '}
            <span>{ruleResultText(script, done)}</span>
            {script.ran > 0 && script.neverRan.length > 0 ? (
              <Typography variant="body2" color="text.secondary">
                {`${script.neverRan.length === 1 ? 'Line' : 'Lines'} ${script.neverRan.join(', ')} never ran.`}
              </Typography>
            ) : null}
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Section of a dialog with a heading. */
export function DialogSection({ title, children }: { title: string; children: ElementSlot }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} variant="h3" sx={{ typography: 'subtitle2', mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { ruleWords } from '#schemas/designing/rules.ts';
import type { Form, FormBacktest, JsonMap } from '#schemas/generated/types.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import { request } from '../../provider/http.ts';

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

type Script = FormBacktest['coverage'][number];

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

/** Summarizes what a rule did over `done` orders. */
export function ruleResultText({ kind, ran, refused, shown, hidden }: Script, done: number): string {
  if (ran === 0) return 'never ran';
  if (kind === 'validation') return `rejected ${refused} of ${done}`;
  if (kind === 'condition') return `shown in ${shown}, hidden in ${hidden} of ${done}`;
  return `calculated in ${ran} of ${done}`;
}

/** Polling interval in milliseconds. */
const pollInterval = 700;

/** How many recent backtests are searched for one that is done. */
const searchLimit = 5;

/** Query for the form's latest completed backtest that the user may read; null if none of the recent ones is done. */
export const latestBacktestQuery = (form: string | undefined) =>
  queryOptions({
    queryKey: ['form-backtest', 'last', form],
    queryFn: async ({ signal }): Promise<FormBacktest | null> => {
      const url = `/api/forms/${form}/backtests?limit=${searchLimit}&columns=status,coverage,done,endedAt`;
      const { results }: { results: FormBacktest[] } = (await request(url, { signal })).json;
      return results.find(({ status }) => status === 'done') ?? null;
    },
    enabled: form !== undefined,
  });

/** Starts, polls and cancels a backtest, which runs as a server job. */
export function useBacktest({ id: form }: Pick<Form, 'id'>) {
  const cache = useQueryClient();
  const [id, setId] = useState<string>();
  const [startError, setStartError] = useState<string>();
  const at = `/api/forms/${form}/backtests`;
  const key = ['form-backtest', id];
  const { data: backtest, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<FormBacktest> => (await request(`${at}/${id}`, { signal })).json,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollInterval : false),
  });
  const call = async (url: string, method: string, body: object) => {
    setStartError(undefined);
    try {
      const { json } = await request(url, { method, body: JSON.stringify(body) });
      cache.setQueryData(['form-backtest', json.id], json);
      setId(json.id);
    } catch (failure) {
      setStartError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return {
    backtest,
    startError: startError ?? error?.message,
    start: (formSchema: JsonMap) => call(at, 'POST', { formSchema }),
    cancel: () => call(`${at}/${id}`, 'PATCH', { status: 'canceled' }),
  };
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

import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type Design, serializeDesign } from '#schemas/designing/design.ts';
import type { FormRule } from '#schemas/designing/rules.ts';
import type { Form, FormBacktest } from '#schemas/generated/types.ts';
import { formatDateTime } from '../../../generate/format-value.ts';
import { backtestSummary, orderCountText } from '../../publishing/BacktestSection.tsx';
import { ruleResultText } from '../../publishing/RuleCoverage.tsx';
import { latestBacktestQuery, useBacktest } from '../../publishing/useBacktest.ts';

/** Results of the form's latest backtest, per rule. */
interface RuleRecord extends Pick<ReturnType<typeof useBacktest>, 'backtest' | 'refusal'> {
  /** The backtest that the results come from; null if there is none. */
  latest: FormBacktest | null;
  start: () => void;
  resultOf: (rule: Pick<FormRule, 'id' | 'kind'>) => string | undefined;
}

/**
 * Loads the latest backtest of the form and can start a new one with the edited form. A new form has no orders to test.
 */
export function useRuleResults(form: Form | undefined, design: Design): RuleRecord {
  const { backtest, refusal, start } = useBacktest({ id: form?.id ?? '' });
  const { data: last, error } = useQuery(latestBacktestQuery(form?.id));
  const latest = (backtest?.status === 'done' ? backtest : last) ?? null;
  return {
    backtest,
    refusal: refusal ?? error?.message,
    latest,
    start: () => void start(serializeDesign(design)),
    resultOf: ({ id, kind }) => {
      const script = latest?.coverage.find((each) => each.widget === id && each.kind === kind);
      return latest && script ? ruleResultText(script, latest.done) : undefined;
    },
  };
}

/** Status line and start button of the backtest. */
export function BacktestStatus({ record: { backtest, refusal, latest, start: tryAgain } }: { record: RuleRecord }) {
  const isRunning = backtest?.status === 'running';
  const words = latest
    ? `What each did over ${orderCountText(latest.done)} was tried on ${formatDateTime(latest.endedAt)}.`
    : 'What each does over the last orders is told once that was tried.';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography role="status" variant="body2" color={refusal ? 'error' : 'text.secondary'}>
        {refusal ?? (isRunning ? backtestSummary(backtest) : words)}
      </Typography>
      <Button size="small" variant="outlined" disabled={isRunning} onClick={tryAgain}>
        Try the last orders
      </Button>
    </Box>
  );
}

import { Box, Button, Link, Paper, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { type Design, serializeDesign } from '#schemas/designing/design.ts';
import { type FormRule, matchesSearch, rulesOf, ruleWords } from '#schemas/designing/rules.ts';
import type { Form, FormBacktest } from '#schemas/generated/types.ts';
import { formatDateTime } from '../../../generate/format-value.ts';
import {
  backtestSummary,
  latestBacktestQuery,
  orderCountText,
  ruleResultText,
  useBacktest,
} from '../../publishing/useBacktest.ts';
import { parsedForm } from '../scripts/parsed-form.ts';
import type { DesignerViewProps } from '../views.ts';

/** Page size: a form may have thousands of rules. */
const page = 100;

/** Searchable list of all rules of the form. A press on a rule selects its widget. */
export default function RulesView({ designer, onDesign }: DesignerViewProps) {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(page);
  const deferredSearch = useDeferredValue(search);
  const { design, select } = designer;
  const rules = useMemo(() => rulesOf(parsedForm(design)), [design]);
  const found = useMemo(() => rules.filter((rule) => matchesSearch(rule, deferredSearch)), [rules, deferredSearch]);
  const form = useRecordContext<Form>();
  const record = useRuleResults(form, design);
  if (rules.length === 0)
    return (
      <Box sx={{ p: 2, color: 'text.secondary' }}>
        This form has no rules yet. Add scripts in a widget's properties.
      </Box>
    );
  return (
    <Box component="section" aria-label="Rules" sx={{ display: 'grid', gap: 1.5, py: 2, alignContent: 'start' }}>
      <TextField
        type="search"
        label="Search rules"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          // Keep Enter from submitting the page's form.
          if (event.key === 'Enter') event.preventDefault();
        }}
        sx={{ maxWidth: 480 }}
      />
      <Typography aria-live="polite" variant="body2" color="text.secondary">
        {found.length === rules.length ? `${rules.length} rules` : `${found.length} of ${rules.length} rules`}
      </Typography>
      {form ? <BacktestStatus record={record} /> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {found.slice(0, limit).map((rule) => (
          <RuleItem
            key={`${rule.id} ${rule.kind}`}
            rule={rule}
            did={record.resultOf(rule)}
            onPress={() => {
              select([rule.id]);
              onDesign();
            }}
          />
        ))}
      </Box>
      {found.length > limit ? (
        <Button onClick={() => setLimit(limit + page)} sx={{ justifySelf: 'start' }}>
          Show more
        </Button>
      ) : null}
    </Box>
  );
}

function RuleItem({
  rule: { name, kind, source, reads, diagnostics },
  did,
  onPress,
}: {
  rule: FormRule;
  /** Summary of what the rule did in the last backtest; undefined if it was not part of one. */
  did: string | undefined;
  onPress: () => void;
}) {
  const text = useId();
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
        <Link component="button" type="button" onClick={onPress} aria-describedby={text} sx={{ textAlign: 'start' }}>
          {name}
        </Link>
        <Typography variant="body2" color="text.secondary">
          {ruleWords[kind]}
        </Typography>
      </Box>
      <Box component="pre" id={text} sx={{ m: 0, my: 0.5, typography: 'caption', ...clampedText }}>
        <code>{source}</code>
      </Box>
      <Typography variant="caption" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {`${reads.length === 0 ? 'Uses no other fields' : `Uses ${reads.join(', ')}`}${did ? `. Orders: ${did}` : ''}`}
      </Typography>
      {diagnostics.length === 0 ? null : (
        <Box component="ul" aria-label="Problems" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {diagnostics.map(({ code, from, severity, line, message }) => (
            <Typography
              component="li"
              variant="caption"
              key={`${code} ${from}`}
              sx={{ display: 'list-item', color: severity === 'error' ? 'error.main' : 'text.secondary' }}
            >
              {`Line ${line}: ${message}`}
            </Typography>
          ))}
        </Box>
      )}
    </Paper>
  );
}

/** Truncates long scripts; the widget's properties show all of it. */
const clampedText = {
  fontFamily: 'ui-monospace, monospace',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  overflow: 'hidden',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '10',
};

/** Results of the form's latest backtest, per rule. */
interface RuleRecord extends Pick<ReturnType<typeof useBacktest>, 'backtest' | 'startError'> {
  /** The backtest that the results come from; null if there is none. */
  latest: FormBacktest | null;
  start: () => void;
  resultOf: (rule: Pick<FormRule, 'id' | 'kind'>) => string | undefined;
}

/**
 * Loads the latest backtest of the form and can start a new one with the edited form. A new form has no orders to test.
 */
function useRuleResults(form: Form | undefined, design: Design): RuleRecord {
  const { backtest, startError, start } = useBacktest({ id: form?.id ?? '' });
  const { data: last, error } = useQuery(latestBacktestQuery(form?.id));
  const latest = (backtest?.status === 'done' ? backtest : last) ?? null;
  return {
    backtest,
    startError: startError ?? error?.message,
    latest,
    start: () => void start(serializeDesign(design)),
    resultOf: ({ id, kind }) => {
      const script = latest?.coverage.find((each) => each.widget === id && each.kind === kind);
      return latest && script ? ruleResultText(script, latest.done) : undefined;
    },
  };
}

/** Status line and start button of the backtest. */
function BacktestStatus({ record: { backtest, startError, latest, start: tryAgain } }: { record: RuleRecord }) {
  const isRunning = backtest?.status === 'running';
  const words = latest
    ? `Tested on ${orderCountText(latest.done)} on ${formatDateTime(latest.endedAt)}.`
    : 'Test the rules on recent orders to see what each of them does.';
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Typography role="status" variant="body2" color={startError ? 'error' : 'text.secondary'}>
        {startError ?? (isRunning ? backtestSummary(backtest) : words)}
      </Typography>
      <Button size="small" variant="outlined" disabled={isRunning} onClick={tryAgain}>
        Test on recent orders
      </Button>
    </Box>
  );
}

import { Box, Typography } from '@mui/material';
import { ruleWords } from '#schemas/designing/rules.ts';
import type { FormBacktest } from '#schemas/generated/types.ts';

type Script = FormBacktest['coverage'][number];

/** Rule coverage of a backtest: what each rule did, and which lines never ran. */
export function RuleCoverage({ backtest: { coverage, done } }: { backtest: FormBacktest }) {
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

import { Alert, Box, Typography } from '@mui/material';
import type { Problem } from '#schemas/forms/form.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { FormWarning } from '#schemas/publishing/lint-form.ts';
import { jsonPathLabel } from '../../generate/json/json-path-label.ts';

interface FindingsProps {
  formSchema: JsonMap;
  problems: readonly Problem[];
  warnings: readonly FormWarning[];
}

/** Maximum number listed per kind. */
const maxLines = 20;

/** Lists problems, which block publishing, and warnings, which do not. */
export function Findings({ formSchema, problems, warnings }: FindingsProps) {
  if (problems.length === 0 && warnings.length === 0)
    return <Typography variant="body2">Keys, scripts, options, labels and table columns are in order.</Typography>;
  const faults = problems.map(
    ({ path, message }) => `${jsonPathLabel(formSchema, path.split('/').slice(1))}: ${message}`,
  );
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {faults.length > 0 ? <List severity="error" intro="It can not be published:" lines={faults} /> : null}
      {warnings.length > 0 ? (
        <List severity="warning" intro="To look at; none of it stops:" lines={warnings.map(({ message }) => message)} />
      ) : null}
    </Box>
  );
}

function List({ severity, intro, lines }: { severity: 'error' | 'warning'; intro: string; lines: readonly string[] }) {
  const uniqueLines = [...new Set(lines)];
  return (
    <Alert severity={severity}>
      <span>{intro}</span>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {uniqueLines.slice(0, maxLines).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {uniqueLines.length > maxLines ? <li>{`and ${uniqueLines.length - maxLines} more`}</li> : null}
      </Box>
    </Alert>
  );
}

import { Box, Typography } from '@mui/material';
import type { FormDifference } from '#schemas/publishing/differences.ts';

/** Maximum number of differences listed. */
const maxDifferences = 200;

/** Lists the differences between two form versions. */
export function FormDiff({ differences }: { differences: readonly FormDifference[] }) {
  if (differences.length === 0) return <Typography variant="body2">No visible changes.</Typography>;
  const rest = differences.length - maxDifferences;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}>
      {differences.slice(0, maxDifferences).map(({ widget, sentence, before, after }) => (
        <li key={`${widget} ${sentence}`}>
          <span>{before === undefined && after === undefined ? sentence : `${sentence}: `}</span>
          {before === undefined ? null : <Value text={before} />}
          {before === undefined || after === undefined ? null : <span> → </span>}
          {after === undefined ? null : <Value text={after} />}
        </li>
      ))}
      {rest > 0 ? <li>{`and ${rest} more`}</li> : null}
    </Box>
  );
}

/** Keeps line breaks of scripts and other long texts. */
function Value({ text }: { text: string }) {
  if (!/\n|.{60}/.test(text)) return <span>{text}</span>;
  return (
    <Box
      component="span"
      sx={{ display: 'block', whiteSpace: 'pre-wrap', fontFamily: 'monospace', fontSize: 13, pl: 1 }}
    >
      {text}
    </Box>
  );
}

import { Alert, Box, Typography } from '@mui/material';
import type { ExampleOutcome } from '#schemas/publishing/examples.ts';

/** Results of a form's examples, with the reasons of those that fail. */
export function ExampleOutcomes({ outcomes }: { outcomes: readonly ExampleOutcome[] }) {
  const red = outcomes.filter(({ isPassing }) => !isPassing);
  if (outcomes.length === 0)
    return (
      <Typography variant="body2">
        This form keeps no examples yet: the designer makes them under ‘Examples’.
      </Typography>
    );
  if (red.length === 0)
    return (
      <Typography variant="body2">
        {outcomes.length === 1 ? 'The example is as expected.' : `All ${outcomes.length} examples are as expected.`}
      </Typography>
    );
  return (
    <Alert severity="error">
      <span>{red.length}</span> of <span>{outcomes.length}</span>{' '}
      <span>{outcomes.length === 1 ? 'example is' : 'examples are'}</span> not as expected:
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {red.map(({ id, name, failures }) => (
          <li key={id}>
            <strong>{name}</strong>: <span>{failures.join('. ')}</span>
          </li>
        ))}
      </Box>
    </Alert>
  );
}

import { Alert, Box, TextField, Typography } from '@mui/material';
import type { ExampleOutcome } from '#schemas/publishing/examples.ts';

interface ExampleOutcomesProps {
  outcomes: readonly ExampleOutcome[];
  /** The reason for publishing although examples fail; it is saved with the version. */
  reason: string;
  onReason: (reason: string) => void;
}

/** Results of a form's examples. Those that fail are listed with what went wrong, and a reason is required. */
export function ExampleOutcomes({ outcomes, reason, onReason }: ExampleOutcomesProps) {
  const red = outcomes.filter(({ isPassing }) => !isPassing);
  if (outcomes.length === 0)
    return (
      <Typography variant="body2">This form has no examples yet. Add them in the designer, under Examples.</Typography>
    );
  if (red.length === 0)
    return (
      <Typography variant="body2">
        {outcomes.length === 1 ? 'The example passes.' : `All ${outcomes.length} examples pass.`}
      </Typography>
    );
  return (
    <>
      <Alert severity="error">
        <span>{red.length}</span> of <span>{outcomes.length}</span>{' '}
        <span>{outcomes.length === 1 ? 'example fails' : 'examples fail'}</span>:
        <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
          {red.map(({ id, name, failures }) => (
            <li key={id}>
              <strong>{name}</strong>: <span>{failures.join('. ')}</span>
            </li>
          ))}
        </Box>
      </Alert>
      <TextField
        label="Reason for publishing anyway"
        value={reason}
        required
        multiline
        fullWidth
        helperText="This reason is saved with the version."
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
        onChange={({ target }) => onReason(target.value)}
        sx={{ mt: 1.5 }}
      />
    </>
  );
}

import { Box, Link, Typography } from '@mui/material';
import type { PlacedFault } from './fault-places.ts';

/** What is wrong with a JSON text, each with its line, which a press leads to. */
export function JsonFaults({ faults, onGo }: { faults: readonly PlacedFault[]; onGo: (fault: PlacedFault) => void }) {
  if (faults.length === 0) return null;
  return (
    <Box component="ul" aria-label="What is wrong" sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'error.main' }}>
      {faults.map((fault) => (
        <Typography
          component="li"
          variant="caption"
          key={`${fault.path} ${fault.message}`}
          sx={{ display: 'list-item', overflowWrap: 'anywhere' }}
        >
          <Link
            component="button"
            type="button"
            color="inherit"
            variant="caption"
            underline="always"
            onClick={() => onGo(fault)}
            sx={{ verticalAlign: 'baseline' }}
          >
            Line {fault.line}
          </Link>
          {fault.path === '' ? '' : `, ${fault.path.slice(1)}`}: {fault.message}
        </Typography>
      ))}
    </Box>
  );
}

import { Box, Link, Typography } from '@mui/material';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';

/** A diagnostic at a line of a text. */
export interface TextDiagnostic {
  line: number;
  /** Path within the value, shown between line and message. */
  place?: string;
  message: string;
  from: number;
  /** An error unless it says otherwise. */
  severity?: 'error' | 'warning' | 'hint';
}

/** List of diagnostics, each with a link to its line. `children` is rendered after each. */
export function DiagnosticList<T extends TextDiagnostic>({
  faults,
  onGo,
  children,
}: {
  faults: readonly T[];
  onGo: (fault: T) => void;
  children?: (fault: T) => ElementSlot;
}) {
  if (faults.length === 0) return null;
  return (
    <Box component="ul" aria-label="Problems" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {faults.map((fault) => (
        <Typography
          component="li"
          variant="caption"
          key={`${fault.from} ${fault.place} ${fault.message}`}
          sx={{ display: 'list-item', overflowWrap: 'anywhere', color: colors[fault.severity ?? 'error'] }}
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
            {`Line ${fault.line}`}
          </Link>
          <span>{fault.place ? `, ${fault.place}` : ''}</span>: <span>{fault.message}</span>
          {children?.(fault)}
        </Typography>
      ))}
    </Box>
  );
}

const colors = { error: 'error.main', warning: 'text.primary', hint: 'text.secondary' } as const;

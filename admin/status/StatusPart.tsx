import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import { Box, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { PageSection } from '../frame/PageHeader.tsx';
import type { PartStatus } from './useStatus.ts';

const chips = {
  ok: { label: 'Good', color: 'success', icon: <CheckCircleOutline /> },
  attention: { label: 'Needs attention', color: 'warning', icon: <ErrorOutline /> },
} as const;

interface StatusPartProps {
  title: string;
  /** Health and reason; undefined for parts that are only informative. */
  status?: PartStatus;
  children: ElementSlot;
}

/** Panel for one part of the system: health chip, reason and details. */
export function StatusPart({ title, status, children }: StatusPartProps) {
  return (
    <PageSection
      title={title}
      actions={status ? <Chip size="small" variant="outlined" {...chips[status.state]} /> : null}
    >
      {status ? <Typography sx={{ mb: 1.5 }}>{`${status.message}.`}</Typography> : null}
      {children}
    </PageSection>
  );
}

/** Definition list; leaves out unknown values. */
export function DefinitionList({ facts }: { facts: Record<string, ReactNode> }) {
  const entries = Object.entries(facts).filter(([, fact]) => fact !== null && fact !== undefined);
  return (
    <Box
      component="dl"
      sx={{
        ...{ m: 0, display: 'grid', columnGap: 2, rowGap: 0.5, fontSize: 13 },
        gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
      }}
    >
      {entries.map(([name, fact]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </Box>
      ))}
    </Box>
  );
}

interface RowsProps {
  title: string;
  heads: string[];
  /** A unique key, and the cells. */
  rows: { key: string; cells: ReactNode[] }[];
}

/** Table whose first column is the row header. */
export function StatusTable({ title, heads, rows }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <Box
      component="table"
      aria-label={title}
      sx={{
        ...{ width: '100%', mt: 1.5, borderCollapse: 'collapse', fontSize: 13 },
        '& th, & td': {
          py: 0.5,
          pr: 1,
          textAlign: 'left',
          fontWeight: 400,
          verticalAlign: 'top',
          overflowWrap: 'anywhere',
        },
      }}
    >
      <thead>
        <Box component="tr" sx={{ color: 'text.secondary' }}>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </Box>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              <td key={heads[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

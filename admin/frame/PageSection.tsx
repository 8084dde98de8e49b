import { Box, Card, CardContent, Typography } from '@mui/material';
import { useId } from 'react';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';

interface PartProps {
  title: string;
  /** Actions at the right of the heading. */
  actions?: ElementSlot;
  children: ElementSlot;
}

/** A card of a page with a heading. */
export function PageSection({ title, actions, children }: PartProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent sx={{ '&:last-child': { pb: 2 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
          <Typography id={id} variant="h2" sx={{ flex: '1 1 auto' }}>
            {title}
          </Typography>
          {actions}
        </Box>
        {children}
      </CardContent>
    </Card>
  );
}

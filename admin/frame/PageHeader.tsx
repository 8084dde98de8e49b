import { Box, Breadcrumbs, Card, CardContent, Link, Typography } from '@mui/material';
import { useContext, useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { ResourceScreenContext } from '../generate/resource-screen.tsx';

interface PageHeadProps {
  title: string;
  /** The record that a sub-page belongs to. */
  of?: { id: string; name: string };
  /** Actions at the right of the title. */
  actions?: ElementSlot;
}

/** Page header: breadcrumbs, title and actions. Also sets the document title (spec 2: 'Portal', then a subtitle). */
export function PageHeader({ title, of, actions }: PageHeadProps) {
  const resource = useContext(ResourceScreenContext)?.resource;
  const list = resource && resource.label !== title ? [{ label: resource.label, to: `/${resource.path}` }] : [];
  const record = resource && of ? [{ label: of.name, to: `/${resource.path}/${of.id}` }] : [];
  return (
    <Box component="header" sx={{ mb: 2 }}>
      <title>{`Portal: ${of && !title.includes(of.name) ? `${title}, ${of.name}` : title}`}</title>
      <Breadcrumbs aria-label="Breadcrumb" sx={{ fontSize: 13, mb: 0.5, minHeight: 20 }}>
        {[{ label: 'Admin', to: '/' }, ...list, ...record].map(({ label, to }) => (
          <Link key={to} component={RouterLink} to={to} color="text.secondary" sx={{ fontSize: 13 }}>
            {label}
          </Link>
        ))}
        <Typography component="span" aria-current="page" color="text.secondary" sx={{ fontSize: 13 }}>
          {title}
        </Typography>
      </Breadcrumbs>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36 }}>
        <Typography component="h1" variant="h1" sx={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {actions}
      </Box>
    </Box>
  );
}

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

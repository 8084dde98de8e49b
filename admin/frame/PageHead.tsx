import { Box, Breadcrumbs, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

export interface Crumb {
  label: string;
  to: string;
}

interface PageHeadProps {
  title: string;
  /** The pages above this one, outermost first. */
  trail?: Crumb[];
  /** What one can do on this page, at the right of its title. */
  actions?: ReactNode;
}

/** What stands above every page: the way here, its title, and the tab's title (spec 2: 'Portal', then a subtitle). */
export function PageHead({ title, trail = [], actions }: PageHeadProps) {
  return (
    <Box component="header" sx={{ mb: 2 }}>
      <title>{`Portal: ${title}`}</title>
      <Breadcrumbs aria-label="Breadcrumb" sx={{ fontSize: 13, mb: 0.5, minHeight: 20 }}>
        {[{ label: 'Admin', to: '/' }, ...trail].map(({ label, to }) => (
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

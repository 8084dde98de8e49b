import { Box, Link, Typography } from '@mui/material';

/** Logo with a link back to the portal, and the name of this app. */
export function Brand() {
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, minWidth: 0 }}>
      <Link
        href="/"
        title="Back to the portal"
        color="text.primary"
        underline="none"
        sx={{ borderLeft: 3, borderColor: 'var(--accent)', pl: 1, fontWeight: 600 }}
      >
        Portal
      </Link>
      <Typography component="span" color="text.secondary">
        Admin
      </Typography>
    </Box>
  );
}

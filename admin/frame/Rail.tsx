import ArrowBack from '@mui/icons-material/ArrowBack';
import Logout from '@mui/icons-material/Logout';
import { Box, List, ListItem, ListItemButton, ListItemIcon, ListItemText, Typography } from '@mui/material';
import { useGetIdentity, usePermissions, useRedirect } from 'react-admin';
import type { Role } from '#schemas/resource/resource.ts';
import { catalogue } from '../generate/catalogue.ts';
import { menuFor } from '../provider/admission.ts';
import { overrideOf } from '../resources.ts';
import { RailLink } from './RailLink.tsx';

/** The menu by role (spec 2, 'Admin submenu'), the way back to the portal, and who is signed in. */
export function Rail({ onLeave }: { onLeave?: () => void }) {
  const { permissions = [] } = usePermissions<Role[]>();
  const { identity } = useGetIdentity();
  const redirect = useRedirect();
  return (
    <Box
      component="nav"
      aria-label="Back-office"
      onClick={onLeave}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', p: 1 }}
    >
      <Typography sx={{ px: 1.5, py: 1, fontWeight: 600, color: 'text.secondary' }}>Admin</Typography>
      <List disablePadding sx={{ flex: 1 }}>
        {menuFor(catalogue, permissions).map((resource) => {
          const { menu: OwnItem, icon } = overrideOf(resource);
          if (OwnItem) return <OwnItem key={resource.path} />;
          return <RailLink key={resource.path} to={`/${resource.path}`} label={resource.label} icon={icon} />;
        })}
      </List>
      <List disablePadding sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }}>
        <ListItem disablePadding>
          <ListItemButton component="a" href="/" dense disableGutters sx={{ px: 1, borderRadius: 1 }}>
            <ListItemIcon sx={{ minWidth: 30 }}>
              <ArrowBack fontSize="small" />
            </ListItemIcon>
            <ListItemText primary="Back to the portal" />
          </ListItemButton>
        </ListItem>
        <ListItem disablePadding>
          <ListItemButton dense disableGutters sx={{ px: 1, borderRadius: 1 }} onClick={() => redirect('/log_out')}>
            <ListItemIcon sx={{ minWidth: 30 }}>
              <Logout fontSize="small" />
            </ListItemIcon>
            <ListItemText primary="Log out" secondary={identity?.fullName} />
          </ListItemButton>
        </ListItem>
      </List>
    </Box>
  );
}

import ArrowBack from '@mui/icons-material/ArrowBack';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Logout from '@mui/icons-material/Logout';
import {
  Avatar,
  Box,
  ButtonBase,
  Divider,
  ListItemIcon,
  ListItemText,
  MenuItem,
  MenuList,
  Popover,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { avatarOf } from '#schemas/texts/avatar.ts';
import { useLogOutClick } from './LogOutPage.tsx';

/** User menu: name, link to the portal and log out. `isShort` shows the avatar only. */
export function UserMenu({ isShort = false }: { isShort?: boolean }) {
  const { identity } = useGetIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const logOut = useLogOutClick();
  if (!identity) return null;
  const { fullName = '', email } = identity;
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={`${fullName}: your menu`}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 1, p: 0.5, borderRadius: 1, justifyContent: 'flex-start', width: isShort ? undefined : '100%' }}
      >
        <Picture name={fullName} />
        {isShort ? null : (
          <>
            <Typography component="span" noWrap sx={{ flex: 1, minWidth: 0, textAlign: 'left' }}>
              {fullName}
            </Typography>
            <ExpandMore fontSize="small" color="action" />
          </>
        )}
      </ButtonBase>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: isShort ? 'bottom' : 'top', horizontal: isShort ? 'right' : 'left' }}
        transformOrigin={{ vertical: isShort ? 'top' : 'bottom', horizontal: isShort ? 'right' : 'left' }}
      >
        <Box sx={{ px: 2, pt: 1.5, pb: 1, minWidth: 200, maxWidth: 280, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 600 }}>{fullName}</Typography>
          <Typography variant="caption" color="text.secondary">
            {email}
          </Typography>
        </Box>
        <Divider />
        <MenuList id={id} autoFocusItem aria-label="Your menu">
          <MenuItem component="a" href="/">
            <ListItemIcon>
              <ArrowBack fontSize="small" />
            </ListItemIcon>
            <ListItemText primary="Back to the portal" />
          </MenuItem>
          <MenuItem
            onClick={() => {
              close();
              logOut();
            }}
          >
            <ListItemIcon>
              <Logout fontSize="small" />
            </ListItemIcon>
            <ListItemText primary="Log out" />
          </MenuItem>
        </MenuList>
      </Popover>
    </>
  );
}

function Picture({ name }: { name: string }) {
  const { initials, background } = avatarOf(name);
  return (
    <Avatar
      aria-hidden="true"
      sx={{ width: 32, height: 32, fontSize: 13, fontWeight: 600, background, color: '#1b1c1f' }}
    >
      {initials}
    </Avatar>
  );
}

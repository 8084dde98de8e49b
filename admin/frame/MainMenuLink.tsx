import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { ListItem, ListItemButton, ListItemIcon, ListItemText, type SvgIconProps } from '@mui/material';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';

interface RailLinkProps {
  to: string;
  label: string;
  icon?: ComponentType<SvgIconProps> | undefined;
  /** Shown at the right, such as a count. */
  badge?: ElementSlot;
  /** Address below `to` that has a menu item of its own. */
  except?: string;
}

/** Menu item; the current one is highlighted. */
export function MainMenuLink({ to, label, icon: Icon = FolderOutlined, badge, except }: RailLinkProps) {
  const { pathname } = useLocation();
  const isIn = (place: string) => pathname === place || pathname.startsWith(`${place}/`);
  const isHere = isIn(to) && !(except !== undefined && isIn(except));
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={to}
        selected={isHere}
        aria-current={isHere ? 'page' : undefined}
        dense
        disableGutters
        sx={{
          borderRadius: 1,
          px: 1,
          borderLeft: 3,
          borderColor: 'transparent',
          '&.Mui-selected': { borderColor: 'var(--accent)', bgcolor: 'action.selected', fontWeight: 600 },
        }}
      >
        <ListItemIcon sx={{ minWidth: 30 }}>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={label} sx={{ my: 0 }} />
        {badge}
      </ListItemButton>
    </ListItem>
  );
}

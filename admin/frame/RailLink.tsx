import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { ListItem, ListItemButton, ListItemIcon, ListItemText, type SvgIconProps } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

interface RailLinkProps {
  to: string;
  label: string;
  icon?: ComponentType<SvgIconProps> | undefined;
  /** What stands at the right, such as a count. */
  badge?: ReactNode;
  /** Only this very address is it, not those below. */
  isExact?: boolean;
}

/** One place of the menu; the one where the person is has the accent at its edge. */
export function RailLink({ to, label, icon: Icon = FolderOutlined, badge, isExact = false }: RailLinkProps) {
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={NavLink}
        to={to}
        end={isExact}
        dense
        disableGutters
        sx={{
          borderRadius: 1,
          px: 1,
          borderLeft: 3,
          borderColor: 'transparent',
          '&.active': { borderColor: 'var(--accent)', bgcolor: 'action.selected', fontWeight: 600 },
        }}
      >
        <ListItemIcon sx={{ minWidth: 30 }}>
          <Icon fontSize="small" />
        </ListItemIcon>
        <ListItemText primary={label} />
        {badge}
      </ListItemButton>
    </ListItem>
  );
}

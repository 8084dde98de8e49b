import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import { Box, List } from '@mui/material';
import { usePermissions } from 'react-admin';
import { dashboardPage, statusPage } from '#schemas/resource/back-office.ts';
import type { Role } from '#schemas/resource/resource.ts';
import { catalogue } from '../generate/catalogue.ts';
import { menuResources } from '../provider/role-access.ts';
import { overrideOf } from '../resources.ts';
import { Brand } from './Brand.tsx';
import { MainMenuLink } from './MainMenuLink.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Pages that belong to no resource; last in the menu. */
const pages = [
  { ...dashboardPage, icon: BarChartOutlined },
  { ...statusPage, icon: MonitorHeartOutlined },
];

/** Navigation menu, filtered by role (spec 2, 'Admin submenu'), and the user menu. */
export function MainMenu({ onLeave }: { onLeave?: () => void }) {
  const { permissions = [] } = usePermissions<Role[]>();
  return (
    <Box
      component="nav"
      aria-label="Back-office"
      onClick={onLeave}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', p: 1 }}
    >
      <Box sx={{ px: 1, py: 1 }}>
        <Brand />
      </Box>
      <List disablePadding sx={{ flex: 1 }}>
        {menuResources(catalogue, permissions).map((resource) => {
          const { menu: OwnItem, icon } = overrideOf(resource);
          if (OwnItem) return <OwnItem key={resource.path} />;
          return <MainMenuLink key={resource.path} to={`/${resource.path}`} label={resource.label} icon={icon} />;
        })}
        {pages
          .filter(({ roles }) => roles.some((role) => permissions.includes(role)))
          .map(({ path, label, icon }) => (
            <MainMenuLink key={path} to={`/${path}`} label={label} icon={icon} />
          ))}
      </List>
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1 }} onClick={(event) => event.stopPropagation()}>
        <UserMenu />
      </Box>
    </Box>
  );
}

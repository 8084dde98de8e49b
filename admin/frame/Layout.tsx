import ArrowBack from '@mui/icons-material/ArrowBack';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Logout from '@mui/icons-material/Logout';
import Menu from '@mui/icons-material/Menu';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import Search from '@mui/icons-material/Search';
import {
  Alert,
  AlertTitle,
  Avatar,
  Box,
  Button,
  ButtonBase,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Divider,
  Drawer,
  IconButton,
  Link,
  List,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  MenuItem,
  MenuList,
  Popover,
  Typography,
} from '@mui/material';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { SkipNavigationButton, useGetIdentity, useNotify, usePermissions } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router-dom';
import { AppWrapper, type ShowToast } from '#portal/forms/AppWrapper.tsx';
import { PageErrorBoundary } from '#portal/forms/PageErrorBoundary.tsx';
import { PaletteHost, paletteHost } from '#portal/palette/PaletteHost.tsx';
import type { User } from '#schemas/generated/types.ts';
import { dashboardPage, type MenuItem as MenuEntry, statusPage } from '#schemas/resource/back-office.ts';
import type { Resource, Role } from '#schemas/resource/resource.ts';
import { authorText } from '#schemas/texts/author-text.ts';
import { avatarOf } from '#schemas/texts/avatar.ts';
import { catalogue } from '../generate/catalogue.ts';
import type { AnyOverride } from '../generate/override.ts';
import { onStaleSignIn, request } from '../provider/http.ts';
import { menuGroupsFor } from '../provider/permissions.ts';
import { useSession } from '../provider/session.ts';
import { overrideOf } from '../resources.ts';
import { useLogOutClick } from './LogOutPage.tsx';
import { lazyComponent, ReloadButton } from './lazy-component.tsx';
import { MainMenuLink } from './MainMenuLink.tsx';

const PaletteView = lazyComponent(async () => (await import('./PaletteView.tsx')).PaletteView, { isDialog: true });

/** App shell: navigation at the left, in a drawer on narrow windows, and the page with its error boundary. */
export function Layout({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const visit = useLocation().key;
  const main = useRef<HTMLElement>(null);
  usePageStart(main);
  const user = useSession()?.user;
  const notify = useNotify();
  const say = useMemo(() => toastAdapter(notify), [notify]);
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        minHeight: '100vh',
        // Top offset for sticky elements: below the app bar of narrow windows.
        '--under-bar': { xs: '41px', md: '0px' },
        // Left offset for elements at the bottom.
        '--rail': { xs: '0px', md: '220px' },
      }}
    >
      <SkipNavigationButton />
      <Box
        sx={{
          display: { xs: 'none', md: 'block' },
          flex: '0 0 220px',
          borderRight: 1,
          borderColor: 'divider',
          position: 'sticky',
          top: 0,
          height: '100vh',
          overflowY: 'auto',
        }}
      >
        <MainMenu />
      </Box>
      <Box
        sx={{
          display: { xs: 'flex', md: 'none' },
          position: 'sticky',
          top: 0,
          zIndex: 'appBar',
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.default',
          px: 1,
          alignItems: 'center',
          gap: 1,
        }}
      >
        <IconButton aria-label="Menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          <Menu />
        </IconButton>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Brand />
        </Box>
        <UserMenu isShort />
      </Box>
      <Drawer open={isOpen} onClose={() => setOpen(false)} slotProps={{ paper: { sx: { width: 260 } } }}>
        <MainMenu onLeave={() => setOpen(false)} />
      </Drawer>
      <Box
        ref={main}
        component="main"
        id="main-content"
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, p: { xs: 2, md: 3 }, outline: 0 }}
      >
        {user?.proxiedBy ? <ImpersonationBar user={user} /> : null}
        {user ? <ReauthenticationDialog address={user.email} /> : null}
        <PageErrorBoundary resetKey={visit} fallback={(error) => <BrokenPage error={error} />}>
          <AppWrapper showToast={say}>{children}</AppWrapper>
        </PageErrorBoundary>
      </Box>
      <AppWrapper showToast={say}>
        <PaletteHost View={PaletteView} />
      </AppWrapper>
    </Box>
  );
}

/** Banner above every page during impersonation ('Sign in as'): shows the real user and ends it (design 5). */
function ImpersonationBar({ user }: { user: User }) {
  const end = useLogOutClick();
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mb: 2, position: 'sticky', top: 'calc(var(--under-bar) + 8px)', zIndex: 'appBar' }}
      action={
        <Button color="inherit" variant="outlined" size="small" onClick={end}>
          End
        </Button>
      }
    >
      <AlertTitle>{`You are signed in as ${user.name}.`}</AlertTitle>
      Your actions are recorded as <span>{authorText(user.name, user.proxiedBy.name)}</span>. This lasts an hour at
      most.
    </Alert>
  );
}

/**
 * Shows a new page from its top, and moves the focus to it, unless one of its inputs took it. The page's heading takes it
 * from there. Back and forward leave scroll restoration to the browser.
 */
function usePageStart(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const previousPath = useRef(pathname);
  useLayoutEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    if (navigationType !== 'POP') scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, navigationType, main]);
}

function BrokenPage({ error }: { error: Error }) {
  return (
    <Alert severity="error" action={<ReloadButton />}>
      <AlertTitle>This page couldn't be displayed</AlertTitle>
      <span>{error.message}</span>
    </Alert>
  );
}

/** Adapter: shows the portal's toasts as react-admin notifications. */
const toastAdapter =
  (notify: ReturnType<typeof useNotify>): ShowToast =>
  (text, { isError = false, action } = {}) => {
    const type = isError ? 'error' : 'success';
    if (!action) return notify(text, { type });
    notify(
      <Alert
        severity={type}
        variant="outlined"
        sx={{ bgcolor: 'background.paper', alignItems: 'center' }}
        action={
          <Button color="inherit" size="small" onClick={action.onPress}>
            {action.label}
          </Button>
        }
      >
        {text}
      </Alert>,
    );
  };

/** The icons of the pages that belong to no resource. */
const pageIcons: Record<string, AnyOverride['icon']> = {
  [dashboardPage.path]: DashboardOutlined,
  [statusPage.path]: MonitorHeartOutlined,
};

function MenuLink({ path, label, resource }: MenuEntry & { resource?: Resource }) {
  const { menu: OwnItem, icon = pageIcons[path] }: AnyOverride = resource ? overrideOf(resource) : {};
  return OwnItem ? <OwnItem /> : <MainMenuLink to={`/${path}`} label={label} icon={icon} />;
}

/** Navigation menu, filtered by role (spec 2, 'Admin submenu'), with the search above and the user menu below. */
function MainMenu({ onLeave }: { onLeave?: () => void }) {
  const { permissions = [] } = usePermissions<Role[]>();
  // The menu may be rendered twice: in the sidebar and the drawer.
  const id = useId();
  return (
    <Box
      component="nav"
      aria-label="Back-office"
      onClick={onLeave}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', p: 1 }}
    >
      <Box sx={{ px: 1, py: 0.5 }}>
        <Brand />
      </Box>
      <ListItemButton
        component="button"
        dense
        disableGutters
        title="Search (Ctrl+K)"
        sx={{ flex: 'none', borderRadius: 1, px: 1, width: '100%', borderLeft: 3, borderColor: 'transparent' }}
        onClick={() => paletteHost.show('palette')}
      >
        <ListItemIcon sx={{ minWidth: 30 }}>
          <Search fontSize="small" />
        </ListItemIcon>
        <ListItemText primary="Search" sx={{ my: 0 }} />
      </ListItemButton>
      <Box sx={{ flex: 1 }}>
        {menuGroupsFor(catalogue, permissions).map(({ group, items }) => (
          <Box key={group} sx={{ mt: 0.75 }}>
            <Typography
              id={`${id}-${group}`}
              variant="caption"
              component="h2"
              sx={{ px: 1.5, lineHeight: '18px', color: 'text.secondary' }}
            >
              {group}
            </Typography>
            <List disablePadding aria-labelledby={`${id}-${group}`}>
              {items.map((item) => (
                <MenuLink key={item.path} {...item} />
              ))}
            </List>
          </Box>
        ))}
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', pt: 1, mt: 1 }} onClick={(event) => event.stopPropagation()}>
        <UserMenu />
      </Box>
    </Box>
  );
}

/**
 * Re-authentication dialog, shown when the server rejects a change because the sign-in is older than 15 minutes (design
 * 5). Sends a magic link; once it is opened in another tab, the user repeats the change here. Unsaved input stays.
 */
function ReauthenticationDialog({ address }: { address: string }) {
  const id = useId();
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(
    () =>
      onStaleSignIn(() => {
        setSent(false);
        setOpen(true);
      }),
    [],
  );
  const send = async () => {
    try {
      await request('/api/auth/magic', { method: 'POST', body: JSON.stringify({ key: address }) });
      setSent(true);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  const close = () => setOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>Sign in again to continue</DialogTitle>
      <DialogContent>
        <DialogContentText>
          To change sign-in methods, roles, or memberships, you need to have signed in within the last 15 minutes. Your
          changes stay on this page.
        </DialogContentText>
        {isSent ? (
          <DialogContentText role="status" sx={{ mt: 2 }}>
            {`We sent a link to ${address}. Open it in this browser, then make the change again.`}
          </DialogContentText>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {isSent ? 'Continue' : 'Not now'}
        </Button>
        {isSent ? null : (
          <Button variant="contained" onClick={() => void send()}>
            Send me a link
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Logo with a link back to the portal, and the name of this app. */
function Brand() {
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

/** User menu: name, link to the portal and log out. `isShort` shows the avatar only. */
function UserMenu({ isShort = false }: { isShort?: boolean }) {
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

import Menu from '@mui/icons-material/Menu';
import { Alert, AlertTitle, Box, Drawer, IconButton } from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { SkipNavigationButton, useNotify } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { AppWrapper } from '#portal/forms/AppWrapper.tsx';
import { PageErrorBoundary } from '#portal/forms/PageErrorBoundary.tsx';
import { useSession } from '../provider/useSession.ts';
import { Brand } from './Brand.tsx';
import { lazyComponent, ReloadButton } from './lazy-component.tsx';
import { MainMenu } from './MainMenu.tsx';
import { ReauthenticationDialog } from './ReauthenticationDialog.tsx';
import { toastAdapter } from './saying.tsx';
import { UserMenu } from './UserMenu.tsx';

const ActingBar = lazyComponent(async () => (await import('./ImpersonationBar.tsx')).ImpersonationBar);

/** App shell: navigation at the left, in a drawer on narrow windows, and the page with its error boundary. */
export function Layout({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const visit = useLocation().key;
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
        component="main"
        id="main-content"
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, p: { xs: 2, md: 3 }, outline: 0 }}
      >
        {user?.proxiedBy ? <ActingBar user={user} /> : null}
        {user ? <ReauthenticationDialog address={user.email} /> : null}
        <PageErrorBoundary resetKey={visit} fallback={(error) => <BrokenPage error={error} />}>
          <AppWrapper say={say}>{children}</AppWrapper>
        </PageErrorBoundary>
      </Box>
    </Box>
  );
}

function BrokenPage({ error }: { error: Error }) {
  return (
    <Alert severity="error" action={<ReloadButton />}>
      <AlertTitle>This page could not be shown</AlertTitle>
      <span>{error.message}</span>
    </Alert>
  );
}

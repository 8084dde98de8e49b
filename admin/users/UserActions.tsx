import MailOutlined from '@mui/icons-material/MailOutlined';
import SwitchAccountOutlined from '@mui/icons-material/SwitchAccountOutlined';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useNotify, useRecordContext } from 'react-admin';
import type { User } from '#schemas/generated/types.ts';
import { redirectTo } from '../provider/auth.ts';
import { request } from '../provider/http.ts';
import { usePermissionCheck } from '../provider/permissions.ts';
import { useSession } from '../provider/session.ts';

/** Actions on a user, beside the title. */
export function UserActions() {
  return (
    <>
      <SignInAs />
      <WelcomeButton />
    </>
  );
}

/** Sends the welcome e-mail again, for users who may create this user. */
function WelcomeButton() {
  const user = useRecordContext<User>();
  const viewer = useSession()?.user;
  const may = usePermissionCheck();
  const notify = useNotify();
  const send = useMutation({
    mutationFn: async (id: string) => (await request(`/api/users/${id}/welcome`, { method: 'POST', body: '{}' })).json,
    onSuccess: ({ sentTo }: { sentTo: string }) => notify(`Welcome e-mail sent to ${sentTo}`, { type: 'success' }),
    onError: (error: Error) => notify(error.message, { type: 'error' }),
  });
  if (!user || user.inactive || user.id === viewer?.id) return null;
  if (!may({ action: 'create', resource: 'users', record: { ...user } })) return null;
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<MailOutlined />}
      loading={send.isPending}
      loadingPosition="start"
      onClick={() => send.mutate(user.id)}
    >
      Resend welcome e-mail
    </Button>
  );
}

/** Impersonation: signs in as this user and redirects to the portal, which shows the real user too. */
function SignInAs() {
  const user = useRecordContext<User>();
  const viewer = useSession()?.user;
  const may = usePermissionCheck();
  const notify = useNotify();
  const enter = useMutation({
    mutationFn: (id: string) => request(`/api/auth/proxy/${id}`, { method: 'POST', body: '{}' }),
    onSuccess: () => redirectTo('/'),
    onError: (error: Error) => notify(error.message, { type: 'error' }),
  });
  if (!user || !viewer || user.inactive || user.id === viewer.id || viewer.proxiedBy) return null;
  if (!may({ action: 'proxy', resource: 'users', record: { ...user } })) return null;
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<SwitchAccountOutlined />}
      loading={enter.isPending}
      loadingPosition="start"
      onClick={() => enter.mutate(user.id)}
    >
      Sign in as
    </Button>
  );
}

import MailOutlined from '@mui/icons-material/MailOutlined';
import { Button } from '@mui/material';
import { useCanAccess, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Channel } from '#schemas/generated/types.ts';
import { useLastUsedChannel } from './last-used-channel.ts';

/** Link to the editor of the channel's onboarding e-mail (spec 2). */
export function OnboardingEmailButton() {
  const channel = useRecordContext<Channel>();
  const { canAccess } = useCanAccess({ action: 'edit', resource: 'channels', record: channel });
  useLastUsedChannel(channel);
  if (!channel || !canAccess) return null;
  return (
    <Button
      component={Link}
      to={`/channels/${channel.id}/onboarding_email`}
      color="inherit"
      variant="outlined"
      startIcon={<MailOutlined />}
    >
      Onboarding e-mail
    </Button>
  );
}

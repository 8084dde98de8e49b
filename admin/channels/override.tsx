import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import { Button } from '@mui/material';
import { useEffect } from 'react';
import { useCanAccess, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { getPreferences, setPreferences } from '#portal/preferences/preferenceStore.ts';
import type { Channel } from '#schemas/generated/types.ts';
import { lazyInput, lazyPage } from '../frame/lazy-component.tsx';
import type { FieldProps, Override } from '../generate/override.ts';

/** Lazy: reads the channel's form, and so pulls in the rules language. */
const OnboardingEmailPage = lazyPage(async () => (await import('./OnboardingEmailPage.tsx')).OnboardingEmailPage);

const OrganizationInput = lazyInput<FieldProps>(
  async () => (await import('../entities/OrganizationPicker.tsx')).OrganizationFieldInput,
);

export const channels: Override<'Channel'> = {
  icon: CampaignOutlined,
  inputs: { entityId: OrganizationInput },
  actions: OnboardingEmailButton,
  onDeleted: clearLastUsedChannel,
  routes: [{ path: ':id/onboarding_email', element: <OnboardingEmailPage /> }],
};

/** Link to the editor of the channel's onboarding e-mail (spec 2). */
function OnboardingEmailButton() {
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

/**
 * Stores the channel as the last used one, for the portal too, when its page loads or saves (spec 4, 'Channel editor').
 */
function useLastUsedChannel(channel: Pick<Channel, 'slug'> | undefined): void {
  const slug = channel?.slug;
  useEffect(() => {
    if (slug !== undefined) setPreferences({ channelSlug: slug });
  }, [slug]);
}

/** Clears the last used channel if it is the deleted one. */
function clearLastUsedChannel({ slug }: Pick<Channel, 'slug'>): void {
  if (getPreferences().channelSlug === slug) setPreferences({ channelSlug: null });
}

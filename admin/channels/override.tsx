import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import { OrganizationFieldInput } from '../entities/OrganizationPicker.tsx';
import { lazyPage } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { clearLastUsedChannel } from './last-used-channel.ts';
import { OnboardingEmailButton } from './OnboardingEmailButton.tsx';

/** Lazy: reads the channel's form, and so pulls in the rules language. */
const OnboardingEmailPage = lazyPage(async () => (await import('./OnboardingEmailPage.tsx')).OnboardingEmailPage);

export const channels: Override<'Channel'> = {
  icon: CampaignOutlined,
  inputs: { entityId: OrganizationFieldInput },
  actions: OnboardingEmailButton,
  onDeleted: clearLastUsedChannel,
  routes: [{ path: ':id/onboarding_email', element: <OnboardingEmailPage /> }],
};

import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { lazily } from '../frame/lazily.tsx';
import type { Override } from '../generate/override.ts';
import { keepSecret } from './made-secrets.ts';

/** Lazy: loaded with the first webhook page. */
const Deliveries = lazily(async () => (await import('./Deliveries.tsx')).Deliveries);
const NewSecret = lazily(async () => (await import('./NewSecret.tsx')).NewSecret);

export const webhooks: Override<'Webhook'> = {
  icon: WebhookOutlined,
  actions: NewSecret,
  onMade: keepSecret,
  children: { WebhookDelivery: Deliveries },
};

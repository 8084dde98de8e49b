import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { lazyComponent } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { storeSecret } from './new-secrets.ts';

/** Lazy: loaded with the first webhook page. */
const Deliveries = lazyComponent(async () => (await import('./Deliveries.tsx')).Deliveries);
const NewSecret = lazyComponent(async () => (await import('./NewSecret.tsx')).NewSecret);

export const webhooks: Override<'Webhook'> = {
  icon: WebhookOutlined,
  actions: NewSecret,
  onCreated: storeSecret,
  children: { WebhookDelivery: Deliveries },
};

import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { lazy } from 'react';
import type { Override } from '../generate/override.ts';
import { keepSecret } from './made-secrets.ts';

/** Loaded with the first webhook that is opened. */
const Deliveries = lazy(async () => ({ default: (await import('./Deliveries.tsx')).Deliveries }));
const NewSecret = lazy(async () => ({ default: (await import('./NewSecret.tsx')).NewSecret }));

export const webhooks: Override<'Webhook'> = {
  icon: WebhookOutlined,
  actions: NewSecret,
  onMade: keepSecret,
  children: { WebhookDelivery: Deliveries },
};

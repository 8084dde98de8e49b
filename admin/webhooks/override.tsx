import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { Override } from '../generate/override.ts';
import { Deliveries } from './Deliveries.tsx';
import { NewSecret } from './NewSecret.tsx';

export const webhooks: Override<'Webhook'> = {
  icon: WebhookOutlined,
  actions: NewSecret,
  children: { WebhookDelivery: Deliveries },
};

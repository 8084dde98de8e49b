import type { Channel } from '#schemas/generated/types.ts';
import { type Agency, aForm, anAgency, textInput } from '#tests/api/factories.ts';
import { type ApiCallers, callExpecting } from '#tests/product/callers.ts';

/** Makes an agency whose form rejects a low budget, and whose channel mails the client when an order is complete. */
export async function aSellingAgency(people: ApiCallers): Promise<Agency> {
  const validationScript = 'if this < 500 { reject because "At least $500" }';
  const budget = { type: 'number_input', meta: { key: 'budget', label: 'Budget', validationScript } };
  const agency = await anAgency(people, {
    form: await aForm(people, { widgets: [textInput('headline', 'Headline'), budget] }),
  });
  const config = {
    subject: 'Welcome {{order.refCode}}',
    content: 'Hello',
    format: 'markdown',
    to: [{ type: 'static', value: 'client@example.com' }],
    cc: [],
    bcc: [],
  } satisfies NonNullable<Channel['onboardingEmail']>['config'];
  await callExpecting(people.admin.call, 200, {
    method: 'PATCH',
    path: `/api/channels/${agency.channel.id}`,
    body: { onboardingEmail: { enabled: true, config } },
  });
  return agency;
}

import type { Channel } from '#schemas/generated/types.ts';
import { formats } from '#schemas/texts/texts.ts';

type Config = NonNullable<NonNullable<Channel['onboardingEmail']>['config']>;
type Recipient = NonNullable<Config['to']>[number];

/** Whose addresses a variable stands for; none for what names nobody. */
export type Addresses = (variable: string) => Promise<string[]>;

/** The addresses of a message's recipients, each once; `wrong` is called with each that turns out to be none. */
export async function addressesOf(
  recipients: readonly Recipient[],
  addresses: Addresses,
  wrong: (recipient: Recipient, address: string) => void,
): Promise<string[]> {
  const found = new Set<string>();
  for (const recipient of recipients) {
    const asked = recipient.type === 'static' ? [recipient.value] : await addresses(recipient.value);
    for (const address of asked.length > 0 ? asked : ['']) {
      if (formats.email.fits(address)) found.add(address);
      else wrong(recipient, address);
    }
  }
  return [...found];
}
